/* SPDX-License-Identifier: MIT */
#include "site/frontmatter/frontmatter.h"

#include <stddef.h>
#include <string.h>

#include "files/path.h"
#include "site/config/key_typo.h"
#include "site/frontmatter/holding.h"

/* --- its keys --- */

/* Where keys are read to. */
struct whole {
    struct frontmatter front;
    struct frontmatter_rare rare;
};

#define TO(field) .to = offsetof(struct whole, field)
#define AT(field) .at = offsetof(struct whole, field)
#define HAS(field) .has = offsetof(struct whole, field)
#define KEY(key) .name = STR_INIT(key)
#define MEANS(key) .means = STR_INIT(key)

static const struct schema_key keys[] = {
    {KEY("title"), SCHEMA_TEXT, TO(front.title), AT(front.title_at)},
    {KEY("date"), SCHEMA_DATE, TO(front.date), AT(front.date_at),
     HAS(front.has_date)},
    {KEY("updated"), SCHEMA_ANY},
    {KEY("lastmod"), SCHEMA_DATE, TO(front.updated), HAS(front.has_updated),
     MEANS("updated")},
    {KEY("modified"), SCHEMA_DATE, TO(front.updated), HAS(front.has_updated),
     MEANS("updated")},
    {KEY("publish"), SCHEMA_ANY},
    {KEY("publishDate"), SCHEMA_DATE, TO(front.publish), HAS(front.has_publish),
     MEANS("publish")},
    {KEY("publish_date"), SCHEMA_DATE, TO(front.publish),
     HAS(front.has_publish), MEANS("publish")},
    {KEY("pubDate"), SCHEMA_ANY, MEANS("date")},
    {KEY("expires"), SCHEMA_DATE, TO(front.expires), HAS(front.has_expires)},
    {KEY("expiryDate"), SCHEMA_DATE, TO(front.expires), HAS(front.has_expires),
     MEANS("expires")},
    {KEY("unpublishDate"), SCHEMA_DATE, TO(front.expires),
     HAS(front.has_expires), MEANS("expires")},
    {KEY("unpublish_date"), SCHEMA_DATE, TO(front.expires),
     HAS(front.has_expires), MEANS("expires")},
    {KEY("draft"), SCHEMA_BOOL, TO(front.draft)},
    {KEY("published"), SCHEMA_ANY},
    {KEY("unlisted"), SCHEMA_BOOL, TO(front.unlisted)},
    {KEY("pinned"), SCHEMA_BOOL, TO(front.pinned)},
    {KEY("noindex"), SCHEMA_BOOL, TO(front.noindex)},
    {KEY("headless"), SCHEMA_BOOL, TO(front.headless)},
    {KEY("build"), SCHEMA_ANY},
    {KEY("_build"), SCHEMA_ANY, MEANS("build")},
    {KEY("toc"), SCHEMA_ANY},
    {KEY("weight"), SCHEMA_INT, TO(front.weight), HAS(front.has_weight)},
    {KEY("slug"), SCHEMA_TEXT, TO(front.slug), AT(front.slug_at)},
    {KEY("url"), SCHEMA_TEXT, TO(rare.url), AT(rare.url_at)},
    {KEY("permalink"), SCHEMA_TEXT, TO(rare.url), AT(rare.url_at),
     MEANS("url")},
    {KEY("series"), SCHEMA_TEXT, TO(front.series), AT(front.series_at)},
    {KEY("summary"), SCHEMA_TEXT, TO(front.summary)},
    {KEY("description"), SCHEMA_TEXT, TO(front.description)},
    {KEY("lang"), SCHEMA_TEXT, TO(rare.lang), AT(rare.lang_at)},
    {KEY("template"), SCHEMA_TEXT, TO(rare.template), AT(rare.template_at)},
    {KEY("link"), SCHEMA_TEXT, TO(rare.link), AT(rare.link_at)},
    {KEY("tags"), SCHEMA_WORDS, TO(front.tags)},
    {KEY("categories"), SCHEMA_WORDS, TO(front.categories)},
    {KEY("category"), SCHEMA_TEXTS, TO(front.categories), MEANS("categories")},
    {KEY("authors"), SCHEMA_WORDS, TO(front.authors)},
    {KEY("author"), SCHEMA_TEXTS, TO(front.authors), MEANS("authors")},
    {KEY("aliases"), SCHEMA_TEXTS, TO(front.aliases)},
    {KEY("redirect_from"), SCHEMA_TEXTS, TO(front.aliases), MEANS("aliases")},
    {KEY("taxonomies"), SCHEMA_ANY},
    {KEY("cover"), SCHEMA_ANY},
    {KEY("image"), SCHEMA_ANY, MEANS("cover")},
    {KEY("recipe"), SCHEMA_ANY},
    {KEY("menu"), SCHEMA_ANY},
    {KEY("menus"), SCHEMA_ANY, MEANS("menu")},
    {KEY("cascade"), SCHEMA_ANY},
    {KEY("extra"), SCHEMA_ANY},
};
_Static_assert(sizeof keys / sizeof *keys <= 64, "`given` has a bit for each");

