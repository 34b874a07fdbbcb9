/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "base/diag/printable.h"
#include "data/yaml.h"
#include "dates/zone.h"
#include "files/path.h"
#include "site/config/config.h"
#include "site/config/config_parts.h"
#include "site/frontmatter/frontmatter.h"
#include "text/url.h"

/* The table at the end reads site.yaml by types. A setting that can be wrong in
 * other ways has a function that checks it and takes it over. A setting that is
 * wrong keeps its default, so that the rest can be checked in the same run. */

#define KEY(key) .name = STR_INIT(key)

static bool fail(const struct schema_setting *setting, const char *code,
                 const char *message, const char *hint)
{
    struct diag *diag =
        diag_error(setting->schema->diags, setting->at, code, "%s", message);
    diag_hint(diag, "%s", hint);
    return false;
}

/* --- url, language, time zone --- */

static bool take_url(const struct schema_setting *setting, void *out)
{
    struct config *config = out;
    str url = setting->as.text;
    if (!str_starts(url, STR("http://")) && !str_starts(url, STR("https://"))) {
        struct diag *diag =
            diag_error(setting->schema->diags, setting->at, "bad-url",
                       "the site's url starts with https:// or http://");
        bool plain = str_eq_nocase(str_sub(url, 0, 5), STR("http:"));
        size_t scheme = str_find(url, STR("://"));
        url = str_from_offset(url, scheme == STR_NONE ? 0 : scheme + 1);
        while (str_starts(url, STR("/"))) {
            url = str_from_offset(url, 1);
        }
        diag_hint(diag, "write url: http%s://%.*s", plain ? "" : "s",
                  STR_ARG(url));
        return false;
    }
    if (!url_is_base(url)) {
        return fail(setting, "bad-url",
                    "the site's url is a host and a path, without ? and #",
                    "write url: https://your.host/blog");
    }
    while (str_ends(url, STR("/"))) {
        url.n--;
    }
    config->url = url;
    config->url_at = setting->at;
    return true;
}

static bool take_language(const struct schema_setting *setting, void *config)
{
    str tag = setting->as.text;
    if (config_is_language(tag)) {
        ((struct config *)config)->language = tag;
        return true;
    }
    struct diag *diag = diag_error(setting->schema->diags, setting->at,
                                   "bad-language", "not a language tag");
    /* Of a locale's name, en_GB. */
    str dashed = arena_replace(setting->schema->arena, tag, '_', '-');
    if (!config_is_language(dashed)) {
        dashed = STR("en, es or pt-BR");
    }
    diag_hint(diag, "write %.*s", STR_ARG(dashed));
    return false;
}

static bool take_timezone(const struct schema_setting *setting, void *out)
{
    struct config *config = out;
    struct arena *arena = setting->schema->arena;
    str name = setting->as.text;
    if (str_eq(name, STR("UTC"))) {
        return true;
    }
    config->zone = zone_load(name, arena);
    if (config->zone) {
        config->timezone = name;
        return true;
    }
    struct diag *diag =
        diag_error(setting->schema->diags, setting->at, "unknown-timezone",
                   "this system knows no time zone \"%.*s\"", STR_ARG(name));
    str near = timezone_nearest(name, arena);
    if (near.n) {
        diag_hint(diag, "write %.*s", STR_ARG(near));
    } else {
        diag_hint(diag, "write UTC or a name such as Europe/Madrid (a "
                        "continent and a city)");
    }
    return false;
}

/* --- addresses --- */

static bool take_redirects(const struct schema_setting *setting, void *config)
{
    const struct text_list *list = &setting->as.list;
    struct config_redirects out = {0};
    bool ok = true;
    for (size_t i = 0; i < list->n; i++) {
        str word = list->p[i].text;
        if (str_eq(word, STR("pages"))) {
            out.pages = true;
        } else if (str_eq(word, STR("netlify")) ||
                   str_eq(word, STR("cloudflare"))) {
            out.netlify = true;
        } else if (str_eq(word, STR("nginx"))) {
            out.nginx = true;
        } else {
            const struct schema_setting item = {.schema = setting->schema,
                                                .at = list->p[i].at};
            ok = fail(&item, "wrong-type",
                      "\"redirects\" wants pages, netlify or nginx",
                      "write redirects: [pages, netlify]");
        }
    }
    ((struct config *)config)->redirects = out;
    return ok;
}

