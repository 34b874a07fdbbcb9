/* SPDX-License-Identifier: MIT */
#include "site/frontmatter/frontmatter.h"

#include <stddef.h>
#include <string.h>

#include "files/path.h"
#include "site/config/config.h"
#include "site/config/schema.h"
#include "site/frontmatter/front_held.h"
#include "site/frontmatter/front_keys.h"
#include "site/frontmatter/visibility.h"

/* --- its keys --- */

#define AT(field) .at = offsetof(struct front_whole, field)
#define KEY(key) .name = STR_INIT(key)
#define MEANS(key) .means = STR_INIT(key)

static const struct schema_key keys[] = {
    {KEY("title"), SCHEMA_TEXT, FRONT_TO(front.title), AT(front.title_at)},
    {KEY("date"), SCHEMA_DATE, FRONT_TO(front.date), AT(front.date_at),
     FRONT_HAS(front.has_date)},
    {KEY("updated"), SCHEMA_ANY},
    {KEY("lastmod"), SCHEMA_DATE, FRONT_TO(front.updated),
     FRONT_HAS(front.has_updated), MEANS("updated")},
    {KEY("modified"), SCHEMA_DATE, FRONT_TO(front.updated),
     FRONT_HAS(front.has_updated), MEANS("updated")},
    {KEY("publish"), SCHEMA_ANY},
    {KEY("publishDate"), SCHEMA_DATE, FRONT_TO(uncommon.publish),
     FRONT_HAS(front.has_publish), MEANS("publish")},
    {KEY("publish_date"), SCHEMA_DATE, FRONT_TO(uncommon.publish),
     FRONT_HAS(front.has_publish), MEANS("publish")},
    {KEY("publishAt"), SCHEMA_DATE, FRONT_TO(uncommon.publish),
     FRONT_HAS(front.has_publish), MEANS("publish")},
    {KEY("publish_at"), SCHEMA_DATE, FRONT_TO(uncommon.publish),
     FRONT_HAS(front.has_publish), MEANS("publish")},
    {KEY("pubDate"), SCHEMA_ANY, MEANS("date")},
    {KEY("expires"), SCHEMA_DATE, FRONT_TO(uncommon.expires),
     FRONT_HAS(front.has_expires)},
    {KEY("expiryDate"), SCHEMA_DATE, FRONT_TO(uncommon.expires),
     FRONT_HAS(front.has_expires), MEANS("expires")},
    {KEY("unpublishDate"), SCHEMA_DATE, FRONT_TO(uncommon.expires),
     FRONT_HAS(front.has_expires), MEANS("expires")},
    {KEY("unpublish_date"), SCHEMA_DATE, FRONT_TO(uncommon.expires),
     FRONT_HAS(front.has_expires), MEANS("expires")},
    {KEY("draft"), SCHEMA_BOOL, FRONT_TO(front.draft)},
    {KEY("published"), SCHEMA_ANY},
    {KEY("unlisted"), SCHEMA_BOOL, FRONT_TO(front.unlisted)},
    {KEY("pinned"), SCHEMA_BOOL, FRONT_TO(front.pinned)},
    {KEY("noindex"), SCHEMA_BOOL, FRONT_TO(front.noindex)},
    {KEY("search"), SCHEMA_BOOL, FRONT_TO(front.search),
     FRONT_HAS(front.has_search)},
    {KEY("headless"), SCHEMA_BOOL, FRONT_TO(front.headless)},
    {KEY("build"), SCHEMA_ANY},
    {KEY("_build"), SCHEMA_ANY, MEANS("build")},
    {KEY("toc"), SCHEMA_ANY},
    {KEY("weight"), SCHEMA_INT, FRONT_TO(uncommon.weight),
     FRONT_HAS(front.has_weight)},
    {KEY("slug"), SCHEMA_TEXT, FRONT_TO(front.slug), AT(front.slug_at)},
    {KEY("url"), SCHEMA_TEXT, FRONT_TO(uncommon.url), AT(uncommon.url_at)},
    {KEY("permalink"), SCHEMA_TEXT, FRONT_TO(uncommon.url), AT(uncommon.url_at),
     MEANS("url")},
    {KEY("path"), SCHEMA_TEXT, FRONT_TO(uncommon.url), AT(uncommon.url_at),
     MEANS("url")}, /* Zola, Gatsby */
    {KEY("series"), SCHEMA_TEXT, FRONT_TO(uncommon.series),
     AT(uncommon.series_at)},
    {KEY("summary"), SCHEMA_TEXT, FRONT_TO(front.summary)},
    {KEY("excerpt"), SCHEMA_TEXT, FRONT_TO(front.summary), MEANS("summary")},
    {KEY("description"), SCHEMA_TEXT, FRONT_TO(front.description)},
    {KEY("lang"), SCHEMA_TEXT, FRONT_TO(uncommon.lang), AT(uncommon.lang_at)},
    {KEY("template"), SCHEMA_TEXT, FRONT_TO(uncommon.template),
     AT(uncommon.template_at)},
    {KEY("link"), SCHEMA_TEXT, FRONT_TO(uncommon.link), AT(uncommon.link_at)},
    {KEY("externalUrl"), SCHEMA_TEXT, FRONT_TO(uncommon.link),
     AT(uncommon.link_at), MEANS("link")}, /* Congo, Blowfish */
    {KEY("tags"), SCHEMA_WORDS, FRONT_TO(front.tags)},
    {KEY("tag"), SCHEMA_TEXTS, FRONT_TO(front.tags), MEANS("tags")},
    {KEY("categories"), SCHEMA_WORDS, FRONT_TO(front.categories)},
    {KEY("category"), SCHEMA_TEXTS, FRONT_TO(front.categories),
     MEANS("categories")},
    {KEY("authors"), SCHEMA_WORDS, FRONT_TO(front.authors)},
    {KEY("author"), SCHEMA_TEXTS, FRONT_TO(front.authors), MEANS("authors")},
    {KEY("aliases"), SCHEMA_TEXTS, FRONT_TO(front.aliases)},
    {KEY("alias"), SCHEMA_TEXTS, FRONT_TO(front.aliases), MEANS("aliases")},
    {KEY("redirect_from"), SCHEMA_TEXTS, FRONT_TO(front.aliases),
     MEANS("aliases")},
    {KEY("taxonomies"), SCHEMA_ANY},
    {KEY("taxonomy"), SCHEMA_ANY, MEANS("taxonomies")}, /* Grav */
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

static bool read_entry(struct front_reader *reader, size_t i);

/* Zola's map of taxonomies to terms: each as if it were at the top, where one
 * of that name wins. */
static bool read_taxonomies(struct front_reader *reader, size_t i)
{
    const str ours = STR("tags tag categories category series authors");
    value v = reader->dict->entries.p[i].val;
    bool ok = true;
    if (!value_is(v, VALUE_DICT)) {
        front_keep_extra(reader, reader->dict, i);
        return true;
    }
    struct front_reader inner = *reader;
    inner.dict = v.as.dict;
    for (size_t k = 0; k < v.as.dict->entries.n; k++) {
        str name = schema_key_text(v.as.dict, k);
        if (dict_get_str(reader->dict, name) ||
            front_held_is_slip(v.as.dict, k, true)) {
            continue;
        }
        if (str_is_word_of(name, ours)) {
            ok = read_entry(&inner, k) && ok;
            continue;
        }
        front_keep_extra(&inner, v.as.dict, k);
        *VEC_PUSH(&reader->whole->uncommon.taxonomies, reader->schema.arena) =
            (struct text_item){name, dict_key_span(v.as.dict, k)};
    }
    return ok;
}

/* --- names that are no keys --- */

/* A key of ours in other capitals, which is read: `Draft: true` must not
 * publish. */
static const struct schema_key *capital_of(const struct front_reader *reader,
                                           str name)
{
    for (size_t k = 0; k < reader->schema.nkeys; k++) {
        const struct schema_key *key = &reader->schema.keys[k];
        if (str_eq_nocase(name, key->name) &&
            !dict_get_str(reader->dict, key->name)) {
            return key;
        }
    }
    return NULL;
}

/* The key that this name may be a slip of: one of crumb's, or a recipe's. */
static str slip_of(const struct front_reader *reader, str name, bool list)
{
    static const str recipe[] = {STR_INIT("ingredients"),
                                 STR_INIT("directions")};
    for (size_t k = 0; k < reader->schema.nkeys; k++) {
        if (key_is_typo(name, reader->schema.keys[k].name)) {
            return reader->schema.keys[k].name;
        }
    }
    for (size_t k = 0; list && k < sizeof recipe / sizeof *recipe; k++) {
        if (!str_eq(name, recipe[k]) && key_is_typo(name, recipe[k])) {
            return recipe[k];
        }
    }
    return (str){NULL, 0};
}

/* Any key is allowed, and kept; one nearly like ours is probably a typo. */
static void warn_typo(const struct front_reader *reader, size_t i)
{
    const struct entry *entry = &reader->dict->entries.p[i];
    str name = value_str(entry->key);
    if (str_eq(name, STR("redirect_to"))) { /* jekyll-redirect-from */
        struct diag *diag = diag_warning(
            reader->schema.diags, dict_key_span(reader->dict, i), "likely-slip",
            "\"redirect_to\" leads nowhere here: kept in page.extra");
        diag_hint(diag, "write aliases: [/old/address/] in the post that it "
                        "leads to, or link: https://... for another site");
        return;
    }
    str meant = key_is_foreign(name)
                    ? STR("")
                    : slip_of(reader, name, value_is_sequence(entry->val));
    if (meant.n) {
        diag_did_you_mean(
            diag_warning(reader->schema.diags, dict_key_span(reader->dict, i),
                         "likely-slip",
                         "\"%.*s\" means nothing to crumb: kept in page.extra",
                         STR_ARG(name)),
            meant);
    }
}

static bool read_key(struct front_reader *reader, const struct schema_key *key,
                     size_t i)
{
    if (str_eq(key->name, STR("taxonomies")) ||
        str_eq(key->means, STR("taxonomies"))) {
        return !schema_is_given(reader->dict, i) ||
               (key->means.n && dict_get_str(reader->dict, key->means)) ||
               read_taxonomies(reader, i);
    }
    if (key->type == SCHEMA_ANY || str_eq(key->name, STR("redirect_from"))) {
        return front_key_read(reader, key, i);
    }
    return schema_read(&reader->schema, key, reader->dict, i, reader->whole);
}

/* `title: #1` is a title of nothing: YAML has a comment there. One with a
 * space after the # is meant to be one. */
static void warn_comment(struct front_reader *reader, size_t i)
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
        "text that starts with # is a comment: \"%.*s\" is empty",
        STR_ARG(span_text(key)));
    bool quotes = str_find_char(text, '"') != STR_NONE;
    diag_hint(diag, "quote it: %.*s: %s%.*s%s", STR_ARG(span_text(key)),
              quotes ? "'" : "\"", STR_ARG(text), quotes ? "'" : "\"");
}