static const struct schema_key *find_key(str name)
{
    const struct schema schema = {.keys = keys,
                                  .nkeys = sizeof keys / sizeof *keys};
    return schema_find(&schema, name);
}

static bool holds_words(const struct schema_key *key)
{
    return key && (key->type == SCHEMA_WORDS || key->type == SCHEMA_TEXTS);
}

size_t frontmatter_words_place(str key)
{
    const struct schema_key *found = find_key(key);
    return holds_words(found) ? found->to : SIZE_MAX;
}

struct text_list frontmatter_words(const struct frontmatter *front,
                                   size_t place)
{
    struct text_list words;
    memcpy(&words, (const char *)front + place, sizeof words);
    return words;
}

bool frontmatter_is_taken(str key)
{
    const struct schema_key *found = find_key(key);
    return found && !holds_words(found) && !str_eq(key, STR("series"));
}

struct reader {
    struct schema schema;
    const struct source *source;
    const struct dict *dict;
    struct whole *whole;
    struct frontmatter *out;  /* of it */
    struct locus *extra_loci; /* one per entry of out->extra */
    bool draft;               /* it says so in crumb's word */
};

/* --- keys that need more than a type --- */

/* A date under another name. Beside one it says when the post goes live, as in
 * Hugo, unless it would be earlier. */
static void take_date(struct reader *reader, struct date date, span at)
{
    struct frontmatter *out = reader->out;
    const struct dict *dict = reader->dict;
    struct date own;
    size_t i = 0;
    while (i < dict->entries.n &&
           &dict->entries.p[i].val != dict_get_str(dict, STR("date"))) {
        i++;
    }
    if (i == dict->entries.n || !schema_is_given(dict, i)) {
        out->date = date;
        out->date_at = at;
        out->has_date = true;
        return;
    }
    str text = schema_text(dict->entries.p[i].val, dict_value_span(dict, i));
    if (!dict_get_str(dict, STR("publish")) &&
        date_parse(str_trim(text), reader->schema.zone, &own) == DATE_OK &&
        date_cmp(date, own) > 0) {
        out->publish = date;
        out->has_publish = true;
    }
}

/* Astro's. */
static bool read_pub_date(struct reader *reader, size_t i)
{
    static const struct schema_key key = {KEY("pubDate"), SCHEMA_DATE};
    span at = dict_value_span(reader->dict, i);
    struct date date;
    if (!schema_read(&reader->schema, &key, reader->dict, i, &date)) {
        return false;
    }
    take_date(reader, date, at);
    return true;
}

