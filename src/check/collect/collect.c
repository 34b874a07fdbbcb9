/* SPDX-License-Identifier: MIT */
#include "check/collect/collect.h"

#include "base/hash.h"
#include "check/target.h"
#include "text/url.h"

struct spot collect_spot(const struct collector *collector, str slice)
{
    struct spot spot = {0};
    bool inside = slice.p && slice.p >= collector->text.p &&
                  slice.p <= collector->text.p + collector->text.n;
    if (inside) {
        spot.off = (size_t)(slice.p - collector->text.p);
        spot.len = slice.n;
    }
    return spot;
}

/* --- links --- */

/* What the address is found by: its text, and if it is relative, where it
 * leads. */
static str address_text(struct collector *collector, str href)
{
    struct arena *work = &collector->work;
    if (target_is_shared(href)) {
        return href;
    }
    str base = catalog_url(collector->catalog, collector->file, work);
    str url = url_resolve(work, base, href);
    return arena_printf(work, "%.*s\n%.*s", STR_ARG(href), STR_ARG(url));
}

static struct link_address *find_address(struct collector *collector, str href)
{
    const struct catalog *catalog = collector->catalog;
    str text = address_text(collector, href);
    struct link_address **recent = &collector->recent[hash64(text) & 255];
    if (text.n == href.n && *recent && str_eq((*recent)->value, href)) {
        return *recent;
    }
    struct link_address *address = addresses_find(collector->addresses, text);
    if (!address) {
        str url = text.n > href.n
                      ? str_from_offset(text, href.n + 1)
                      : url_resolve(&collector->work, catalog->base, href);
        address = addresses_add(collector->addresses, text, href.n,
                                target_kind_of(catalog, url));
    }
    *recent = text.n == href.n ? address : *recent;
    return address;
}

static void report_local(struct collector *collector, str raw, str address)
{
    struct findings *findings = &collector->said.findings;
    struct finding *finding = finding_add(
        findings, DIAG_WARNING, "local-address", collect_spot(collector, raw),
        arena_str(findings->arena, address));
    finding->seek = finding->key;
    finding->link = true;
    finding_say(findings, finding, "an address of somebody's own machine: %.*s",
                STR_ARG(address));
}

enum target_kind collect_link(struct collector *collector, str raw, str address,
                              bool page)
{
    struct arena *work = &collector->work;
    struct spot spot = collect_spot(collector, raw);
    str href = str_trim(address);
    collector->said.counts.links++;
    if (str_starts(href, STR("#"))) {
        *VEC_PUSH(&collector->own, work) =
            (struct own_link){arena_str(work, href), raw};
        return TARGET_INSIDE;
    }
    const struct link_address *known = find_address(collector, href);
    if (known->kind == TARGET_LOCAL) {
        report_local(collector, raw, address);
    }
    if (known->kind != TARGET_OTHER) {
        *VEC_PUSH(&collector->said.links, work) = (struct said_link){
            known->number, (uint32_t)spot.off, (uint32_t)spot.len, page};
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
    finding->seek = part->href;
    finding->link = true;
}

/* --- CSS --- */

static str unquote(str s)
{
    s = str_trim(s);
    if (s.n >= 2 && (s.p[0] == '"' || s.p[0] == '\'') &&
        s.p[s.n - 1] == s.p[0]) {
        return str_sub(s, 1, s.n - 2);
    }
    return s;
}

static void css_link(struct collector *collector, str raw)
{
    str address = unquote(raw);
    if (address.n && address.p[0] != '#') {
        collect_link(collector, address, address, false);
    }
}

/* The address of url(...) or @import "...", from behind these words. Returns
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

void collect_css(struct collector *collector, str css)
{
    for (size_t at = 0; at < css.n; at++) {
        str rest = str_from_offset(css, at);
        char c = to_lower(rest.p[0]);
        if (c == '/' && str_starts(rest, STR("/*"))) {
            size_t end = str_find(str_from_offset(rest, 2), STR("*/"));
            at = end == STR_NONE ? css.n : at + end + 3;
        } else if (c == 'u' && rest.n > 4 &&
                   str_eq_nocase(str_sub(rest, 0, 4), STR("url("))) {
            at += 3 + css_address(collector, str_from_offset(rest, 4), false);
        } else if (c == '@' && rest.n > 7 &&
                   str_eq_nocase(str_sub(rest, 0, 7), STR("@import"))) {
            at += 6 + css_address(collector, str_from_offset(rest, 7), true);
        }
    }
}

/* --- text --- */

/* Names that stand for anybody in instructions. */
static bool is_anybody(str name)
{
    static const str names[] = {
        STR_INIT("user"),      STR_INIT("username"), STR_INIT("you"),
        STR_INIT("yourname"),  STR_INIT("name"),     STR_INIT("me"),
        STR_INIT("your-name"), STR_INIT("shared"),   STR_INIT("public"),
        STR_INIT("youruser"),  STR_INIT("someone"),  STR_INIT("..."),
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_eq_nocase(name, names[i])) {
            return true;
        }
    }
    return false;
}

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
        is_anybody(str_sub(text, start, end - start))) {
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
