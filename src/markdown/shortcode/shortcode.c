/* SPDX-License-Identifier: MIT */
#include "markdown/shortcode/shortcode.h"

static const str opener = STR_INIT("{{<");
static const str closer = STR_INIT(">}}");

size_t shortcode_find(str text, size_t at)
{
    size_t found = str_find(str_from_offset(text, at), opener);
    return found == STR_NONE ? STR_NONE : at + found;
}

static bool is_shortcode_name_char(char c)
{
    return is_alnum(c) || c == '-' || c == '_' || c == '/' || c == '.';
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

/* Behind the quoted text at s[i]; s.n if it is not closed. */
static size_t skip_quoted(str s, size_t i)
{
    char quote = s.p[i++];
    while (i < s.n && s.p[i] != quote) {
        i += s.p[i] == '\\' && quote != '`' ? 2 : 1;
    }
    return i < s.n ? i + 1 : s.n;
}

enum { LONGEST = 8192 }; /* bytes of a tag */

/* Where ">}}" closes the tag whose inside starts at `at`: not within quotes,
 * unless these stay open (it's). A tag does not reach over an empty line. */
static size_t find_closer(str text, size_t at)
{
    str rest = str_sub(text, at, text.n - at < LONGEST ? text.n - at : LONGEST);
    size_t end = str_find(rest, STR("\n\n"));
    str inside = str_sub(text, 0, at + (end == STR_NONE ? rest.n : end));
    size_t i = at;
    while (i < inside.n) {
        if (str_starts(str_from_offset(inside, i), closer)) {
            return i;
        }
        bool starts = is_quote(inside.p[i]) &&
                      (is_space(inside.p[i - 1]) || inside.p[i - 1] == '=');
        size_t behind = starts ? skip_quoted(inside, i) : i + 1;
        i = behind < inside.n ? behind : i + 1;
    }
    return STR_NONE;
}

/* Takes the name off the front; false: there is none. */
static bool take_shortcode_name(str *inside, str *name)
{
    size_t n = 0;
    while (n < inside->n && is_shortcode_name_char(inside->p[n])) {
        n++;
    }
    *name = str_sub(*inside, 0, n);
    *inside = str_from_offset(*inside, n);
    bool ends = inside->n == 0 || is_space(inside->p[0]);
    return n > 0 && ends && (is_alpha(name->p[0]) || name->p[0] == '_');
}

enum shortcode_status shortcode_tag_read(str text, size_t at,
                                         struct shortcode_tag *out)
{
    size_t end = find_closer(text, at + opener.n);
    bool closed = end != STR_NONE;
    size_t from = at + opener.n;
    str inside = str_trim(str_sub(text, from, (closed ? end : text.n) - from));
    *out = (struct shortcode_tag){.from = at, .to = closed ? end + 3 : text.n};
    out->escaped = closed && inside.n >= 4 && str_starts(inside, STR("/*")) &&
                   str_ends(inside, STR("*/"));
    if (out->escaped) {
        out->args = str_sub(inside, 2, inside.n - 4);
        return SHORTCODE_TAG;
    }
    out->closes = str_starts(inside, STR("/"));
    if (out->closes) {
        inside = str_trim(str_from_offset(inside, 1));
    }
    if (closed && !out->closes && str_ends(inside, STR("/"))) {
        out->alone = true;
        inside = str_trim(str_sub(inside, 0, inside.n - 1));
    }
    if (!take_shortcode_name(&inside, &out->name)) {
        return SHORTCODE_NONE;
    }
    out->args = str_trim(inside);
    return closed ? SHORTCODE_TAG : SHORTCODE_UNCLOSED;
}

/* --- arguments --- */

/* Without its quotes and, but for `…`, without the backslash before one. */
static str unquote_arg(str quoted, struct arena *arena)
{
    char quote = quoted.p[0];
    str inside = str_sub(quoted, 1, quoted.n - 2);
    if (quote == '`' || str_find_char(inside, '\\') == STR_NONE) {
        return inside;
    }
    char *p = ARENA_ARRAY(arena, char, inside.n);
    size_t n = 0;
    for (size_t i = 0; i < inside.n; i++) {
        char next = i + 1 < inside.n ? inside.p[i + 1] : '\0';
        i += inside.p[i] == '\\' && (next == quote || next == '\\');
        p[n++] = inside.p[i];
    }
    return (str){p, n};
}

/* Takes a value off the front of *rest. */
static bool take_value(str *rest, struct arena *arena,
                       struct shortcode_arg *out)
{
    str all = *rest;
    size_t n = 0;
    out->quoted = all.n > 0 && is_quote(all.p[0]);
    if (out->quoted) {
        n = skip_quoted(all, 0);
        bool closed = n >= 2 && all.p[n - 1] == all.p[0];
        if (!closed) {
            return false;
        }
        out->text = unquote_arg(str_sub(all, 0, n), arena);
    } else {
        while (n < all.n && !is_space(all.p[n])) {
            n++;
        }
        out->text = str_sub(all, 0, n);
    }
    *rest = str_from_offset(all, n);
    return n > 0;
}

/* Takes "key=" off the front, spaces around the sign too; empty if the next
 * argument has no name. */
static str take_key(str *rest)
{
    size_t n = 0;
    while (n < rest->n && is_shortcode_name_char(rest->p[n])) {
        n++;
    }
    str key = str_sub(*rest, 0, n);
    str behind = str_trim(str_from_offset(*rest, n));
    if (n == 0 || !str_starts(behind, STR("="))) {
        return (str){NULL, 0};
    }
    *rest = str_trim(str_from_offset(behind, 1));
    return key;
}

bool shortcode_args_read(const struct shortcode_tag *tag, struct arena *arena,
                         struct shortcode_args *out, str *wrong)
{
    str rest = str_trim(tag->args);
    while (rest.n) {
        struct shortcode_arg arg = {0};
        *wrong = rest;
        arg.name = take_key(&rest);
        if (!take_value(&rest, arena, &arg)) {
            return false;
        }
        *VEC_PUSH(&out->list, arena) = arg;
        rest = str_trim(rest);
    }
    return true;
}

bool shortcode_is_reference(str name)
{
    return str_eq(name, STR("ref")) || str_eq(name, STR("relref"));
}

bool shortcode_arg_is_address(str name, bool *image)
{
    *image = str_eq(name, STR("src")) || str_eq(name, STR("image")) ||
             str_eq(name, STR("poster"));
    return *image || str_eq(name, STR("href")) || str_eq(name, STR("link"));
}