/* Jekyll has a boolean here, others a date. */
static bool read_published(struct reader *reader, size_t i)
{
    static const struct schema_key flag = {KEY("published"), SCHEMA_BOOL};
    span at = dict_value_span(reader->dict, i);
    str text = str_trim(schema_text(reader->dict->entries.p[i].val, at));
    struct date date;
    if (date_parse(text, reader->schema.zone, &date) == DATE_OK) {
        take_date(reader, date, at);
        return true;
    }
    bool published;
    return schema_read(&reader->schema, &flag, reader->dict, i, &published);
}

/* A date, or the `publish: false` of those who write notes in Obsidian. */
static bool read_publish(struct reader *reader, size_t i)
{
    static const struct schema_key flag = {KEY("publish"), SCHEMA_BOOL};
    static const struct schema_key date = {
        KEY("publish"), SCHEMA_DATE, TO(front.publish), HAS(front.has_publish)};
    value v = reader->dict->entries.p[i].val;
    str text = schema_text(v, dict_value_span(reader->dict, i));
    bool publish;
    if (value_is(v, VALUE_BOOL) || schema_bool_word(str_trim(text), &publish)) {
        return schema_read(&reader->schema, &flag, reader->dict, i, &publish);
    }
    return schema_read(&reader->schema, &date, reader->dict, i, reader->whole);
}

/* A date, or `git` for that of the file's last commit. */
static bool read_updated(struct reader *reader, size_t i)
{
    static const struct schema_key date = {
        KEY("updated"), SCHEMA_DATE, TO(front.updated), HAS(front.has_updated)};
    value v = reader->dict->entries.p[i].val;
    span at = dict_value_span(reader->dict, i);
    if (value_is(v, VALUE_STRING) &&
        str_eq(str_trim(value_str(v)), STR("git"))) {
        reader->out->updated_git = true;
        reader->whole->rare.updated_at = at;
        return true;
    }
    return schema_read(&reader->schema, &date, reader->dict, i, reader->whole);
}

#define IN_COVER(field) .to = offsetof(struct frontmatter_cover, field)

static bool read_cover_map(struct reader *reader, const struct dict *dict)
{
    static const struct schema_key cover_keys[] = {
        {KEY("image"), SCHEMA_TEXT, IN_COVER(image),
         .at = offsetof(struct frontmatter_cover, at)},
        {KEY("path"), SCHEMA_TEXT, IN_COVER(image), MEANS("image"),
         .at = offsetof(struct frontmatter_cover, at)},
        {KEY("src"), SCHEMA_TEXT, IN_COVER(image), MEANS("image"),
         .at = offsetof(struct frontmatter_cover, at)},
        {KEY("alt"), SCHEMA_TEXT, IN_COVER(alt)},
        {KEY("caption"), SCHEMA_TEXT, IN_COVER(caption)},
    };
    struct schema schema = reader->schema;
    schema.keys = cover_keys;
    schema.nkeys = sizeof cover_keys / sizeof *cover_keys;
    bool ok = true;
    for (size_t i = 0; i < dict->entries.n; i++) {
        str name = schema_text(dict->entries.p[i].key, dict_key_span(dict, i));
        const struct schema_key *key = schema_find(&schema, name);
        ok = (!key ||
              schema_read(&schema, key, dict, i, &reader->whole->rare.cover)) &&
             ok;
    }
    return ok;
}

/* A path, a list of paths whose first one counts, or a map, in which other
 * generators have other names; in some themes `cover: true` shows one that is
 * named elsewhere. */
static bool read_cover(struct reader *reader, size_t i)
{
    value v = reader->dict->entries.p[i].val;
    struct text_list images;
    struct schema_key whole = {KEY("cover"), SCHEMA_TEXTS};
    if (value_is(v, VALUE_DICT)) {
        return read_cover_map(reader, v.as.dict);
    }
    if (value_is(v, VALUE_BOOL)) {
        return true;
    }
    if (!schema_read(&reader->schema, &whole, reader->dict, i, &images)) {
        return false;
    }
    if (images.n) {
        reader->whole->rare.cover.image = images.p[0].text;
        reader->whole->rare.cover.at = images.p[0].at;
    }
    return true;
}

