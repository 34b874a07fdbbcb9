/* SPDX-License-Identifier: MIT */
#include "site/config/config.h"

#include <errno.h>
#include <stddef.h>

#include "base/diag/printable.h"
#include "base/utf8.h"
#include "data/yaml.h"
#include "dates/zone.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/site_folders.h"
#include "files/source_file.h"
#include "files/tree/tree_link.h"
#include "site/config/timezone.h"
#include "site/frontmatter/frontmatter.h"
#include "text/url.h"

enum { DEFAULT_PAGINATE = 10, DEFAULT_FEED_LIMIT = 20 };

/* In two steps: the table below reads site.yaml by types, then each setting
 * that can be wrong in other ways has a function that checks it and takes it
 * over. A setting that is wrong keeps its default, so that the rest can be
 * checked in the same run. */

/* The settings as they are written, before they are checked. */
struct settings {
    str title;
    str url;
    str description;
    str language;
    str timezone;
    str urls;
    str updated;
    str undefined;
    str output;
    str deploy;
    span url_at;
    span language_at;
    span languages_at;
    span timezone_at;
    span permalink_at;
    span urls_at;
    span updated_at;
    span undefined_at;
    span output_at;
    span deploy_at;
    span paginate_at;
    int64_t paginate;
    struct text_list taxonomies;
    bool has_taxonomies;
    value languages;
    struct text_list redirects;
    bool has_redirects;
    bool stable_pages;
    value permalink;
    value author;
    value authors;
    value feeds;
    value markdown;
    value math;
    value menu;
    value params;
    span author_at;
    span authors_at;
    span math_at;
    span menu_at;
};

#define KEY(key) .name = STR_INIT(key)
#define TO(field) .to = offsetof(struct settings, field)
#define AT(field) .at = offsetof(struct settings, field##_at)

static const struct schema_key keys[] = {
    {KEY("title"), SCHEMA_TEXT, TO(title)},
    {KEY("url"), SCHEMA_TEXT, TO(url), AT(url)},
    {KEY("description"), SCHEMA_TEXT, TO(description)},
    {KEY("language"), SCHEMA_TEXT, TO(language), AT(language)},
    {KEY("languages"), SCHEMA_ANY, TO(languages), AT(languages)},
    {KEY("timezone"), SCHEMA_TEXT, TO(timezone), AT(timezone)},
    {KEY("author"), SCHEMA_ANY, TO(author), AT(author)},
    {KEY("authors"), SCHEMA_ANY, TO(authors), AT(authors)},
    {KEY("permalink"), SCHEMA_ANY, TO(permalink), AT(permalink)},
    {KEY("urls"), SCHEMA_TEXT, TO(urls), AT(urls)},
    {KEY("redirects"), SCHEMA_WORDS, TO(redirects),
     .has = offsetof(struct settings, has_redirects)},
    {KEY("paginate"), SCHEMA_INT, TO(paginate), AT(paginate)},
    {KEY("stable_pages"), SCHEMA_BOOL, TO(stable_pages)},
    {KEY("updated"), SCHEMA_TEXT, TO(updated), AT(updated)},
    {KEY("taxonomies"), SCHEMA_WORDS, TO(taxonomies),
     .has = offsetof(struct settings, has_taxonomies)},
    {KEY("feeds"), SCHEMA_DICT, TO(feeds)},
    {KEY("markdown"), SCHEMA_DICT, TO(markdown)},
    {KEY("math"), SCHEMA_ANY, TO(math), AT(math)},
    {KEY("menu"), SCHEMA_ANY, TO(menu), AT(menu)},
    {KEY("undefined"), SCHEMA_TEXT, TO(undefined), AT(undefined)},
    {KEY("output"), SCHEMA_TEXT, TO(output), AT(output)},
    {KEY("deploy"), SCHEMA_TEXT, TO(deploy), AT(deploy)},
    {KEY("params"), SCHEMA_DICT, TO(params)},
};

struct reader {
    struct schema schema;
    struct settings settings;
    struct config *out;
};

static struct schema with_keys(const struct reader *reader,
                               const struct schema_key *other, size_t n)
{
    struct schema schema = reader->schema;
    schema.keys = other;
    schema.nkeys = n;
    return schema;
}

