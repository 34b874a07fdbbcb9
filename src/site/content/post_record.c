/* SPDX-License-Identifier: MIT */
#include "site/content/post_record.h"

#include <stddef.h>

#include "base/diag/diag.h"
#include "data/value.h"
#include "dates/date.h"
#include "markdown/markdown.h"
#include "site/content/post.h"
#include "site/site_keys.h"

/* A post's record:
 *
 *     what its file's name says | source | a bit per field | fields
 *
 * Most posts have a few of the fields only: one that is as in a zeroed struct
 * has no bit and takes no byte. A bool is its bit. */

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
    enum field_type type;
    bool words;    /* only pages read it, or who has a copy: post_copied */
    bool uncommon; /* in struct frontmatter_uncommon */
    size_t at;     /* in that, or in struct loaded_post */
};

#define FIELD(type, field)                                                     \
    {                                                                          \
        FIELD_##type, false, false, offsetof(struct loaded_post, field)        \
    }
#define WORDS(field)                                                           \
    {                                                                          \
        FIELD_TEXT, true, false, offsetof(struct loaded_post, field)           \
    }
#define UNCOMMON(type, field)                                                  \
    {                                                                          \
        FIELD_##type, false, true,                                             \
            offsetof(struct frontmatter_uncommon, field)                       \
    }
#define UNCOMMON_WORDS(field)                                                  \
    {                                                                          \
        FIELD_TEXT, true, true, offsetof(struct frontmatter_uncommon, field)   \
    }

/* A new field of struct frontmatter belongs here; test_post_record.c does not
 * compile without it. */
static const struct field fields[] = {
    FIELD(BOOL, has_date),
    FIELD(DATE, date),
    WORDS(title),
    FIELD(TEXT, slug),
    {FIELD_WORD, true, false, offsetof(struct loaded_post, front.given)},
    FIELD(WORD, front.says),
    FIELD(WORD, front.holds),
    WORDS(front.title),
    FIELD(BOOL, front.has_date),
    FIELD(BOOL, front.has_updated),
    FIELD(BOOL, front.updated_git),
    FIELD(BOOL, front.has_publish),
    FIELD(BOOL, front.has_expires),
    FIELD(DATE, front.date),
    FIELD(DATE, front.updated),
    UNCOMMON(DATE, publish),
    UNCOMMON(DATE, expires),
    FIELD(BOOL, front.draft),
    FIELD(BOOL, front.unlisted),
    FIELD(BOOL, front.pinned),
    FIELD(BOOL, front.noindex),
    FIELD(BOOL, front.has_search),
    FIELD(BOOL, front.search),
    FIELD(BOOL, front.headless),
    FIELD(BOOL, front.build.unrendered),
    FIELD(BOOL, front.build.linked),
    FIELD(BOOL, front.build.unlisted),
    FIELD(BOOL, front.build.local),
    FIELD(BOOL, front.build.unpublished),
    FIELD(BOOL, front.has_toc),
    FIELD(BOOL, front.toc),
    FIELD(BOOL, front.has_weight),
    UNCOMMON(INT, weight),
    FIELD(TEXT, front.slug),
    UNCOMMON(TEXT, url),
    UNCOMMON(TEXT, series),
    WORDS(front.summary),
    WORDS(front.description),
    UNCOMMON(TEXT, lang),
    UNCOMMON(TEXT, template),
    UNCOMMON(TEXT, link),
    UNCOMMON(TEXT, date_text),
    FIELD(LIST, front.tags),
    FIELD(LIST, front.categories),
    FIELD(LIST, front.authors),
    FIELD(LIST, front.aliases),
    UNCOMMON(LIST, names),
    UNCOMMON(LIST, taxonomies),
    UNCOMMON(TEXT, cover.image),
    UNCOMMON_WORDS(cover.alt),
    UNCOMMON_WORDS(cover.caption),
    UNCOMMON(SPAN, cover.at),
    UNCOMMON(VALUE, recipe),
    UNCOMMON(VALUE, menu),
    UNCOMMON(VALUE, cascade),
    FIELD(VALUE, front.extra),
    FIELD(SPAN, front.title_at),
    FIELD(SPAN, front.date_at),
    FIELD(SPAN, front.slug_at),
    UNCOMMON(SPAN, link_at),
    UNCOMMON(SPAN, updated_at),
    UNCOMMON(SPAN, url_at),
    UNCOMMON(SPAN, series_at),
    UNCOMMON(SPAN, lang_at),
    UNCOMMON(SPAN, template_at),
    UNCOMMON(SPAN, recipe_at),
    UNCOMMON(SPAN, menu_at),
    UNCOMMON(SPAN, cascade_at),
};