/* Room for the places of all that may go into page.extra. */
static struct locus *extra_room(const struct reader *reader)
{
    static const str nested[] = {STR_INIT("extra"), STR_INIT("taxonomies")};
    size_t n = reader->dict->entries.n;
    for (size_t i = 0; i < sizeof nested / sizeof *nested; i++) {
        const value *v = dict_get_str(reader->dict, nested[i]);
        n += v && value_is(*v, VALUE_DICT) ? v->as.dict->entries.n : 0;
    }
    return ARENA_ARRAY(reader->schema.arena, struct locus, n);
}

/* Entry i of the dict goes into page.extra, in place of one of that name. */
static void keep_extra(struct reader *reader, const struct dict *dict, size_t i)
{
    struct dict *extra = reader->out->extra.as.dict;
    const struct entry *entry = &dict->entries.p[i];
    if (!reader->extra_loci) {
        reader->extra_loci = extra_room(reader);
    }
    size_t number = dict_index(extra, entry->key); /* that of a new one too */
    dict_set(extra, reader->schema.arena, entry->key, entry->val);
    reader->extra_loci[number] = dict->loci[i];
}

static bool read_extra(struct reader *reader, size_t i)
{
    value v = reader->dict->entries.p[i].val;
    if (!value_is(v, VALUE_DICT)) {
        schema_wrong_type(&reader->schema, STR("extra"), v,
                          dict_value_span(reader->dict, i), "a map");
        return false;
    }
    for (size_t k = 0; k < v.as.dict->entries.n; k++) {
        keep_extra(reader, v.as.dict, k);
    }
    return true;
}

/* Themes of other generators have a map of settings here, or a list of
 * headings. */
static bool read_toc(struct reader *reader, size_t i)
{
    static const struct schema_key flag = {KEY("toc"), SCHEMA_BOOL};
    struct frontmatter *out = reader->out;
    value v = reader->dict->entries.p[i].val;
    bool on = true;
    if (value_is(v, VALUE_DICT)) {
        const value *enable = dict_get_str(v.as.dict, STR("enable"));
        on = !enable || !value_is(*enable, VALUE_BOOL) || enable->as.b;
    } else if (!value_is_sequence(v) &&
               !schema_read(&reader->schema, &flag, reader->dict, i, &on)) {
        return false;
    }
    out->toc = on;
    out->has_toc = true;
    return true;
}

/* `recipe: true` is a setting of another theme, and kept in `extra`. */
static bool read_recipe(struct reader *reader, size_t i)
{
    value v = reader->dict->entries.p[i].val;
    if (value_is(v, VALUE_DICT)) {
        reader->whole->rare.recipe = v;
        reader->whole->rare.recipe_at = dict_value_span(reader->dict, i);
        return true;
    }
    struct diag *diag = diag_warning(
        reader->schema.diags, dict_value_span(reader->dict, i), "wrong-type",
        "\"recipe\" wants a map, and this is %s: kept in page.extra",
        schema_kind_name(v));
    diag_hint(diag, "%s",
              schema_is_toml(reader->dict, i)
                  ? "write a line [recipe], and yield = \"1 loaf\" below it"
                  : "put lines such as \"yield: 1 loaf\" below it, indented");
    keep_extra(reader, reader->dict, i);
    return true;
}

/* The name of a menu, a list of names, or a map from names to the keys of an
 * entry. `menu: true` is a setting of another theme. */
