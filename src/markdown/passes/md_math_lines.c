/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "markdown/md.h"

/* Formulas on lines of their own:
 *
 *     $$
 *     a = b
 *       + c
 *     $$
 *
 * Blocks come before inlines, so to cmark the second line of this one begins a
 * list. It stands in one quote or list item as a whole. */

const char md_line_starts[] = "-+*#=>|~_<`[:0123456789 ";

/* "  > 1. ": what may stand before a formula on its first line. */
static bool is_container(str prefix)
{
    for (size_t i = 0; i < prefix.n; i++) {
        if (!is_digit(prefix.p[i]) && !strchr(" \t>-*+.)", prefix.p[i])) {
            return false;
        }
    }
    return true;
}

/* What stands before it on its line; p == NULL: more than a container's. */
static str prefix_of(str body, size_t at)
{
    enum { LONGEST = 100 };
    size_t from = at;
    while (from > 0 && body.p[from - 1] != '\n') {
        from--;
        if (at - from > LONGEST) {
            return (str){0};
        }
    }
    str prefix = str_sub(body, from, at - from);
    return is_container(prefix) ? prefix : (str){0};
}

/* Behind a formula nothing follows on the line but a full stop or so. */
static bool ends_line(str body, size_t at)
{
    at += at < body.n && body.p[at] && strchr(".,;:", body.p[at]);
    while (at < body.n && (body.p[at] == ' ' || body.p[at] == '\t')) {
        at++;
    }
    return at == body.n || body.p[at] == '\n' || body.p[at] == '\r';
}

/* The first `what` from `at` on that ends a line, or body.n. */
static size_t find_closer(str body, size_t at, str what)
{
    for (;;) {
        size_t found = str_find(str_from_offset(body, at), what);
        if (found == STR_NONE) {
            return body.n;
        }
        at += found;
        bool escaped = at > 0 && body.p[at - 1] == '\\';
        if (!escaped && ends_line(body, at + what.n)) {
            return at;
        }
        at += what.n;
    }
}

/* The first line from `at` on that begins a fence, or body.n. */
static size_t find_fence(str body, size_t at)
{
    while (at < body.n) {
        size_t end = str_find_char(str_from_offset(body, at), '\n');
        size_t i = end == STR_NONE ? body.n : at + end + 1;
        at = i;
        while (i < body.n && strchr(" \t>", body.p[i])) {
            i++;
        }
        str rest = str_sub(body, i, 3);
        if (str_eq(rest, STR("```")) || str_eq(rest, STR("~~~"))) {
            return at;
        }
    }
    return body.n;
}

static bool has_blank_line(str text)
{
    str line;
    str_split(&text, '\n', &line);
    while (str_split(&text, '\n', &line)) {
        if (text.p && str_trim(line).n == 0) {
            return true;
        }
    }
    return false;
}

bool md_math_is_prose(str text)
{
    enum { BEGINNING = 200 };
    size_t letters = 0;
    bool word = false;
    text = str_sub(text, 0, BEGINNING);
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];
        if (c && strchr("\\^_={}<>+|()[]", c)) {
            return false;
        }
        bool tail = (c & 0xC0) == 0x80; /* of a character of several bytes */
        letters = is_alpha((char)c) || c >= 0x80 ? letters + !tail : 0;
        word = word || letters > 1;
    }
    return word;
}

/* \[12\] and \[caption id="1"\], as programs escape brackets. */
static bool is_bracketed(str text)
{
    bool number = true;
    for (size_t i = 0; i < text.n; i++) {
        number = number && (is_digit(text.p[i]) || is_space(text.p[i]));
    }
    return number || md_math_is_prose(text) ||
           str_find_char(text, '"') != STR_NONE;
}

/* The text of a formula of several lines, unless two that have nothing to do
 * with each other stand at its ends. */
static bool is_one_formula(const struct md_math_lines *lines, size_t at,
                           size_t end)
{
    str text = str_sub(lines->body, at, end - at);
    return text.n <= MATH_LONGEST && lines->fence > end &&
           !(has_blank_line(text) && md_math_is_prose(text));
}

/* More dollars on the line of those at `at` belong to them: no formula of
 * several lines begins. */
static bool is_closed_within_line(str body, size_t at)
{
    str line = str_from_offset(body, at + 2);
    line = str_sub(line, 0, str_find_char(line, '\n'));
    return str_find(line, STR("$$")) != STR_NONE;
}

bool md_math_lines_begin(struct md_math_lines *lines, size_t at)
{
    str body = lines->body;
    bool bracket = body.p[at] == '\\';
    str prefix = prefix_of(body, at);
    if (at < lines->end || !prefix.p) {
        return false;
    }
    size_t *closer = &lines->closers[bracket];
    if (*closer < at + 2) {
        *closer = find_closer(body, at + 2, bracket ? STR("\\]") : STR("$$"));
    }
    if (lines->fence <= at) {
        lines->fence = find_fence(body, at);
    }
    str text = str_sub(body, at + 2, *closer - at - 2);
    if (*closer == body.n || !is_one_formula(lines, at + 2, *closer) ||
        (bracket ? is_bracketed(text) : is_closed_within_line(body, at))) {
        return false;
    }
    lines->end = *closer + 2;
    lines->quotes = 0;
    for (size_t i = 0; i < prefix.n; i++) {
        lines->quotes += prefix.p[i] == '>';
    }
    return true;
}

/* Behind the marks of the quotes around it, and spaces. */
static size_t skip_quotes(const struct md_math_lines *lines, size_t i)
{
    size_t left = lines->quotes;
    str body = lines->body;
    while (i < body.n && (body.p[i] == ' ' || body.p[i] == '\t' ||
                          (body.p[i] == '>' && left))) {
        left -= body.p[i] == '>';
        i++;
    }
    return i;
}

struct md_line_start md_math_lines_next(const struct md_math_lines *lines,
                                        size_t at)
{
    str body = lines->body;
    struct md_line_start none = {.at = body.n};
    while (at < lines->end) {
        size_t line = str_find_char(str_sub(body, at, lines->end - at), '\n');
        if (line == STR_NONE) {
            return none;
        }
        at = skip_quotes(lines, at + line + 1);
        char c = at < body.n ? body.p[at] : '\n';
        if (c == '\n' || c == '\r') {
            return (struct md_line_start){at, 0, ' '};
        }
        if (c && strchr(md_line_starts, c)) {
            return (struct md_line_start){at, 1, c};
        }
    }
    return none;
}