static bool config_fail(const struct reader *reader, span at, const char *code,
                        const char *message, const char *hint)
{
    struct diag *diag =
        diag_error(reader->schema.diags, at, code, "%s", message);
    diag_hint(diag, "%s", hint);
    return false;
}

/* --- url, language, time zone --- */

static bool check_url(struct reader *reader)
{
    str url = reader->settings.url;
    span at = reader->settings.url_at;
    if (url.n == 0) {
        return true;
    }
    if (!str_starts(url, STR("http://")) && !str_starts(url, STR("https://"))) {
        struct diag *diag =
            diag_error(reader->schema.diags, at, "bad-url",
                       "the site's url starts with https:// or http://");
        while (str_starts(url, STR("/"))) {
            url = str_from_offset(url, 1);
        }
        diag_hint(diag, "write url: https://%.*s", STR_ARG(url));
        return false;
    }
    if (!url_is_base(url)) {
        return config_fail(
            reader, at, "bad-url",
            "the site's url is a host and a path, without ? and #",
            "write url: https://your.host/blog");
    }
    while (str_ends(url, STR("/"))) {
        url.n--;
    }
    reader->out->url = url;
    reader->out->url_at = at;
    return true;
}

bool config_is_example(str url)
{
    static const str hosts[] = {STR_INIT("//example.org"),
                                STR_INIT("//example.com"),
                                STR_INIT("//example.net")};
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        if (str_ends(url_origin(url), hosts[i])) {
            return true;
        }
    }
    return false;
}

static bool check_language(struct reader *reader)
{
    str tag = reader->settings.language;
    if (tag.n == 0 || config_is_language(tag)) {
        reader->out->language = tag.n ? tag : reader->out->language;
        return true;
    }
    struct diag *diag =
        diag_error(reader->schema.diags, reader->settings.language_at,
                   "bad-language", "not a language tag");
    char *p = ARENA_ARRAY(reader->schema.arena, char, tag.n);
    for (size_t i = 0; i < tag.n; i++) {
        p[i] = tag.p[i] == '_' ? '-' : tag.p[i];
    }
    str dashed = {p, tag.n}; /* of a locale's name, en_GB */
    if (!config_is_language(dashed)) {
        dashed = STR("en, es or pt-BR");
    }
    diag_hint(diag, "write %.*s", STR_ARG(dashed));
    return false;
}

/* Without `language` the site's own is English, unless a list of languages
 * leaves that out: then it is the first of them. */
static bool check_languages(struct reader *reader)
{
    value v = reader->settings.languages;
    struct config *out = reader->out;
    if (value_is(v, VALUE_UNDEFINED)) {
        return true;
    }
    bool ok = config_languages_read(
        &reader->schema, v, reader->settings.languages_at, &out->languages);
    bool known = reader->settings.language.n || !value_is(v, VALUE_LIST);
    for (size_t i = 0; i < out->languages.n; i++) {
        known = known || str_eq(out->languages.p[i].code, out->language);
    }
    if (out->languages.n && !known) {
        out->language = out->languages.p[0].code;
    }
    return ok;
}

static bool check_timezone(struct reader *reader)
{
    str name = reader->settings.timezone;
    if (name.n == 0 || str_eq(name, STR("UTC"))) {
        return true;
    }
    reader->out->zone = zone_load(name, reader->schema.arena);
    if (reader->out->zone) {
        reader->out->timezone = name;
        return true;
    }
    struct diag *diag = diag_error(
        reader->schema.diags, reader->settings.timezone_at, "unknown-timezone",
        "this system knows no time zone \"%.*s\"", STR_ARG(name));
    str near = timezone_nearest(name, reader->schema.arena);
    if (near.n) {
        diag_hint(diag, "write %.*s", STR_ARG(near));
    } else {
        diag_hint(diag, "write UTC or a name such as Europe/Madrid (a "
                        "continent and a city)");
    }
    return false;
}

/* --- addresses --- */