static bool read_menu(struct reader *reader, size_t i)
{
    value v = reader->dict->entries.p[i].val;
    span at = dict_value_span(reader->dict, i);
    if (value_is(v, VALUE_BOOL)) {
        keep_extra(reader, reader->dict, i);
        return true;
    }
    for (size_t k = 0; value_is(v, VALUE_LIST) && k < v.as.list->items.n; k++) {
        value item = v.as.list->items.p[k];
        if (value_is(item, VALUE_DICT) || value_is(item, VALUE_LIST)) {
            struct diag *diag = schema_wrong_type(
                &reader->schema, STR("menu"), item,
                list_item_span(v.as.list, k), "names of menus");
            diag_hint(diag, "%s",
                      schema_is_toml(reader->dict, i)
                          ? "write menu = [\"main\", \"footer\"]"
                          : "write menu: [main, footer]");
            return false;
        }
    }
    reader->whole->rare.menu = v;
    reader->whole->rare.menu_at = at;
    return true;
}

static bool read_cascade(struct reader *reader, size_t i)
{
    value v = reader->dict->entries.p[i].val;
    span at = dict_value_span(reader->dict, i);
    bool maps = value_is(v, VALUE_DICT) || value_is(v, VALUE_LIST);
    for (size_t k = 0; value_is(v, VALUE_LIST) && k < v.as.list->items.n; k++) {
        maps = maps && value_is(v.as.list->items.p[k], VALUE_DICT);
    }
    if (!maps) {
        struct diag *diag = schema_wrong_type(
            &reader->schema, STR("cascade"), v, at, "a map, or a list of maps");
        diag_hint(diag, "%s",
                  schema_is_toml(reader->dict, i)
                      ? "write a line [cascade], and draft = true below it"
                      : "put lines such as \"draft: true\" below it, indented");
        return false;
    }
    reader->whole->rare.cascade = v;
    reader->whole->rare.cascade_at = at;
    return true;
}

/* always, never and one more; Hugo has booleans for the first two. */
static bool read_build_word(const struct reader *reader,
                            const struct dict *dict, str name, str third,
                            bool *never, bool *other)
{
    for (size_t i = 0; i < dict->entries.n; i++) {
        value key = dict->entries.p[i].key;
        value v = dict->entries.p[i].val;
        if (!value_is(key, VALUE_STRING) || !str_eq(value_str(key), name) ||
            !schema_is_given(dict, i)) {
            continue;
        }
        span at = dict_value_span(dict, i);
        str word = str_trim(schema_text(v, at));
        bool always = str_eq_nocase(word, STR("always"));
        *other = str_eq_nocase(word, third);
        *never = str_eq_nocase(word, STR("never"));
        if (!always && !*other && !*never && schema_bool_word(word, &always)) {
            *never = !always;
            always = true;
        }
        if (!always && !*other && !*never) {
            schema_wrong_type(&reader->schema, name, v, at,
                              str_eq(third, STR("link"))
                                  ? "always, never or link"
                                  : "always, never or local");
            return false;
        }
    }
    return true;
}

/* A map without any of Hugo's keys is the author's own. */
static bool read_build(struct reader *reader, size_t i)
{
    struct frontmatter_build *build = &reader->out->build;
    value v = reader->dict->entries.p[i].val;
    const struct dict *dict = value_is(v, VALUE_DICT) ? v.as.dict : NULL;
    const value *files =
        dict ? dict_get_str(dict, STR("publishResources")) : NULL;
    if (!dict || (!files && !dict_get_str(dict, STR("render")) &&
                  !dict_get_str(dict, STR("list")))) {
        keep_extra(reader, reader->dict, i);
        return true;
    }
    bool publish = true;
    if (files && value_is(*files, VALUE_STRING)) {
        schema_bool_word(str_trim(value_str(*files)), &publish);
    }
    build->unpublished =
        !publish || (files && value_is(*files, VALUE_BOOL) && !files->as.b);
    bool render = read_build_word(reader, dict, STR("render"), STR("link"),
                                  &build->unrendered, &build->linked);
    return read_build_word(reader, dict, STR("list"), STR("local"),
                           &build->unlisted, &build->local) &&
           render;
}

static bool read_entry(struct reader *reader, size_t i);

