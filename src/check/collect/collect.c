/* SPDX-License-Identifier: MIT */
#include "check/collect/collect.h"

#include <stdlib.h>

#include "base/hash.h"
#include "files/fs.h"
#include "text/url.h"

/* The offset of a slice of the text. A slice of something else becomes an empty
 * one, at 0. */
static uint32_t find_offset(const struct collector *collector, str *slice)
{
    str text = collector->text;
    if (slice->p && slice->p >= text.p && slice->p <= text.p + text.n) {
        return (uint32_t)(slice->p - text.p);
    }
    slice->n = 0;
    return 0;
}

static struct spot spot_of(const struct collector *collector, str slice)
{
    size_t off = find_offset(collector, &slice);
    return catalog_spot(collector->catalog, collector->file, off, slice.n,
                        collector->findings.arena);
}

struct finding *collect_finding(struct collector *collector,
                                enum severity severity, const char *code,
                                str slice, str key)
{
    return finding_add(&collector->findings, severity, code,
                       spot_of(collector, slice), key);
}

/* --- links --- */

static struct link_address *find_address(struct collector *collector, str href)
{
    const struct catalog *catalog = collector->catalog;
    struct arena *work = &collector->work;
    if (!target_is_shared(href)) {
        str url = url_resolve(work, collector->base, href);
        str text =
            arena_printf(work, "%.*s\n%.*s", STR_ARG(href), STR_ARG(url));
        return addresses_get(collector->addresses, catalog, text, href.n, work);
    }
    struct link_address **recent = &collector->recent[hash64(href) & 255];
    if (!*recent || !str_eq((*recent)->value, href)) {
        *recent =
            addresses_get(collector->addresses, catalog, href, href.n, work);
    }
    return *recent;
}

static void report_local(struct collector *collector, str raw, str address)
{
    struct finding *finding =
        collect_finding(collector, DIAG_WARNING, "local-address", raw,
                        arena_str(&collector->keep, address));
    finding->seek = finding->key;
    finding->link = true;
    finding_say(&collector->findings, finding,
                "an address of the writer's own machine: %.*s",
                STR_ARG(address));
}

enum target_kind collect_link(struct collector *collector, str raw, str address,
                              bool page)
{
    struct arena *work = &collector->work;
    str href = str_trim(address);
    collector->counts.links++;
    if (str_starts(href, STR("#")) && !collector->based) {
        *VEC_PUSH(&collector->own, work) =
            (struct own_link){arena_str(work, href), raw};
        return TARGET_INSIDE;
    }
    struct link_address *known = find_address(collector, href);
    if (known->kind == TARGET_LOCAL) {
        report_local(collector, raw, address);
    }
    if (known->kind != TARGET_OTHER) {
        uint32_t off = find_offset(collector, &raw);
        *VEC_PUSH(&collector->links, work) =
            (struct file_link){known, off, (uint32_t)raw.n, page};
    }
    return known->kind;
}

void collect_bad_fragment(const struct catalog *catalog,
                          struct findings *findings, struct spot at,
                          const struct missing_part *part)
{
    struct arena *arena = findings->arena;
    size_t hash = str_find_char(part->href, '#');
    str id = target_id(str_from_offset(part->href, hash + 1));
    struct finding *finding =
        finding_add(findings, DIAG_ERROR, "dead-fragment", at,
                    arena_printf(arena, "%.*s#%.*s", STR_ARG(part->file->path),
                                 STR_ARG(id)));
    str name = catalog_name(catalog, part->file, arena);
    finding_say(findings, finding, "%.*s has no id \"%.*s\"", STR_ARG(name),
                STR_ARG(id));
    str near = str_nearest(id, part->names, part->n);
    if (near.n) {
        finding->hint =
            arena_printf(arena, "did you mean #%.*s?", STR_ARG(near));
    }
    finding->group = at.name;
    finding->seek = arena_str(arena, part->href);
    finding->link = true;
}

/* --- CSS --- */

static void css_link(struct collector *collector, str raw)
{
    str address = str_trim(raw);
    if (address.n >= 2 && (address.p[0] == '"' || address.p[0] == '\'') &&
        address.p[address.n - 1] == address.p[0]) {
        address = str_sub(address, 1, address.n - 2);
    }
    if (address.n && address.p[0] != '#') {
        collect_link(collector, address, address, false);
    }
}

/* The address of url(...) or @import "...", from after these words. Returns
 * how much was read. */
static size_t css_address(struct collector *collector, str rest, bool import)
{
    str trimmed = str_trim(rest);
    size_t skipped = (size_t)(trimmed.p - rest.p);
    char quote = trimmed.n ? trimmed.p[0] : '\0';
    if (quote == '"' || quote == '\'') {
        size_t end = str_find_char(str_from_offset(trimmed, 1), quote);
        if (end != STR_NONE) {
            css_link(collector, str_sub(trimmed, 0, end + 2));
            return skipped + end + 2;
        }
    }
    size_t end = import ? STR_NONE : str_find_char(rest, ')');
    if (end == STR_NONE) {
        return 0;
    }
    css_link(collector, str_sub(rest, 0, end));
    return end;
}