static bool read_permalink(struct reader *reader)
{
    const struct settings *settings = &reader->settings;
    struct permalink *out = &reader->out->permalink;
    bool ok = permalink_read(&reader->schema, settings->permalink,
                             settings->permalink_at, out);
    return permalink_read_style(settings->urls, settings->urls_at,
                                reader->schema.diags, &out->style) &&
           ok;
}

static bool read_redirects(struct reader *reader)
{
    const struct text_list *list = &reader->settings.redirects;
    struct config_redirects *out = &reader->out->redirects;
    bool ok = true;
    if (reader->settings.has_redirects) {
        *out = (struct config_redirects){0};
    }
    for (size_t i = 0; i < list->n; i++) {
        str word = list->p[i].text;
        if (str_eq(word, STR("pages"))) {
            out->pages = true;
        } else if (str_eq(word, STR("netlify")) ||
                   str_eq(word, STR("cloudflare"))) {
            out->netlify = true;
        } else if (str_eq(word, STR("nginx"))) {
            out->nginx = true;
        } else {
            ok = config_fail(reader, list->p[i].at, "wrong-type",
                             "\"redirects\" wants pages, netlify or nginx",
                             "write redirects: [pages, netlify]");
        }
    }
    return ok;
}

static bool read_updated(struct reader *reader)
{
    str word = reader->settings.updated;
    reader->out->updated_git = str_eq(word, STR("git"));
    reader->out->updated_at = reader->settings.updated_at;
    return word.n == 0 || reader->out->updated_git ||
           config_fail(
               reader, reader->settings.updated_at, "wrong-type",
               "\"updated\" wants git: the date of a file's last commit",
               "write updated: git, or leave it out");
}

/* --- output --- */

bool config_is_taken(str normal)
{
    size_t n;
    const str *taken = site_folders(&n);
    size_t slash = str_find_char(normal, '/');
    str first = str_sub(normal, 0, slash == STR_NONE ? normal.n : slash);
    for (size_t i = 0; i < n; i++) {
        if (str_eq_nocase(first, taken[i])) { /* macOS knows no case */
            return true;
        }
    }
    return false;
}

/* Deleting stale files happens there: never in what people write. */
static bool check_output(struct reader *reader)
{
    str output = reader->settings.output;
    span at = reader->settings.output_at;
    if (output.n == 0) {
        return true;
    }
    str normal;
    if (!path_normal(reader->schema.arena, output, &normal) || normal.n == 0) {
        return config_fail(
            reader, at, "bad-output",
            "the output folder is one below the site's own",
            "write output: public, or give --output on the command "
            "line");
    }
    if (str_starts(normal, STR("-"))) {
        return config_fail(
            reader, at, "bad-output",
            "a folder's name that begins with \"-\" looks like an "
            "option to other programs",
            "write output: public");
    }
    if (printable_has_control(normal)) {
        return config_fail(
            reader, at, "bad-output",
            "a folder's name can't have a control character in it",
            "write output: public");
    }
    if (config_is_taken(normal)) {
        return config_fail(reader, at, "bad-output",
                           "this folder holds what you write",
                           "write output: public");
    }
    reader->out->output = normal;
    return true;
}

static bool check_deploy(struct reader *reader)
{
    str deploy = reader->settings.deploy;
    if (printable_has_control(deploy)) {
        return config_fail(reader, reader->settings.deploy_at, "bad-deploy",
                           "a destination can't have a control character in it",
                           "write deploy: me@host:/var/www/blog/");
    }
    reader->out->deploy = deploy;
    return true;
}

/* --- authors --- */

static bool read_author(const struct reader *reader, value v, span at,
                        struct config_author *out)
{
    static const struct schema_key author_keys[] = {
        {KEY("name"), SCHEMA_TEXT, offsetof(struct config_author, name)},
        {KEY("email"), SCHEMA_TEXT, offsetof(struct config_author, email)},
        {KEY("url"), SCHEMA_TEXT, offsetof(struct config_author, url)},
    };
    if (value_is_sequence(v)) {
        struct diag *diag = schema_wrong_type(&reader->schema, STR("author"), v,
                                              at, "a name or a map");
        diag_hint(diag, "several people go below \"authors:\"");
        return false;
    }
    bool ok = true;
    if (value_is(v, VALUE_DICT)) {
        struct schema schema = with_keys(
            reader, author_keys, sizeof author_keys / sizeof *author_keys);
        ok = schema_read_all(&schema, v.as.dict, "of an author", out);
    } else {
        out->name = str_trim(schema_text(v, at));
    }
    out->key = out->key.n ? out->key : out->name;
    return ok;
}