/* Zola's map of taxonomies to terms: each as if it stood at the top, where one
 * of that name wins. */
static bool read_taxonomies(struct reader *reader, size_t i)
{
    static const str ours[] = {STR_INIT("tags"), STR_INIT("categories"),
                               STR_INIT("series"), STR_INIT("authors")};
    value v = reader->dict->entries.p[i].val;
    bool ok = true;
    if (!value_is(v, VALUE_DICT)) {
        keep_extra(reader, reader->dict, i);
        return true;
    }
    if (!reader->extra_loci) {
        reader->extra_loci = extra_room(reader);
    }
    struct reader inner = *reader;
    inner.dict = v.as.dict;
    for (size_t k = 0; k < v.as.dict->entries.n; k++) {
        span at = dict_key_span(v.as.dict, k);
        str name = schema_text(v.as.dict->entries.p[k].key, at);
        if (dict_get_str(reader->dict, name)) {
            continue;
        }
        if (str_is_one_of(name, ours, sizeof ours / sizeof *ours)) {
            ok = read_entry(&inner, k) && ok;
            continue;
        }
        keep_extra(&inner, v.as.dict, k);
        *VEC_PUSH(&reader->whole->rare.taxonomies, reader->schema.arena) =
            (struct text_item){name, at};
    }
    return ok;
}

/* --- keys that are none --- */

/* Any key is allowed, and kept; what differs from ours in its capitals alone
 * is also read: `Draft: true` must not publish. */
static const struct schema_key *typo_of(struct reader *reader, size_t i)
{
    str name = value_str(reader->dict->entries.p[i].key);
    if (key_is_foreign(name)) {
        return NULL;
    }
    for (size_t k = 0; k < reader->schema.nkeys; k++) {
        const struct schema_key *key = &reader->schema.keys[k];
        if (!key_is_typo(name, key->name)) {
            continue;
        }
        bool read = str_eq_nocase(name, key->name) &&
                    !dict_get_str(reader->dict, key->name);
        struct diag *diag = diag_warning(
            reader->schema.diags, dict_key_span(reader->dict, i), "likely-slip",
            read ? "names have small letters: \"%.*s\" is read as \"%.*s\""
                 : "\"%.*s\" means nothing to crumb: kept in page.extra",
            STR_ARG(name), STR_ARG(key->name));
        if (read) {
            diag_hint(diag, "write %.*s", STR_ARG(key->name));
        } else {
            diag_did_you_mean(diag, key->name);
        }
        return read ? key : NULL;
    }
    return NULL;
}

/* Jekyll's old addresses count from the site's root, also without a slash. */
static bool read_redirect_from(struct reader *reader,
                               const struct schema_key *key, size_t i)
{
    struct text_list *aliases = &reader->out->aliases;
    if (dict_get_str(reader->dict, key->means)) {
        return true;
    }
    bool read =
        schema_read(&reader->schema, key, reader->dict, i, reader->whole);
    for (size_t a = 0; a < aliases->n; a++) {
        str *text = &aliases->p[a].text;
        if (!str_starts(*text, STR("/")) &&
            str_find(*text, STR("://")) == STR_NONE) {
            *text = arena_concat(reader->schema.arena, STR("/"), *text);
        }
    }
    return read;
}