/* The strings of image-set("x.png" 1x type("image/png"), url(...) 2x), from
 * after its '('. */
static void css_image_set(struct collector *collector, str rest)
{
    size_t depth = 1;
    for (size_t at = 0; at < rest.n && depth; at++) {
        char c = rest.p[at];
        depth = depth + (c == '(') - (c == ')');
        if (c == '"' || c == '\'') {
            size_t end = str_find_char_from(rest, at + 1, c);
            if (depth == 1 && end < rest.n) {
                css_link(collector, str_sub(rest, at, end + 1 - at));
            }
            at = end;
        }
    }
}

static bool css_starts(str rest, str word)
{
    return rest.n > word.n && str_eq_nocase(str_sub(rest, 0, word.n), word);
}

/* The offset of the quote that closes the string at `at`, or of its line's end.
 */
static size_t css_string_end(str css, size_t at)
{
    char quote = css.p[at++];
    while (at < css.n && css.p[at] != quote && css.p[at] != '\n') {
        at += css.p[at] == '\\' ? 2 : 1;
    }
    return at;
}

void collect_css(struct collector *collector, str css)
{
    for (size_t at = 0; at < css.n; at++) {
        str rest = str_from_offset(css, at);
        char c = to_lower(rest.p[0]);
        if (c == '/' && str_starts(rest, STR("/*"))) {
            size_t end = str_find(str_from_offset(rest, 2), STR("*/"));
            at = end == STR_NONE ? css.n : at + end + 3;
        } else if (c == '"' || c == '\'') { /* a text: content: "url(x)" */
            at = css_string_end(css, at);
        } else if (c == 'u' && css_starts(rest, STR("url("))) {
            at += 3 + css_address(collector, str_from_offset(rest, 4), false);
        } else if (c == '@' && css_starts(rest, STR("@import"))) {
            at += 6 + css_address(collector, str_from_offset(rest, 7), true);
        } else if (c == 'i' && css_starts(rest, STR("image-set("))) {
            css_image_set(collector, str_from_offset(rest, 10));
            at += 9;
        }
    }
}

/* --- text --- */

/* Names of readers in instructions. */
#define ANYBODY                                                                \
    "user username you yourname name me your-name shared public youruser "     \
    "someone ..."

static bool is_name(char c)
{
    return is_alnum(c) || c == '-' || c == '_' || c == '.' ||
           (unsigned char)c >= 0x80;
}

/* "/home/ana/" in "/home/ana/site": the part that is private, or nothing. */
static str private_part(str text, size_t at, const struct search_text *found)
{
    size_t end = at + found->text.n;
    size_t start = end;
    if (found->id == 0) { /* an address, to its end */
        while (end < text.n && !is_space(text.p[end]) &&
               !strchr("<>\"'`)", text.p[end])) {
            end++;
        }
        return str_sub(text, at, end - at);
    }
    while (end < text.n && is_name(text.p[end])) {
        end++;
    }
    bool closed = end < text.n && (text.p[end] == '/' || text.p[end] == '\\');
    bool inside = at > 0 && (is_name(text.p[at - 1]) || text.p[at - 1] == '/');
    if (end == start || !closed || inside ||
        str_is_word_of(str_sub(text, start, end - start), STR(ANYBODY))) {
        return (str){NULL, 0};
    }
    return str_sub(text, at, end - at);
}

void collect_text(struct collector *collector, str text)
{
    const struct search_text *found;
    for (size_t at = 0;
         (found = multi_search_next(collector->locals, text, &at)); at++) {
        str part = private_part(text, at, found);
        if (part.n) {
            report_local(collector, part, part);
            at += part.n - 1;
        }
    }
}

/* --- one file --- */

static bool is_word(str text, size_t at)
{
    return at < text.n &&
           (is_alnum(text.p[at]) || (unsigned char)text.p[at] >= 0x80);
}

static void find_leaks(struct collector *collector)
{
    str text = collector->text;
    const struct search_text *found;
    for (size_t at = 0;
         (found = multi_search_next(&collector->leaks->search, text, &at));
         at++) {
        if ((at && is_word(text, at - 1)) ||
            is_word(text, at + found->text.n)) {
            continue;
        }
        str name = collector->leaks->posts.p[found->id]->source->name;
        struct finding *finding =
            collect_finding(collector, DIAG_ERROR, "leaked-draft",
                            str_sub(text, at, found->text.n), name);
        finding->leak = true;
        finding_say(&collector->findings, finding,
                    "this is of %.*s, which is not published", STR_ARG(name));
    }
}