const struct config_author *config_author(const struct config *config, str name)
{
    for (size_t i = 0; i < config->authors.n; i++) {
        const struct config_author *author = &config->authors.p[i];
        if (str_eq(author->key, name) || str_eq(author->name, name)) {
            return author;
        }
    }
    return str_eq(config->author.name, name) ? &config->author : NULL;
}

/* A map from keys that posts use, or a list. */
static bool read_authors(struct reader *reader)
{
    value v = reader->settings.authors;
    bool is_map = value_is(v, VALUE_DICT);
    if (value_is(v, VALUE_UNDEFINED)) {
        return true;
    }
    if (!is_map && !value_is(v, VALUE_LIST)) {
        struct diag *diag =
            schema_wrong_type(&reader->schema, STR("authors"), v,
                              reader->settings.authors_at, "a map or a list");
        diag_hint(diag, "write authors: [Ann, Bob]");
        return false;
    }
    bool ok = true;
    size_t n = is_map ? v.as.dict->entries.n : v.as.list->items.n;
    for (size_t i = 0; i < n; i++) {
        struct config_author author = {0};
        value item =
            is_map ? v.as.dict->entries.p[i].val : v.as.list->items.p[i];
        span at = is_map ? dict_value_span(v.as.dict, i)
                         : list_item_span(v.as.list, i);
        if (is_map) {
            author.key = schema_text(v.as.dict->entries.p[i].key,
                                     dict_key_span(v.as.dict, i));
        }
        ok = read_author(reader, item, at, &author) && ok;
        author.name = author.name.n ? author.name : author.key;
        *VEC_PUSH(&reader->out->authors, reader->schema.arena) = author;
    }
    return ok;
}

/* --- the rest --- */

static bool read_markdown(struct reader *reader)
{
    static const struct schema_key markdown_keys[] = {
        {KEY("smart"), SCHEMA_BOOL, offsetof(struct config_markdown, smart)},
        {KEY("raw_html"), SCHEMA_BOOL,
         offsetof(struct config_markdown, raw_html)},
        {KEY("highlight"), SCHEMA_BOOL,
         offsetof(struct config_markdown, highlight)},
        {KEY("mark"), SCHEMA_BOOL, offsetof(struct config_markdown, mark)},
        {KEY("scripts"), SCHEMA_BOOL,
         offsetof(struct config_markdown, scripts)},
        {KEY("emoji"), SCHEMA_BOOL, offsetof(struct config_markdown, emoji)},
        {KEY("definition_lists"), SCHEMA_BOOL,
         offsetof(struct config_markdown, definition_lists)},
        {KEY("abbreviations"), SCHEMA_BOOL,
         offsetof(struct config_markdown, abbreviations)},
        {KEY("wikilinks"), SCHEMA_BOOL,
         offsetof(struct config_markdown, wikilinks)},
        {KEY("comments"), SCHEMA_BOOL,
         offsetof(struct config_markdown, comments)},
        {KEY("tags_as_text"), SCHEMA_BOOL,
         offsetof(struct config_markdown, tags_as_text)},
    };
    if (!value_is(reader->settings.markdown, VALUE_DICT)) {
        return true;
    }
    struct schema schema = with_keys(
        reader, markdown_keys, sizeof markdown_keys / sizeof *markdown_keys);
    return schema_read_all(&schema, reader->settings.markdown.as.dict,
                           "below \"markdown\"", &reader->out->markdown);
}

static bool read_math(struct reader *reader)
{
    return config_math_read(&reader->schema, reader->settings.math,
                            reader->settings.math_at, &reader->out->math);
}

static bool read_feeds(struct reader *reader)
{
    value v = reader->settings.feeds;
    return !value_is(v, VALUE_DICT) ||
           config_feeds_read(&reader->schema, v.as.dict, &reader->out->feeds);
}

