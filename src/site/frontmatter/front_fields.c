/* SPDX-License-Identifier: MIT */
#include "site/frontmatter/front_fields.h"

#include <stddef.h>
#include <string.h>

#include "dates/date.h"
#include "site/site_keys.h"

/* In a record: a bit per field, and the fields. Most posts have a few of them
 * only: one that is as in a zeroed struct has no bit and takes no byte. A bool
 * is its bit. */

enum field_type {
    FIELD_BOOL,
    FIELD_WORD,
    FIELD_INT,
    FIELD_DATE,
    FIELD_TEXT,
    FIELD_LIST,
    FIELD_VALUE,
    FIELD_SPAN,
};

struct field {
    const char *key; /* a page inherits it with that key; empty: never */
    enum field_type type;
    bool words;    /* only pages read it, or who has a copy: post_copied */
    bool uncommon; /* in struct frontmatter_uncommon */
    size_t at;     /* in that, or in struct frontmatter */
};

#define FIELD(type, field, key)                                                \
    {                                                                          \
        key, FIELD_##type, false, false, offsetof(struct frontmatter, field)   \
    }
#define WORDS(field, key)                                                      \
    {                                                                          \
        key, FIELD_TEXT, true, false, offsetof(struct frontmatter, field)      \
    }
#define UNCOMMON(type, field, key)                                             \
    {                                                                          \
        key, FIELD_##type, false, true,                                        \
            offsetof(struct frontmatter_uncommon, field)                       \
    }
#define UNCOMMON_WORDS(field, key)                                             \
    {                                                                          \
        key, FIELD_TEXT, true, true,                                           \
            offsetof(struct frontmatter_uncommon, field)                       \
    }

/* A new field of struct frontmatter belongs here; test_post_record.c does not
 * compile without it. Keys of one page alone are not inherited: its title, its
 * address, its link. */
static const struct field fields[] = {
    {"", FIELD_WORD, true, false, offsetof(struct frontmatter, given)},
    FIELD(WORD, says, ""),
    FIELD(WORD, holds, ""),
    WORDS(title, ""),
    FIELD(BOOL, has_date, "date"),
    FIELD(BOOL, has_updated, "updated"),
    FIELD(BOOL, updated_git, "updated"),
    FIELD(BOOL, has_publish, "publish"),
    FIELD(BOOL, has_expires, "expires"),
    FIELD(DATE, date, "date"),
    FIELD(DATE, updated, "updated"),
    UNCOMMON(DATE, publish, "publish"),
    UNCOMMON(DATE, expires, "expires"),
    FIELD(BOOL, draft, ""),
    FIELD(BOOL, unlisted, "unlisted"),
    FIELD(BOOL, pinned, "pinned"),
    FIELD(BOOL, noindex, "noindex"),
    FIELD(BOOL, has_search, "search"),
    FIELD(BOOL, search, "search"),
    FIELD(BOOL, headless, "headless"),
    FIELD(BOOL, build.unrendered, "build"),
    FIELD(BOOL, build.linked, "build"),
    FIELD(BOOL, build.unlisted, "build"),
    FIELD(BOOL, build.local, "build"),
    FIELD(BOOL, build.unpublished, "build"),
    FIELD(BOOL, has_toc, "toc"),
    FIELD(BOOL, toc, "toc"),
    FIELD(BOOL, has_weight, "weight"),
    UNCOMMON(INT, weight, "weight"),
    FIELD(TEXT, slug, ""),
    UNCOMMON(TEXT, url, ""),
    UNCOMMON(TEXT, series, "series"),
    WORDS(summary, "summary"),
    WORDS(description, "description"),
    UNCOMMON(TEXT, lang, "lang"),
    UNCOMMON(TEXT, template, "template"),
    UNCOMMON(TEXT, link, ""),
    UNCOMMON(TEXT, date_text, ""),
    FIELD(LIST, tags, "tags"),
    FIELD(LIST, categories, "categories"),
    FIELD(LIST, authors, "authors"),
    FIELD(LIST, aliases, ""),
    UNCOMMON(LIST, names, ""),
    UNCOMMON(LIST, taxonomies, ""),
    UNCOMMON(TEXT, cover.image, "cover"),
    UNCOMMON_WORDS(cover.alt, "cover"),
    UNCOMMON_WORDS(cover.caption, "cover"),
    UNCOMMON(SPAN, cover.at, "cover"),
    UNCOMMON(VALUE, recipe, "recipe"),
    UNCOMMON(VALUE, menu, "menu"),
    UNCOMMON(VALUE, cascade, ""),
    FIELD(VALUE, extra, ""),
    FIELD(SPAN, title_at, ""),
    FIELD(SPAN, date_at, "date"),
    FIELD(SPAN, slug_at, ""),
    UNCOMMON(SPAN, link_at, ""),
    UNCOMMON(SPAN, updated_at, "updated"),
    UNCOMMON(SPAN, url_at, ""),
    UNCOMMON(SPAN, series_at, "series"),
    UNCOMMON(SPAN, lang_at, "lang"),
    UNCOMMON(SPAN, template_at, "template"),
    UNCOMMON(SPAN, recipe_at, "recipe"),
    UNCOMMON(SPAN, menu_at, "menu"),
    UNCOMMON(SPAN, cascade_at, ""),
};