static bool take_updated(const struct schema_setting *setting, void *out)
{
    struct config *config = out;
    config->updated_git = str_eq(setting->as.text, STR("git"));
    config->updated_at = setting->at;
    return config->updated_git ||
           fail(setting, "wrong-type",
                "\"updated\" wants git: the date of a file's last commit",
                "write updated: git, or leave it out");
}

/* --- posts --- */

static bool take_hidden(const struct schema_setting *setting, void *config)
{
    ((struct config *)config)->hidden_unlisted =
        str_eq(setting->as.text, STR("unlisted"));
    return ((struct config *)config)->hidden_unlisted ||
           fail(setting, "wrong-type",
                "\"hidden\" wants unlisted: hidden posts are published, in no "
                "list",
                "write hidden: unlisted, or leave it out");
}

static bool take_include(const struct schema_setting *setting, void *config)
{
    const struct text_list *list = &setting->as.list;
    bool ok = true;
    for (size_t i = 0; i < list->n; i++) {
        str name = path_bare(list->p[i].text);
        const struct schema_setting item = {.schema = setting->schema,
                                            .at = list->p[i].at};
        if (!str_starts(name, STR("_")) ||
            str_find_char(name, '/') != STR_NONE) {
            ok = fail(&item, "wrong-type",
                      "\"include\" wants names of folders in content/ that "
                      "begin with \"_\": others are content anyway",
                      "write include: [_recipes]");
        }
        *VEC_PUSH(&((struct config *)config)->include, setting->schema->arena) =
            name;
    }
    return ok;
}

/* --- output --- */

/* Stale files there are deleted, so it must be no folder with sources. */
static bool take_output(const struct schema_setting *setting, void *config)
{
    str normal;
    const char *hint = "write output: public";
    if (!path_normal(setting->schema->arena, setting->as.text, &normal) ||
        normal.n == 0) {
        return fail(setting, "bad-output",
                    "the output folder is one below the site's own",
                    "write output: public, or give --output on the command "
                    "line");
    }
    if (str_starts(normal, STR("-"))) {
        return fail(setting, "bad-output",
                    "a folder's name that begins with \"-\" looks like an "
                    "option to other programs",
                    hint);
    }
    if (str_starts(normal, STR("~"))) {
        return fail(setting, "bad-output",
                    "a folder's name that begins with \"~\" is a home folder "
                    "to shells, and none here",
                    hint);
    }
    if (printable_has_control(normal)) {
        return fail(setting, "bad-output",
                    "a folder's name can't have a control character in it",
                    hint);
    }
    if (config_is_taken(normal)) {
        return fail(setting, "bad-output", "this folder holds what you write",
                    hint);
    }
    ((struct config *)config)->output = normal;
    return true;
}

static bool take_deploy(const struct schema_setting *setting, void *config)
{
    if (printable_has_control(setting->as.text)) {
        return fail(setting, "bad-deploy",
                    "a destination can't have a control character in it",
                    "write deploy: me@host:/var/www/blog/");
    }
    ((struct config *)config)->deploy = setting->as.text;
    return true;
}

/* --- authors --- */

static bool read_author(const struct schema *schema, value v, span at,
                        struct config_author *out)
{
    static const struct schema_key author_keys[] = {
        {KEY("name"), SCHEMA_TEXT, offsetof(struct config_author, name)},
        {KEY("email"), SCHEMA_TEXT, offsetof(struct config_author, email)},
        {KEY("url"), SCHEMA_TEXT, offsetof(struct config_author, url)},
    };
    if (value_is_sequence(v)) {
        return schema_wrong_type(schema, STR("author"), v, at,
                                 "a name or a map",
                                 "several people go below \"authors:\"");
    }
    bool ok = true;
    if (value_is(v, VALUE_DICT)) {
        ok = schema_read_all(schema, author_keys,
                             sizeof author_keys / sizeof *author_keys,
                             v.as.dict, "of an author", out);
    } else {
        out->name = str_trim(schema_text(v, at));
    }
    out->key = out->key.n ? out->key : out->name;
    return ok;
}