/* --- taxonomies, undefined, menu --- */

/* A taxonomy's name is its folder and part of templates: plain. */
static bool is_plain_name(str s)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (!(is_alnum(c) && c == to_lower(c)) && c != '-' && c != '_') {
            return false;
        }
    }
    return s.n > 0;
}

static bool has_taxonomy(const struct config *config, str name)
{
    for (size_t i = 0; i < config->taxonomies.n; i++) {
        if (str_eq(config->taxonomies.p[i], name)) {
            return true;
        }
    }
    return false;
}

static bool read_taxonomies(struct reader *reader)
{
    const struct text_list *list = &reader->settings.taxonomies;
    struct config *out = reader->out;
    out->has_taxonomies = reader->settings.has_taxonomies;
    if (!out->has_taxonomies) {
        *VEC_PUSH(&out->taxonomies, reader->schema.arena) = STR("tags");
        return true;
    }
    bool ok = true;
    for (size_t i = 0; i < list->n; i++) {
        if (!is_plain_name(list->p[i].text)) {
            ok = config_fail(reader, list->p[i].at, "bad-taxonomy",
                             "a taxonomy's name is its folder: small letters, "
                             "digits and -",
                             "write taxonomies: [tags]");
        } else if (frontmatter_is_taken(list->p[i].text)) {
            ok = config_fail(reader, list->p[i].at, "bad-taxonomy",
                             "this key of posts means something else",
                             "choose another name");
        } else if (!has_taxonomy(out, list->p[i].text)) {
            *VEC_PUSH(&out->taxonomies, reader->schema.arena) = list->p[i].text;
        }
    }
    return ok;
}

static bool read_undefined(struct reader *reader)
{
    static const str words[] = {
        [CONFIG_UNDEFINED_ERROR] = STR_INIT("error"),
        [CONFIG_UNDEFINED_WARN] = STR_INIT("warn"),
        [CONFIG_UNDEFINED_IGNORE] = STR_INIT("ignore"),
    };
    str word = reader->settings.undefined;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (str_eq(word, words[i])) {
            reader->out->undefined = (enum config_undefined)i;
            return true;
        }
    }
    return word.n == 0 ||
           config_fail(reader, reader->settings.undefined_at, "wrong-type",
                       "\"undefined\" wants error, warn or ignore",
                       "write undefined: warn");
}

static bool read_menu(struct reader *reader)
{
    value menu = reader->settings.menu;
    if (value_is(menu, VALUE_LIST) || value_is(menu, VALUE_DICT)) {
        reader->out->menu = menu;
        return true;
    }
    if (value_is(menu, VALUE_UNDEFINED)) {
        return true;
    }
    struct diag *diag = schema_wrong_type(&reader->schema, STR("menu"), menu,
                                          reader->settings.menu_at, "a list");
    diag_hint(diag, "write a line \"- {name: About, url: /about/}\" below it");
    return false;
}

static void set_defaults(struct config *out, const struct source *source,
                         struct arena *arena)
{
    *out = (struct config){
        .source = source,
        .language = STR("en"),
        .timezone = STR("UTC"),
        .params = value_dict(arena),
        .menu = value_list(arena),
        .permalink = {.posts = STR("/{section}/{slug}/"),
                      .pages = STR("/{slug}/")},
        .redirects = {.pages = true},
        .paginate = DEFAULT_PAGINATE,
        .feeds = {.limit = DEFAULT_FEED_LIMIT,
                  .site = 1u << FEED_ATOM | 1u << FEED_RSS | 1u << FEED_JSON,
                  .sections = 1u << FEED_ATOM,
                  .terms = 1u << FEED_ATOM},
        .markdown = {.smart = true,
                     .raw_html = true,
                     .highlight = true,
                     .wikilinks = true},
        .math = {.on = true},
        .output = STR("public"),
    };
}