bool frontmatter_is_git_date(str text)
{
    return str_eq_nocase(text, STR("Last Modified")) ||
           str_eq_nocase(text, STR("git Last Modified"));
}

/* Notes a date that only the site knows how to read. */
static bool note_date_text(struct front_reader *reader, size_t i)
{
    span at = dict_value_span(reader->dict, i);
    str text = str_trim(schema_text(reader->dict->entries.p[i].val, at));
    if (!frontmatter_is_git_date(text) && !date_orders(text)) {
        return false;
    }
    reader->whole->uncommon.date_text = text;
    reader->whole->front.date_at = at;
    return true;
}

/* The key of ours for a date under another name, as themes of Astro, exporters
 * of WordPress and editors have them. */
static const struct schema_key *date_of(const struct front_reader *reader,
                                        size_t i)
{
    static const struct {
        str names;
        str ours;
    } rows[] = {
        {STR_INIT("pubdatetime publishedat publisheddate publishedon "
                  "publisheddatetime datepublished publicationdate postdate"),
         STR_INIT("pubDate")},
        {STR_INIT("lastmodifiedat updateddate dateupdated updatedat "
                  "lastupdated datemodified moddatetime"),
         STR_INIT("lastmod")},
        {STR_INIT("publishon scheduledfor"), STR_INIT("publishDate")},
        {STR_INIT("expiresat expireson expirydate expirationdate"),
         STR_INIT("expiryDate")},
    };
    const struct entry *entry = &reader->dict->entries.p[i];
    char room[FRONT_KEY_LONGEST];
    str name = front_key_letters(value_str(entry->key), room);
    str text = schema_text(entry->val, dict_value_span(reader->dict, i));
    struct date date;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (str_is_word_of(name, rows[k].names) &&
            date_parse(str_trim(text), reader->schema.zone, &date) == DATE_OK) {
            return schema_find(&reader->schema, rows[k].ours);
        }
    }
    return NULL;
}