static bool read_key(struct reader *reader, const struct schema_key *key,
                     size_t i)
{
    static const struct {
        str name;
        bool (*read)(struct reader *reader, size_t i);
    } others[] = {
        {STR_INIT("published"), read_published},
        {STR_INIT("pubDate"), read_pub_date},
        {STR_INIT("publish"), read_publish},
        {STR_INIT("updated"), read_updated},
        {STR_INIT("toc"), read_toc},
        {STR_INIT("recipe"), read_recipe},
        {STR_INIT("menu"), read_menu},
        {STR_INIT("menus"), read_menu},
        {STR_INIT("build"), read_build},
        {STR_INIT("_build"), read_build},
        {STR_INIT("cascade"), read_cascade},
        {STR_INIT("taxonomies"), read_taxonomies},
        {STR_INIT("extra"), read_extra},
    };
    if (str_eq(key->name, STR("redirect_from"))) {
        return read_redirect_from(reader, key, i);
    }
    if (key->type != SCHEMA_ANY) {
        return schema_read(&reader->schema, key, reader->dict, i,
                           reader->whole);
    }
    bool dates = str_eq(key->name, STR("pubDate"));
    if (!schema_is_given(reader->dict, i) ||
        (key->means.n && !dates && dict_get_str(reader->dict, key->means))) {
        return true;
    }
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        if (str_eq(key->name, others[k].name)) {
            return others[k].read(reader, i);
        }
    }
    return read_cover(reader, i);
}

/* `title: #1` is a title of nothing: YAML has a comment there. One with a
 * space behind the # is meant to be one. */
static void warn_comment(struct reader *reader, size_t i)
{
    span key = dict_key_span(reader->dict, i);
    str rest = str_from_offset(key.source->text, key.off + key.len);
    str line;
    str_split(&rest, '\n', &line);
    size_t hash = str_find_char(line, '#');
    str before = str_trim(str_sub(line, 0, hash == STR_NONE ? 0 : hash));
    str text =
        str_trim(str_from_offset(line, hash == STR_NONE ? line.n : hash));
    if (!str_eq(before, STR(":")) || text.n < 2 || is_space(text.p[1]) ||
        text.p[1] == '#') {
        return;
    }
    struct diag *diag = diag_warning(
        reader->schema.diags, span_of_str(key.source, text), "hash-comment",
        "what starts with # is a comment: \"%.*s\" is empty",
        STR_ARG(span_text(key)));
    bool quotes = str_find_char(text, '"') != STR_NONE;
    diag_hint(diag, "quote it: %.*s: %s%.*s%s", STR_ARG(span_text(key)),
              quotes ? "'" : "\"", STR_ARG(text), quotes ? "'" : "\"");
}

static void note_given(struct reader *reader, const struct schema_key *key,
                       size_t i)
{
    if (schema_is_given(reader->dict, i)) {
        key = key->means.n ? schema_find(&reader->schema, key->means) : key;
        reader->out->given |= UINT64_C(1) << (key - keys);
    }
}

/* Notes whether the entry says that the page is public. True: it holds it back
 * in the words of another generator. */
static bool note_holding(struct reader *reader, size_t key, size_t i)
{
    const struct entry *entry = &reader->dict->entries.p[i];
    str text =
        str_trim(schema_text(entry->val, dict_value_span(reader->dict, i)));
    enum holding_says says = holding_says(key, entry->val, text);
    uint64_t bit = UINT64_C(1) << key;
    reader->out->says |= says == HOLDING_SAYS_NOTHING ? 0 : bit;
    reader->out->holds |= says == HOLDING_SAYS_HELD ? bit : 0;
    bool foreign = says == HOLDING_SAYS_HELD && key >= HOLDING_FOREIGN;
    if (foreign && !reader->draft) {
        struct diag *diag = diag_warning(
            reader->schema.diags, dict_key_span(reader->dict, i), "not-public",
            "\"%.*s\" says that this is not public: it is held back",
            STR_ARG(value_str(entry->key)));
        diag_hint(diag, "%s", holding_cure(key, text));
    }
    return foreign;
}

/* Hugo wants what is a theme's below `params`. */
static void note_params(const struct reader *reader, value v)
{
    struct reader inner = *reader;
    inner.dict = v.as.dict;
    for (size_t i = 0; i < inner.dict->entries.n; i++) {
        value name = inner.dict->entries.p[i].key;
        size_t key = value_is(name, VALUE_STRING)
                         ? holding_find(value_str(name))
                         : HOLDING_NONE;
        if (key != HOLDING_NONE) {
            note_holding(&inner, key, i);
        }
    }
}