/* Links to parts of the page itself need no other file. */
static void check_own(struct collector *collector)
{
    for (size_t i = 0; i < collector->own.n; i++) {
        const struct own_link *link = &collector->own.p[i];
        str id = target_id(str_from_offset(link->href, 1));
        if (collector->file->kind != FILE_HTML || id.n == 0) {
            continue;
        }
        collector->counts.fragments++;
        if (!str_eq_nocase(id, STR("top")) && !map_get(&collector->ids, id) &&
            !map_get(&collector->ids, url_decode(&collector->work, id))) {
            collect_bad_fragment(
                collector->catalog, &collector->findings,
                spot_of(collector, link->raw),
                &(struct missing_part){collector->file, link->href,
                                       collector->names.p, collector->names.n});
        }
    }
}

/* False: the file can't be read. */
static bool read_file(struct collector *collector, struct check_file *file)
{
    const struct catalog *catalog = collector->catalog;
    struct arena *work = &collector->work;
    int error =
        fs_read(catalog_real(catalog, file, work), work, &collector->text);
    if (error) {
        finding_unreadable(&collector->findings,
                           catalog_name(catalog, file, &collector->keep),
                           error);
        return false;
    }
    collector->file = file;
    collector->base = catalog_url(catalog, file, work);
    collector->based = false;
    collector->redirect = false;
    collector->ids = (struct map){0};
    VEC_CLEAR(&collector->names);
    VEC_CLEAR(&collector->own);
    VEC_CLEAR(&collector->links);
    find_leaks(collector);
    switch (file->kind) {
    case FILE_HTML: collect_html(collector); break;
    case FILE_CSS:
        collect_css(collector, collector->text);
        collect_contrast(collector);
        break;
    case FILE_XML: collect_xml(collector); break;
    case FILE_JSON: collect_json(collector); break;
    case FILE_TEXT:
    case FILE_BINARY: break;
    }
    check_own(collector);
    return true;
}

/* Most threads find the flag set already: they need not write to it. */
static void set_flag(atomic_bool *flag)
{
    if (!atomic_load_explicit(flag, memory_order_relaxed)) {
        atomic_store_explicit(flag, true, memory_order_relaxed);
    }
}

/* Marks the files that the links lead to, and keeps the links that must wait
 * until all files are read. */
static void take_links(struct collector *collector)
{
    struct check_file *from = collector->file;
    struct file_link *links = collector->links.p;
    size_t n = 0;
    for (size_t i = 0; i < collector->links.n; i++) {
        const struct link_address *address = links[i].address;
        struct check_file *file = address->file;
        if (file && file != from) {
            set_flag(&file->used);
            if (links[i].page && !collector->redirect) {
                set_flag(&file->linked);
            }
        }
        collector->counts.fragments += address->has_fragment;
        bool dead = address->kind == TARGET_OUTSIDE_BASE ||
                    (address->kind == TARGET_INSIDE && !file);
        if (dead || address->has_fragment ||
            (collector->external && address->requestable)) {
            links[n++] = links[i];
        }
    }
    from->links = vec_copy(&collector->keep, links, n, sizeof *links);
    from->nlinks = n;
}

static int compare_hashes(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;
    return *x < *y ? -1 : *x > *y;
}

static void take_ids(struct collector *collector)
{
    size_t n = collector->names.n;
    uint64_t *ids = ARENA_ARRAY(&collector->keep, uint64_t, n);
    for (size_t i = 0; i < n; i++) {
        ids[i] = hash64(collector->names.p[i]);
    }
    if (n) {
        qsort(ids, n, sizeof *ids, compare_hashes);
    }
    collector->file->ids = ids;
    collector->file->nids = n;
}

bool collect_has_id(const struct check_file *file, str id)
{
    uint64_t hash = hash64(id);
    return file->nids &&
           bsearch(&hash, file->ids, file->nids, sizeof hash, compare_hashes);
}

void collect_file(struct collector *collector, struct check_file *file)
{
    if (file->kind != FILE_BINARY && read_file(collector, file)) {
        file->was_read = true;
        take_links(collector);
        take_ids(collector);
    }
    arena_clear(&collector->work);
}

const str *collect_ids(const struct collector *like, struct check_file *file,
                       struct arena *arena, size_t *n)
{
    struct collector *collector = ARENA_NEW(arena, struct collector);
    *collector = (struct collector){.catalog = like->catalog,
                                    .addresses = like->addresses,
                                    .leaks = like->leaks,
                                    .locals = like->locals,
                                    .findings.arena = &collector->keep};
    str *names = NULL;
    *n = 0;
    if (read_file(collector, file)) {
        *n = collector->names.n;
        names = ARENA_ARRAY(arena, str, *n);
        for (size_t i = 0; i < *n; i++) {
            names[i] = arena_str(arena, collector->names.p[i]);
        }
    }
    arena_free(&collector->keep);
    arena_free(&collector->work);
    return names;
}
