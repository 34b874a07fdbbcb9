/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/utf8.h"
#include "markdown/md.h"

/* Formulas on lines of their own:
 *
 *     $$
 *     a = b
 *       + c
 *     $$
 *
 * Blocks come before inlines, so to cmark the second line of this one begins a
 * list. It is in one quote or list item as a whole. */

const char md_line_starts[] = "-+*#=>|~_<`[:0123456789 ";

str md_marks_before(str text, size_t at)
{
    size_t from = str_skip_back(text, at, "0123456789 \t>-*+.)");
    bool all = from == 0 || text.p[from - 1] == '\n';
    return all ? str_sub(text, from, at - from) : (str){NULL, 0};
}

bool md_math_ends_line(str text, size_t at)
{
    at += is_any_of(str_at(text, at), ".,;:");
    at = str_skip(text, at, " \t");
    return at >= text.n || is_any_of(text.p[at], "\n\r");
}

/* The first `what` from `at` on that ends a line, or body.n. */
static size_t find_closer(str body, size_t at, str what)
{
    at = str_find_from(body, at, what);
    while (at < body.n && ((at > 0 && body.p[at - 1] == '\\') ||
                           !md_math_ends_line(body, at + what.n))) {
        at = str_find_from(body, at + what.n, what);
    }
    return at;
}

/* The first line from `at` on that begins a fence, or body.n. */
static size_t find_fence(str body, size_t at)
{
    while (at < body.n) {
        at = str_find_char_from(body, at, '\n');
        at += at < body.n;
        str rest = str_sub(body, str_skip(body, at, " \t>"), 3);
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

static bool is_words(str text)
{
    enum { BEGINNING = 200 };
    size_t letters = 0;
    bool word = false;
    text = str_sub(text, 0, BEGINNING);
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (is_any_of(c, "\\^_={}<>+|()[]")) {
            return false;
        }
        letters = is_alpha(c) || (unsigned char)c >= 0x80
                      ? letters + !utf8_is_tail(c)
                      : 0;
        word = word || letters > 1;
    }
    return word;
}

size_t md_math_comment(str text)
{
    size_t at = str_rfind_char(text, '\n') + 1; /* STR_NONE + 1 == 0 */
    while (at < text.n && text.p[at] != '%') {
        at += text.p[at] == '\\' ? 2 : 1;
    }
    return at < text.n ? at : text.n;
}

/* (C#, F#), ($5), (Q & A), (+20% on 2019): without a command of TeX no formula
 * has a "#", "$" or "&", nor a comment that ends with it. */
static bool is_refused(str text)
{
    bool sign = md_math_comment(text) < text.n;
    bool command = false;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        bool escaped = i && text.p[i - 1] == '\\';
        sign = sign || (is_any_of(c, "#$&") && !escaped);
        command = command || (escaped && is_alpha(c));
    }
    return sign && !command;
}

/* (max_value): to TeX the letter after a line is the index, and the rest is
 * not. */
static bool is_identifier(str text)
{
    size_t letters = 0;
    bool joined = false;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (!is_alnum(c) && (c != '_' || letters < 2)) {
            return false;
        }
        joined = joined || c == '_';
        letters = c == '_' ? 0 : letters + is_alpha(c);
    }
    return joined && letters > 1;
}

bool md_math_is_prose(str text)
{
    return is_words(text) || is_refused(text) || is_identifier(text);
}

bool md_math_lines_begin(struct md_math_lines *lines, size_t at)
{
    str body = lines->body;
    bool bracket = body.p[at] == '\\';
    str prefix = md_marks_before(body, at);
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
    bool words = is_words(text);
    if (*closer == body.n || text.n > MATH_LONGEST || lines->fence <= *closer ||
        (words && has_blank_line(text))) {
        return false;
    }
    if (bracket) { /* \[12\] and \[caption id="1"\], as programs escape brackets
                    */
        size_t digits = str_skip(text, 0, "0123456789 \t\n\v\f\r");
        if (md_math_is_prose(text) || digits == text.n ||
            str_find_char(text, '"') != STR_NONE) {
            return false;
        }
    } else { /* more dollars on the line belong to these ones */
        str line = str_sub(body, 0, str_find_char_from(body, at + 2, '\n'));
        if (str_find_from(line, at + 2, STR("$$")) < line.n) {
            return false;
        }
    }
    lines->end = *closer + 2;
    lines->quotes = 0;
    for (size_t i = 0; i < prefix.n; i++) {
        lines->quotes += prefix.p[i] == '>';
    }
    return true;
}

/* After the marks of the quotes around it, and spaces. */
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
        size_t line = str_find_char_from(body, at, '\n');
        if (line >= lines->end) {
            return none;
        }
        at = skip_quotes(lines, line + 1);
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