static bool take_author(const struct schema_setting *setting, void *config)
{
    return read_author(setting->schema, setting->as.any, setting->at,
                       &((struct config *)config)->author);
}

/* A map from keys that posts use, or a list. */
static bool take_authors(const struct schema_setting *setting, void *config)
{
    value v = setting->as.any;
    bool is_map = value_is(v, VALUE_DICT);
    if (!is_map && !value_is(v, VALUE_LIST)) {
        return schema_wrong_type(setting->schema, STR("authors"), v,
                                 setting->at, "a map or a list",
                                 "write authors: [Ann, Bob]");
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
            author.key = schema_key_text(v.as.dict, i);
        }
        ok = read_author(setting->schema, item, at, &author) && ok;
        author.name = author.name.n ? author.name : author.key;
        *VEC_PUSH(&((struct config *)config)->authors, setting->schema->arena) =
            author;
    }
    return ok;
}

/* --- the rest --- */

static bool take_markdown(const struct schema_setting *setting, void *config)
{
#define MARKDOWN(key)                                                          \
    {                                                                          \
        KEY(#key), SCHEMA_BOOL, offsetof(struct config_markdown, key)          \
    }
#define NOTATION(key)                                                          \
    {                                                                          \
        KEY(#key), SCHEMA_BOOL,                                                \
            .to = offsetof(struct config_markdown, key),                       \
            .has = offsetof(struct config_markdown, has_##key)                 \
    }
    static const struct schema_key markdown_keys[] = {
        MARKDOWN(smart),
        MARKDOWN(raw_html),
        MARKDOWN(highlight),
        NOTATION(mark),
        NOTATION(scripts),
        NOTATION(emoji),
        MARKDOWN(definition_lists),
        NOTATION(abbreviations),
        MARKDOWN(wikilinks),
        MARKDOWN(comments),
        MARKDOWN(tags_as_text),
    };
#undef MARKDOWN
#undef NOTATION
    return schema_read_all(setting->schema, markdown_keys,
                           sizeof markdown_keys / sizeof *markdown_keys,
                           setting->as.any.as.dict, "below \"markdown\"",
                           &((struct config *)config)->markdown);
}

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

static bool take_taxonomies(const struct schema_setting *setting, void *config)
{
    const struct text_list *list = &setting->as.list;
    struct config *out = config;
    out->has_taxonomies = true;
    out->taxonomies_at = setting->at;
    bool ok = true;
    for (size_t i = 0; i < list->n; i++) {
        str name = list->p[i].text;
        const struct schema_setting item = {.schema = setting->schema,
                                            .at = list->p[i].at};
        if (!is_plain_name(name)) {
            ok = fail(&item, "bad-taxonomy",
                      "a taxonomy's name is its folder: small letters, "
                      "digits and -",
                      "write taxonomies: [tags]");
        } else if (frontmatter_is_taken(name)) {
            ok = fail(&item, "bad-taxonomy",
                      "this key of posts means something else",
                      "choose another name");
        } else if (!config_has_taxonomy(out, name)) {
            *VEC_PUSH(&out->taxonomies, setting->schema->arena) = name;
        }
    }
    return ok;
}

static bool take_undefined(const struct schema_setting *setting, void *config)
{
    static const str words[] = {
        [CONFIG_UNDEFINED_ERROR] = STR_INIT("error"),
        [CONFIG_UNDEFINED_WARN] = STR_INIT("warn"),
        [CONFIG_UNDEFINED_IGNORE] = STR_INIT("ignore"),
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (str_eq(setting->as.text, words[i])) {
            ((struct config *)config)->undefined = (enum config_undefined)i;
            return true;
        }
    }
    return fail(setting, "wrong-type",
                "\"undefined\" wants error, warn or ignore",
                "write undefined: warn");
}

static bool take_menu(const struct schema_setting *setting, void *config)
{
    value menu = setting->as.any;
    if (value_is(menu, VALUE_LIST) || value_is(menu, VALUE_DICT)) {
        ((struct config *)config)->menu = menu;
        return true;
    }
    return schema_wrong_type(setting->schema, STR("menu"), menu, setting->at,
                             "a list",
                             "write a line \"- {name: About, url: /about/}\" "
                             "below it");
}

#define TO(field) .to = offsetof(struct config, field)

static const struct schema_key keys[] = {
    {KEY("title"), SCHEMA_TEXT, TO(title)},
    {KEY("url"), SCHEMA_TEXT, .take = take_url},
    {KEY("description"), SCHEMA_TEXT, TO(description)},
    {KEY("language"), SCHEMA_TEXT, .take = take_language},
    {KEY("languages"), SCHEMA_ANY, .take = config_take_languages},
    {KEY("timezone"), SCHEMA_TEXT, .take = take_timezone},
    {KEY("author"), SCHEMA_ANY, .take = take_author},
    {KEY("authors"), SCHEMA_ANY, .take = take_authors},
    {KEY("permalink"), SCHEMA_ANY, .take = config_take_permalink},
    {KEY("urls"), SCHEMA_TEXT, .take = config_take_urls},
    {KEY("redirects"), SCHEMA_WORDS, .take = take_redirects},
    {KEY("paginate"), SCHEMA_INT, .take = config_take_paginate},
    {KEY("stable_pages"), SCHEMA_BOOL, TO(stable_pages)},
    {KEY("updated"), SCHEMA_TEXT, .take = take_updated},
    {KEY("hidden"), SCHEMA_TEXT, .take = take_hidden},
    {KEY("include"), SCHEMA_WORDS, .take = take_include},
    {KEY("taxonomies"), SCHEMA_WORDS, .take = take_taxonomies},
    {KEY("feeds"), SCHEMA_DICT, .take = config_take_feeds},
    {KEY("markdown"), SCHEMA_DICT, .take = take_markdown},
    {KEY("math"), SCHEMA_ANY, .take = config_take_math},
    {KEY("images"), SCHEMA_DICT, .take = config_take_images},
    {KEY("cards"), SCHEMA_ANY, .take = config_take_cards},
    {KEY("search"), SCHEMA_BOOL, TO(search)},
    {KEY("menu"), SCHEMA_ANY, .take = take_menu},
    {KEY("undefined"), SCHEMA_TEXT, .take = take_undefined},
    {KEY("output"), SCHEMA_TEXT, .take = take_output},
    {KEY("deploy"), SCHEMA_TEXT, .take = take_deploy},
    {KEY("theme"), SCHEMA_TEXT, .take = config_take_theme},
    {KEY("params"), SCHEMA_DICT, TO(params)},
};

static void set_defaults(struct config *out, const struct source *source,
                         struct arena *arena)
{
    *out = (struct config){
        .source = source,
        .timezone = STR("UTC"),
        .params = value_dict(arena),
        .menu = value_list(arena),
        .permalink = {.posts = STR("/{section}/{slug}/"),
                      .pages = STR("/{slug}/")},
        .redirects = {.pages = true},
        .paginate = 10,
        .feeds = {.limit = 20,
                  .site = 1u << FEED_ATOM | 1u << FEED_RSS | 1u << FEED_JSON,
                  .sections = 1u << FEED_ATOM,
                  .terms = 1u << FEED_ATOM},
        .markdown = {.smart = true,
                     .raw_html = true,
                     .highlight = true,
                     .wikilinks = true,
                     .definition_lists = true},
        .math = {.on = true},
        .images = {.resize = true, .width = 640, .quality = 75},
        .output = STR("public"),
    };
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
    const struct schema schema = {.arena = arena, .diags = diags};
    value v;
    set_defaults(out, source, arena);
    bool ok = yaml_parse(source, 0, source->text.n, arena, diags, &v);
    out->unread = !ok;
    if (ok && value_is(v, VALUE_DICT)) {
        ok = schema_read_all(&schema, keys, sizeof keys / sizeof *keys,
                             v.as.dict, "in site.yaml", out);
    } else if (ok && !value_is(v, VALUE_NONE)) {
        ok = not_a_map(source, v, diags);
    }
    ok = config_read_theme(out, arena, diags) && ok;
    if (!out->language.n) {
        out->language = STR("en");
    }
    if (!out->has_taxonomies) {
        *VEC_PUSH(&out->taxonomies, arena) = STR("tags");
    }
    if (ok && out->title.n == 0) {
        struct diag *diag =
            diag_warning(diags, span_of(source, 0, 0), "missing-title",
                         "the site has no title");
        diag_hint(diag, "write title: My blog");
    }
    return ok;
}