static bool read_entry(struct front_reader *reader, size_t i)
{
    value name = reader->dict->entries.p[i].key;
    if (!value_is(name, VALUE_STRING)) {
        front_keep_extra(reader, reader->dict, i);
        return true;
    }
    const struct schema_key *key =
        schema_find(&reader->schema, value_str(name));
    value v = reader->dict->entries.p[i].val;
    if (reader->list && str_eq(value_str(name), STR("render")) &&
        value_is(v, VALUE_BOOL)) {
        reader->whole->front.build.unrendered = !v.as.b;
        front_keep_extra(reader, reader->dict, i);
        return true;
    }
    size_t holding = visibility_key(value_str(name));
    bool known = holding != VISIBILITY_KEY_NONE;
    if (known && front_held_note_key(reader, holding, i) && key) {
        return true; /* permalink: false */
    }
    if (!str_eq(value_str(name), STR("cascade"))) { /* for other pages */
        front_held_note_inside(reader, value_str(name), v);
    }
    if (value_is(v, VALUE_DICT) && str_eq(value_str(name), STR("params"))) {
        front_held_note_params(reader, v);
    }
    if (front_held_is_slip(reader->dict, i, false)) {
        front_held_note_slip(reader, reader->dict, i, false, STR("draft"));
        front_keep_extra(reader, reader->dict, i);
        return true;
    }
    if (!key) {
        front_keep_extra(reader, reader->dict, i);
        if (!known || holding < VISIBILITY_KEY_FOREIGN) {
            key = capital_of(reader, value_str(name));
            key = key ? key : date_of(reader, i);
            if (!key && !front_held_note_typo(reader, i)) {
                warn_typo(reader, i);
            }
        }
    }
    if (key && value_is(v, VALUE_NONE)) {
        warn_comment(reader, i);
    }
    if (key && value_is(v, VALUE_STRING) && str_eq(key->name, STR("date")) &&
        note_date_text(reader, i)) {
        return true;
    }
    if (!key) {
        return true;
    }
    if (schema_is_given(reader->dict, i)) {
        const struct schema_key *ours =
            key->means.n ? schema_find(&reader->schema, key->means) : key;
        reader->whole->front.given |= UINT64_C(1) << (ours - keys);
    }
    return read_key(reader, key, i);
}