static bool check_all(struct reader *reader)
{
    static bool (*const steps[])(struct reader *) = {
        check_url,       check_language, check_languages, check_timezone,
        check_output,    check_deploy,   read_permalink,  read_redirects,
        read_updated,    read_authors,   read_markdown,   read_feeds,
        read_taxonomies, read_undefined, read_menu,       read_math,
    };
    const struct settings *settings = &reader->settings;
    bool ok = config_count(&reader->schema, settings->paginate,
                           settings->paginate_at, &reader->out->paginate);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        ok = steps[i](reader) && ok;
    }
    if (!value_is(settings->author, VALUE_UNDEFINED)) {
        ok = read_author(reader, settings->author, settings->author_at,
                         &reader->out->author) &&
             ok;
    }
    if (value_is(settings->params, VALUE_DICT)) {
        reader->out->params = settings->params;
    }
    reader->out->stable_pages = settings->stable_pages;
    reader->out->title = settings->title;
    reader->out->description = settings->description;
    return ok;
}

static bool not_a_map(const struct source *source, value v, struct diags *diags)
{
    struct diag *diag =
        diag_error(diags, span_of(source, 0, 0), "wrong-type",
                   "settings are lines of \"name: value\", and this is %s",
                   schema_kind_name(v));
    diag_hint(diag, "write title: My blog");
    return false;
}

bool config_read(const struct source *source, struct arena *arena,
                 struct diags *diags, struct config *out)
{
    struct reader reader = {
        .schema = {keys, sizeof keys / sizeof *keys, NULL, arena, diags},
        .settings = {.paginate = DEFAULT_PAGINATE},
        .out = out,
    };
    value v;
    set_defaults(out, source, arena);
    bool ok = yaml_parse(source, 0, source->text.n, arena, diags, &v);
    out->unread = !ok;
    if (ok && value_is(v, VALUE_DICT)) {
        ok = schema_read_all(&reader.schema, v.as.dict, "in site.yaml",
                             &reader.settings);
    } else if (ok && !value_is(v, VALUE_NONE)) {
        ok = not_a_map(source, v, diags);
    }
    ok = check_all(&reader) && ok;
    if (ok && out->title.n == 0) {
        struct diag *diag =
            diag_warning(diags, span_of(source, 0, 0), "missing-title",
                         "the site has no title");
        diag_hint(diag, "write title: My blog");
    }
    return ok;
}

/* What is wrong with settings is shown with their lines: those of a file that
 * is none of the site's may be secret. */
static bool may_read(const struct source *source, struct arena *arena,
                     struct diags *diags)
{
    const struct tree_site site = {.root = STR(".")};
    struct tree_links links;
    str real;
    bool is_link = fs_kind(source->name, false) != FS_FILE &&
                   fs_kind(source->name, true) == FS_FILE;
    if (!is_link) {
        return true;
    }
    int error = fs_real(source->name, arena, &real);
    if (error) {
        diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                   strerror(error));
        return false;
    }
    tree_links_open(&links, &site, site.root, arena);
    return tree_links_allow(&links, real, span_of(source, 0, 0), true, diags);
}

bool config_open(struct source *source, struct arena *arena,
                 struct diags *diags)
{
    *source = (struct source){.name = STR("site.yaml")};
    if (!may_read(source, arena, diags)) {
        return false;
    }
    int error = fs_read(source->name, arena, &source->text);
    if (error) {
        source->text = (str){NULL, 0};
        struct diag *diag =
            error == ENOENT
                ? diag_error(diags, (span){0}, "unreadable",
                             "there is no site.yaml")
                : diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                             source_file_problem(source->name, error));
        diag_hint(diag, "a site is a folder with site.yaml and content/: "
                        "stand in it, or use -C DIR");
        return false;
    }
    source_index(source, arena);
    return true;
}

bool config_peek(struct arena *arena, struct config *out)
{
    struct source source;
    struct diags unheard;
    diags_init(&unheard, arena);
    bool read = config_open(&source, arena, &unheard);
    return config_read(&source, arena, &unheard, out) && read;
}

bool config_has_taxonomy(const struct config *config, str name)
{
    return str_is_one_of(name, config->taxonomies.p, config->taxonomies.n);
}

bool config_is_of_terms(const struct config *config, str folder)
{
    str part;
    return str_split(&folder, '/', &part) && config_has_taxonomy(config, part);
}
