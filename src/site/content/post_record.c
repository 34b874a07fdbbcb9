/* SPDX-License-Identifier: MIT */
#include "site/content/post_record.h"

#include "base/diag/diag.h"
#include "data/value.h"
#include "dates/date.h"
#include "markdown/markdown.h"
#include "site/content/post.h"
#include "site/frontmatter/front_fields.h"

/* A post's record:
 *
 *     what its file's name says | source | date, title, slug | front matter */

void post_pack(const struct loaded_post *post, struct buf *out)
{
    const struct content_file *file = post->file;
    pack_uint(out, file->kind);
    pack_uint(out, file->at.language);
    pack_slice(out, file->name, file->path);
    pack_slice(out, file->date, file->path);
    pack_str(out, post->source->text);
    pack_bool(out, post->has_date);
    pack_date(out, post->date);
    pack_slice(out, post->title, post->source->text);
    pack_slice(out, post->slug, post->source->text);
    front_fields_pack(&post->front, post->source, out);
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
    post->has_date = unpack_bool(in);
    post->date = unpack_date(in);
    post->title = unpack_slice(in, source->text);
    post->slug = unpack_slice(in, source->text);
    front_fields_unpack(&post->front, source, in, arena);
    /* Other code relies on `extra` being a dict; other values may be of any
     * type. */
    if (!value_is(post->front.extra, VALUE_DICT)) {
        unpack_fail(in);
    }
    return !in->failed;
}

/* Date and slug follow from front matter and the name of the file. */
bool post_differs_in_words(const struct loaded_post *post,
                           const struct loaded_post *now)
{
    return front_fields_same_but_words(&post->front, &now->front);
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
