/* SPDX-License-Identifier: MIT */
#include "check/collect.h"

struct spot collect_spot(const struct collector *collector, str slice)
{
    const struct check_file *file = collector->file;
    struct spot spot = {file->name, file->real, file->post, 0, 0};
    bool inside = slice.p && slice.p >= collector->text.p &&
                  slice.p <= collector->text.p + collector->text.n;
    if (inside) {
        spot.off = (size_t)(slice.p - collector->text.p);
        spot.len = slice.n;
    }
    return spot;
}

/* Addresses that mean the same on every page are resolved once a thread. */
static bool is_shared(str address)
{
    return str_starts(address, STR("/")) || str_starts(address, STR("http"));
}

static struct target *new_target(struct collector *collector, str address)
{
    struct target *target = ARENA_NEW(&collector->keep, struct target);
    catalog_resolve(collector->catalog, collector->file,
                    arena_str(&collector->keep, address), &collector->keep,
                    target);
    return target;
}

static struct target *find_target(struct collector *collector, str address)
{
    address = str_trim(address);
    if (!is_shared(address)) {
        return new_target(collector, address);
    }
    struct target *target = map_get(&collector->targets, address);
    if (!target) {
        target = new_target(collector, address);
        *map_put(&collector->targets, &collector->keep, target->value) = target;
    }
    return target;
}

static void report_local(struct collector *collector, str raw, str address)
{
    struct finding *finding = finding_add(
        &collector->findings, DIAG_WARNING, "local-address",
        collect_spot(collector, raw), arena_str(&collector->keep, address));
    finding->seek = finding->key;
    finding->link = true;
    finding_say(&collector->findings, finding,
                "an address of somebody's own machine: %.*s", STR_ARG(address));
}

struct target *collect_link(struct collector *collector, str raw, str address,
                            bool page)
{
    struct target *target = find_target(collector, address);
    struct spot spot = collect_spot(collector, raw);
    collector->counts.links++;
    if (target->kind == TARGET_LOCAL) {
        report_local(collector, raw, address);
    }
    *VEC_PUSH(&collector->links, &collector->keep) = (struct check_link){
        target, (uint32_t)spot.off, (uint32_t)spot.len, page};
    return target;
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
static str private_part(str text, size_t at, const struct needle *needle)
{
    size_t end = at + needle->text.n;
    size_t start = end;
    if (needle->id == 0) { /* an address, to its end */
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
    const struct needle *needle;
    for (size_t at = 0; (needle = needles_next(collector->locals, text, &at));
         at++) {
        str part = private_part(text, at, needle);
        if (part.n) {
            report_local(collector, part, part);
            at += part.n - 1;
        }
    }
}