enum { NFIELDS = sizeof fields / sizeof *fields };

/* The fields' bits. */
enum { BITS = 64, BIT_WORDS = (NFIELDS + BITS - 1) / BITS };

static bool has_bit(const uint64_t *given, size_t field)
{
    return given[field / BITS] >> field % BITS & 1;
}

static const void *place_of(const struct frontmatter *front,
                            const struct field *field)
{
    const char *in = field->uncommon ? (const char *)frontmatter_uncommon(front)
                                     : (const char *)front;
    return in + field->at;
}

/* --- writing --- */

static bool is_given(enum field_type type, const void *at)
{
    switch (type) {
    case FIELD_BOOL: return *(const bool *)at;
    case FIELD_WORD: return *(const uint64_t *)at != 0;
    case FIELD_INT: return *(const int64_t *)at != 0;
    case FIELD_DATE: {
        const struct date *date = at;
        return date->instant || date->offset || date->date_only;
    }
    case FIELD_TEXT: return ((const str *)at)->p != NULL;
    case FIELD_LIST: return ((const struct text_list *)at)->n > 0;
    case FIELD_VALUE: return !value_is(*(const value *)at, VALUE_UNDEFINED);
    case FIELD_SPAN: return ((const span *)at)->source != NULL;
    }
    return false;
}

static void pack_list(const struct text_list *list, const struct source *source,
                      struct buf *out)
{
    pack_uint(out, list->n);
    for (size_t i = 0; i < list->n; i++) {
        pack_slice(out, list->p[i].text, source->text);
        pack_span(out, list->p[i].at, source);
    }
}

static void pack_field(enum field_type type, const void *at,
                       const struct source *source, struct buf *out)
{
    switch (type) {
    case FIELD_BOOL: break;
    case FIELD_WORD: pack_uint(out, *(const uint64_t *)at); break;
    case FIELD_INT: pack_int(out, *(const int64_t *)at); break;
    case FIELD_DATE: pack_date(out, *(const struct date *)at); break;
    case FIELD_TEXT: pack_slice(out, *(const str *)at, source->text); break;
    case FIELD_LIST: pack_list(at, source, out); break;
    case FIELD_VALUE: value_pack(*(const value *)at, source, out); break;
    case FIELD_SPAN: pack_span(out, *(const span *)at, source); break;
    }
}

void front_fields_pack(const struct frontmatter *front,
                       const struct source *source, struct buf *out)
{
    uint64_t given[BIT_WORDS] = {0};
    for (size_t i = 0; i < NFIELDS; i++) {
        uint64_t bit = is_given(fields[i].type, place_of(front, &fields[i]));
        given[i / BITS] |= bit << i % BITS;
    }
    for (size_t i = 0; i < BIT_WORDS; i++) {
        pack_word(out, given[i]);
    }
    for (size_t i = 0; i < NFIELDS; i++) {
        if (has_bit(given, i)) {
            pack_field(fields[i].type, place_of(front, &fields[i]), source,
                       out);
        }
    }
}

/* --- reading --- */

/* An item is at least a text's head and a span's. */
enum { LEAST_ITEM = 2 };

static struct text_list
unpack_list(struct unpack *in, const struct source *source, struct arena *arena)
{
    struct text_list list = {.n = unpack_count(in, LEAST_ITEM)};
    list.cap = list.n;
    list.p = ARENA_ARRAY(arena, struct text_item, list.n);
    for (size_t i = 0; i < list.n; i++) {
        list.p[i].text = unpack_slice(in, source->text);
        list.p[i].at = unpack_span(in, source);
    }
    return list;
}