/* --- all of it --- */

const struct frontmatter_uncommon frontmatter_no_uncommon;

struct frontmatter_uncommon *
frontmatter_change_uncommon(struct frontmatter *front, struct arena *arena)
{
    struct frontmatter_uncommon *uncommon =
        ARENA_NEW(arena, struct frontmatter_uncommon);
    *uncommon = *frontmatter_uncommon(front);
    front->uncommon = uncommon;
    return uncommon;
}

/* A copy in the arena; NULL: all bytes are zero, padding included. */
static const struct frontmatter_uncommon *
keep_uncommon(const struct frontmatter_uncommon *uncommon, struct arena *arena)
{
    const unsigned char *bytes = (const void *)uncommon;
    size_t i = 0;
    while (i < sizeof *uncommon && !bytes[i]) {
        i++;
    }
    if (i == sizeof *uncommon) {
        return NULL;
    }
    struct frontmatter_uncommon *kept =
        ARENA_NEW(arena, struct frontmatter_uncommon);
    *kept = *uncommon;
    return kept;
}

bool frontmatter_read_dict(const struct dict *dict, const struct config *config,
                           bool list, struct arena *arena, struct diags *diags,
                           struct frontmatter *out)
{
    struct front_whole whole;
    memset(&whole, 0, sizeof whole); /* for keep_uncommon */
    whole.front.extra = value_dict(arena);
    struct front_reader reader = {
        .schema = {keys, sizeof keys / sizeof *keys, config->zone, arena,
                   diags},
        .top = dict,
        .dict = dict,
        .whole = &whole,
        .hidden_unlisted = config->hidden_unlisted,
        .list = list,
    };
    const value *draft = dict_get_str(dict, STR("draft"));
    reader.draft = draft && value_is(*draft, VALUE_BOOL) && draft->as.b;
    bool ok = true;
    for (size_t i = 0; i < dict->entries.n; i++) {
        ok = read_entry(&reader, i) && ok;
    }
    front_other_cover(&reader);
    whole.front.draft = whole.front.holds != 0;
    whole.front.extra.as.dict->source = dict->source;
    str *template = &whole.uncommon.template;
    if (str_starts(*template, STR("/"))) {
        *template = str_from_offset(*template, 1);
    }
    if (template->n && path_ext(*template).n == 0) {
        *template = arena_concat(arena, *template, STR(".html"));
    }
    if (str_find_char(whole.uncommon.lang, '_') != STR_NONE) {
        /* Hexo and others write a locale's name, zh_TW. */
        whole.uncommon.lang =
            arena_replace(arena, whole.uncommon.lang, '_', '-');
    }
    ok = frontmatter_check_addresses(&reader.schema,
                                     !dict_get_str(dict, STR("url")),
                                     &whole.front, &whole.uncommon) &&
         ok;
    *out = whole.front;
    out->uncommon = keep_uncommon(&whole.uncommon, arena);
    return ok;
}

str frontmatter_key(size_t bit)
{
    return keys[bit].name;
}