static bool read_entry(struct reader *reader, size_t i)
{
    value name = reader->dict->entries.p[i].key;
    if (!value_is(name, VALUE_STRING)) {
        keep_extra(reader, reader->dict, i);
        return true;
    }
    const struct schema_key *key =
        schema_find(&reader->schema, value_str(name));
    size_t holding = holding_find(value_str(name));
    bool known = holding != HOLDING_NONE;
    if (known && note_holding(reader, holding, i) && key) {
        return true; /* permalink: false */
    }
    value v = reader->dict->entries.p[i].val;
    if (value_is(v, VALUE_DICT) && str_eq(value_str(name), STR("params"))) {
        note_params(reader, v);
    }
    if (!key) {
        keep_extra(reader, reader->dict, i);
        bool foreign = known && holding >= HOLDING_FOREIGN;
        key = foreign ? NULL : typo_of(reader, i);
    }
    if (key && value_is(v, VALUE_NONE)) {
        warn_comment(reader, i);
    }
    if (!key) {
        return true;
    }
    note_given(reader, key, i);
    return read_key(reader, key, i);
}

/* --- all of it --- */

/* Hexo and others write a locale's name, zh_TW, where HTML wants a tag. */
static str language_tag(str name, struct arena *arena)
{
    if (str_find_char(name, '_') == STR_NONE) {
        return name;
    }
    char *p = ARENA_ARRAY(arena, char, name.n);
    for (size_t i = 0; i < name.n; i++) {
        p[i] = name.p[i] == '_' ? '-' : name.p[i];
    }
    return (str){p, name.n};
}

const struct frontmatter_rare frontmatter_no_rare;

/* Of memory that was cleared, padding included. */
static bool is_clear(const struct frontmatter_rare *rare)
{
    const unsigned char *bytes = (const void *)rare;
    size_t i = 0;
    while (i < sizeof *rare && !bytes[i]) {
        i++;
    }
    return i == sizeof *rare;
}

static const struct frontmatter_rare *
settle(const struct frontmatter_rare *rare, struct arena *arena)
{
    if (is_clear(rare)) {
        return NULL;
    }
    struct frontmatter_rare *kept = ARENA_NEW(arena, struct frontmatter_rare);
    *kept = *rare;
    return kept;
}

bool frontmatter_read_dict(const struct source *source, const struct dict *dict,
                           const struct zone *zone, struct arena *arena,
                           struct diags *diags, struct frontmatter *out)
{
    struct whole whole;
    memset(&whole, 0, sizeof whole); /* for is_clear */
    whole.front.extra = value_dict(arena);
    struct reader reader = {
        .schema = {keys, sizeof keys / sizeof *keys, zone, arena, diags},
        .source = source,
        .dict = dict,
        .whole = &whole,
        .out = &whole.front,
    };
    const value *draft = dict_get_str(dict, STR("draft"));
    reader.draft = draft && value_is(*draft, VALUE_BOOL) && draft->as.b;
    bool ok = true;
    for (size_t i = 0; i < dict->entries.n; i++) {
        ok = read_entry(&reader, i) && ok;
    }
    whole.front.draft = whole.front.holds != 0;
    whole.front.extra.as.dict->source = source;
    whole.front.extra.as.dict->loci = reader.extra_loci;
    str *template = &whole.rare.template;
    if (str_starts(*template, STR("/"))) {
        *template = str_from_offset(*template, 1);
    }
    if (template->n && path_ext(*template).n == 0) {
        *template = arena_concat(arena, *template, STR(".html"));
    }
    whole.rare.lang = language_tag(whole.rare.lang, arena);
    ok = frontmatter_check_addresses(&reader.schema, &whole.front,
                                     &whole.rare) &&
         ok;
    *out = whole.front;
    out->rare = settle(&whole.rare, arena);
    return ok;
}

str frontmatter_key(size_t bit)
{
    return keys[bit].name;
}