static void unpack_field(enum field_type type, void *at,
                         const struct source *source, struct unpack *in,
                         struct arena *arena)
{
    switch (type) {
    case FIELD_BOOL: *(bool *)at = true; break;
    case FIELD_WORD: *(uint64_t *)at = unpack_uint(in); break;
    case FIELD_INT: *(int64_t *)at = unpack_int(in); break;
    case FIELD_DATE: *(struct date *)at = unpack_date(in); break;
    case FIELD_TEXT: *(str *)at = unpack_slice(in, source->text); break;
    case FIELD_LIST:
        *(struct text_list *)at = unpack_list(in, source, arena);
        break;
    case FIELD_VALUE: *(value *)at = value_unpack(in, source, arena); break;
    case FIELD_SPAN: *(span *)at = unpack_span(in, source); break;
    }
}

void front_fields_unpack(struct frontmatter *front, const struct source *source,
                         struct unpack *in, struct arena *arena)
{
    uint64_t given[BIT_WORDS];
    for (size_t i = 0; i < BIT_WORDS; i++) {
        given[i] = unpack_word(in);
    }
    for (size_t i = NFIELDS; i < BIT_WORDS * (size_t)BITS; i++) {
        if (has_bit(given, i)) {
            unpack_fail(in);
            return;
        }
    }
    struct frontmatter_uncommon *uncommon = NULL;
    for (size_t i = 0; i < NFIELDS; i++) {
        if (has_bit(given, i) && fields[i].uncommon && !uncommon) {
            uncommon = ARENA_NEW(arena, struct frontmatter_uncommon);
        }
        if (has_bit(given, i)) {
            char *into = fields[i].uncommon ? (char *)uncommon : (char *)front;
            unpack_field(fields[i].type, into + fields[i].at, source, in,
                         arena);
        }
    }
    front->uncommon = uncommon;
}

/* --- two of them --- */

static bool is_same_list(const struct text_list *a, const struct text_list *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++) {
        same = str_eq(a->p[i].text, b->p[i].text);
    }
    return same;
}

/* Places in the file are not compared: they move with the words before them. */
static bool is_same_field(enum field_type type, const void *a, const void *b)
{
    switch (type) {
    case FIELD_BOOL: return *(const bool *)a == *(const bool *)b;
    case FIELD_WORD: return *(const uint64_t *)a == *(const uint64_t *)b;
    case FIELD_INT: return *(const int64_t *)a == *(const int64_t *)b;
    case FIELD_DATE: {
        const struct date *left = a;
        const struct date *right = b;
        return left->instant == right->instant &&
               left->offset == right->offset &&
               left->date_only == right->date_only;
    }
    case FIELD_TEXT: return str_eq(*(const str *)a, *(const str *)b);
    case FIELD_LIST: return is_same_list(a, b);
    case FIELD_VALUE:
        return value_hash(*(const value *)a, NULL) ==
               value_hash(*(const value *)b, NULL);
    case FIELD_SPAN: return true;
    }
    return false;
}

bool front_fields_same_but_words(const struct frontmatter *a,
                                 const struct frontmatter *b)
{
    bool same = true;
    for (size_t i = 0; same && i < NFIELDS; i++) {
        const struct field *field = &fields[i];
        same = field->words || is_same_field(field->type, place_of(a, field),
                                             place_of(b, field));
    }
    return same;
}

void front_fields_take(struct frontmatter *to,
                       struct frontmatter_uncommon *uncommon,
                       const struct frontmatter *from, str key)
{
    static const size_t sizes[] = {
        [FIELD_BOOL] = sizeof(bool),   [FIELD_WORD] = sizeof(uint64_t),
        [FIELD_INT] = sizeof(int64_t), [FIELD_DATE] = sizeof(struct date),
        [FIELD_TEXT] = sizeof(str),    [FIELD_LIST] = sizeof(struct text_list),
        [FIELD_VALUE] = sizeof(value), [FIELD_SPAN] = sizeof(span),
    };
    for (size_t i = 0; i < NFIELDS; i++) {
        const struct field *field = &fields[i];
        char *into = field->uncommon ? (char *)uncommon : (char *)to;
        if (str_eq(str_from(field->key), key)) {
            memcpy(into + field->at, place_of(from, field), sizes[field->type]);
        }
    }
}