enum { NFIELDS = sizeof fields / sizeof *fields };

/* The fields' bits. */
enum { BITS = 64, BIT_WORDS = (NFIELDS + BITS - 1) / BITS };

static bool has_bit(const uint64_t *given, size_t field)
{
    return given[field / BITS] >> field % BITS & 1;
}

static const void *place_of(const struct loaded_post *post,
                            const struct field *field)
{
    const char *in = field->uncommon
                         ? (const char *)frontmatter_uncommon(&post->front)
                         : (const char *)post;
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

void post_pack(const struct loaded_post *post, struct buf *out)
{
    const struct content_file *file = post->file;
    pack_uint(out, file->kind);
    pack_uint(out, file->at.language);
    pack_slice(out, file->name, file->path);
    pack_slice(out, file->date, file->path);
    pack_str(out, post->source->text);
    uint64_t given[BIT_WORDS] = {0};
    for (size_t i = 0; i < NFIELDS; i++) {
        uint64_t bit = is_given(fields[i].type, place_of(post, &fields[i]));
        given[i / BITS] |= bit << i % BITS;
    }
    for (size_t i = 0; i < BIT_WORDS; i++) {
        pack_word(out, given[i]);
    }
    for (size_t i = 0; i < NFIELDS; i++) {
        if (has_bit(given, i)) {
            pack_field(fields[i].type, place_of(post, &fields[i]), post->source,
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

/* Slug, title and date come from the file's name where front matter is silent,
 * the language from its place; the name is what the site's languages leave of
 * it. */
static bool is_named_so(const struct content_file *file, struct unpack *in)
{
    uint64_t kind = unpack_uint(in);
    uint64_t language = unpack_uint(in);
    str name = unpack_slice(in, file->path);
    str date = unpack_slice(in, file->path);
    return kind == file->kind && language == file->at.language &&
           str_eq(name, file->name) && str_eq(date, file->date);
}

static void unpack_fields(struct loaded_post *post, struct unpack *in,
                          struct arena *arena)
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
            char *into = fields[i].uncommon ? (char *)uncommon : (char *)post;
            unpack_field(fields[i].type, into + fields[i].at, post->source, in,
                         arena);
        }
    }
    post->front.uncommon = uncommon;
}

bool post_unpack(struct loaded_post *post, struct unpack *in,
                 struct arena *arena)
{
    if (!is_named_so(post->file, in)) {
        unpack_fail(in);
        return false;
    }
    struct source *source = ARENA_NEW(arena, struct source);
    *source =
        (struct source){.name = post->file->source, .text = unpack_str(in)};
    source_index(source, arena);
    post->source = source;
    unpack_fields(post, in, arena);
    /* Other code relies on `extra` being a dict; other values may be of any
     * type. */
    if (!value_is(post->front.extra, VALUE_DICT)) {
        unpack_fail(in);
    }
    return !in->failed;
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

bool post_differs_in_words(const struct loaded_post *post,
                           const struct loaded_post *now)
{
    bool same = true;
    for (size_t i = 0; same && i < NFIELDS; i++) {
        const struct field *field = &fields[i];
        same = field->words || is_same_field(field->type, place_of(post, field),
                                             place_of(now, field));
    }
    return same;
}

/* --- bodies --- */

/* The record of a body:
 *
 *     hints | more | words | minutes | two hashes | warnings | summary
 *
 * and that of its parts, which are read seldom:
 *
 *     tokens | headings | anchors | links */

/* HTML is often the same as the title, and then not there twice. */
static void pack_headings(const struct derived_parts *parts, struct buf *out)
{
    pack_uint(out, parts->nheadings);
    for (size_t i = 0; i < parts->nheadings; i++) {
        const struct heading *heading = &parts->headings[i];
        bool plain = heading->title.p && heading->html.p &&
                     str_eq(heading->title, heading->html);
        pack_uint(out, (uint64_t)heading->level - 1);
        pack_str(out, heading->id);
        pack_str(out, heading->title);
        pack_slice(out, plain ? heading->title : heading->html, heading->title);
    }
}

static void pack_links(const struct derived_parts *parts, struct buf *out)
{
    pack_str(out, parts->anchors);
    pack_uint(out, parts->nuses);
    for (size_t i = 0; i < parts->nuses; i++) {
        const struct link_use *use = &parts->uses[i];
        pack_str(out, use->to->file->path);
        pack_str(out, use->fragment);
        pack_uint(out, use->off);
        pack_uint(out, use->len);
    }
}

static uint64_t hints_of(const struct derived *derived,
                         const struct derived_parts *parts)
{
    uint64_t hash = hash64(parts->anchors);
    bool links = false;
    for (size_t i = 0; i < parts->nheadings; i++) {
        hash = hash64_mix(hash, hash64(parts->headings[i].id));
    }
    for (size_t i = 0; i < parts->nuses; i++) {
        links = links || parts->uses[i].fragment.n;
    }
    return (hash & ~(uint64_t)DERIVED_BITS) |
           (derived->warnings->list.n ? DERIVED_WARNS : 0U) |
           (links ? DERIVED_LINKS : 0U);
}

void derived_pack(const struct derived *derived,
                  const struct derived_parts *parts, struct buf *out,
                  struct buf *parts_out)
{
    pack_word(out, hints_of(derived, parts));
    pack_bool(out, derived->has_more);
    pack_bool(out, derived->has_code);
    pack_uint(out, derived->words);
    pack_uint(out, derived->minutes);
    pack_word(out, derived->content_hash);
    pack_word(out, derived->input_hash);
    diags_pack(derived->warnings, 0, out);
    pack_str(out, derived->summary);
    pack_str(parts_out, parts->tokens);
    pack_headings(parts, parts_out);
    pack_links(parts, parts_out);
}

/* Each is a number or two and heads of texts. */
enum { LEAST_HEADING = 4, LEAST_USE = 4, MAX_LEVEL = 6 };

static void unpack_headings(struct derived_parts *parts, struct unpack *in,
                            struct arena *arena)
{
    size_t n = unpack_count(in, LEAST_HEADING);
    struct heading *headings = ARENA_ARRAY(arena, struct heading, n);
    for (size_t i = 0; i < n; i++) {
        headings[i].level = 1 + (int)unpack_uint_to(in, MAX_LEVEL - 1);
        headings[i].id = unpack_str(in);
        headings[i].title = unpack_str(in);
        headings[i].html = unpack_slice(in, headings[i].title);
    }
    parts->headings = headings;
    parts->nheadings = n;
}

static void unpack_uses(const struct site *site, struct derived_parts *parts,
                        struct unpack *in, struct arena *arena)
{
    size_t n = unpack_count(in, LEAST_USE);
    struct link_use *uses = ARENA_ARRAY(arena, struct link_use, n);
    parts->uses = uses;
    parts->nuses = n;
    for (size_t i = 0; i < n && !in->failed; i++) {
        struct link_use *use = &uses[i];
        use->to = site_post(site, unpack_str(in), arena);
        use->fragment = unpack_str(in);
        use->off = unpack_uint32(in);
        use->len = unpack_uint32(in);
        if (!use->to) {
            unpack_fail(in);
        }
    }
}

static const struct diags *unpack_warnings(struct unpack *in,
                                           struct arena *arena)
{
    if (unpack_left(in) && *in->p == 0) {
        in->p++;
        return &diags_none;
    }
    struct diags *diags = ARENA_NEW(arena, struct diags);
    diags_init(diags, arena);
    diags_unpack(diags, in);
    return diags;
}

bool derived_unpack(str record, str parts, struct derived *derived,
                    struct arena *arena)
{
    struct unpack in = unpack_of(record);
    *derived = (struct derived){.record = record, .parts_record = parts};
    derived->hints = unpack_word(&in);
    derived->has_more = unpack_bool(&in);
    derived->has_code = unpack_bool(&in);
    derived->words = unpack_uint32(&in);
    derived->minutes = unpack_uint32(&in);
    derived->content_hash = unpack_word(&in);
    derived->input_hash = unpack_word(&in);
    derived->warnings = unpack_warnings(&in, arena);
    derived->summary = unpack_str(&in);
    return !in.failed && !unpack_left(&in);
}

str derived_tokens(const struct derived *derived)
{
    struct unpack in = unpack_of(derived->parts_record);
    return unpack_str(&in);
}

bool derived_unpack_parts(const struct site *site,
                          const struct derived *derived, struct arena *arena,
                          struct derived_parts *out)
{
    struct unpack in = unpack_of(derived->parts_record);
    *out = (struct derived_parts){.tokens = unpack_str(&in)};
    unpack_headings(out, &in, arena);
    out->anchors = unpack_str(&in);
    if (site) {
        unpack_uses(site, out, &in, arena);
    }
    if (in.failed || (site && unpack_left(&in))) {
        *out = (struct derived_parts){0};
        return false;
    }
    return true;
}
