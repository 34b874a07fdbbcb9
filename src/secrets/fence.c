/* SPDX-License-Identifier: MIT */
#include "secrets/fence.h"

#include "secrets/line.h"

enum { INDENT = 4 }; /* the blanks before code */

/* The number of marks of the fence that the line begins with, after marks of
 * quotes and lists; *info is the text after it. */
static size_t fence_of(str line, char *mark, str *info)
{
    size_t at = str_skip(line, 0, " \t>-*+0123456789.)");
    char c = str_at(line, at);
    size_t n = 0;
    if (c != '`' && c != '~') {
        return 0;
    }
    while (str_at(line, at + n) == c) {
        n++;
    }
    *mark = c;
    *info = str_trim(str_from_offset(line, at + n));
    bool code = c == '`' && str_find_char(*info, '`') != STR_NONE;
    return n >= 3 && !code ? n : 0;
}

/* The column of the text after the blanks at *at, which is after them then. */
static size_t text_column(str line, size_t *at, size_t column)
{
    for (; is_any_of(str_at(line, *at), " \t"); ++*at) {
        column += str_at(line, *at) == '\t' ? INDENT - column % INDENT : 1;
    }
    return column;
}

/* The end of the mark of a list's item, a definition or a footnote; `at`: there
 * is none. */
static size_t mark_end(str line, size_t at)
{
    size_t end = str_skip(line, at, "0123456789");
    bool number = end > at && is_any_of(str_at(line, end), ".)");
    bool note = str_starts_at(line, at, STR("[^"));
    end = note ? str_find_char_from(line, at, ':') : end;
    end += number || note || is_any_of(str_at(line, at), "-*+:");
    return is_any_of(str_at(line, end), " \t") ? end : at;
}

/* Notes where the text of the innermost item begins that the line is in. */
static void take_items(struct fence *fence, str line)
{
    size_t at = 0;
    size_t column = text_column(line, &at, 0);
    fence->indent = column < fence->indent ? column : fence->indent;
    while (column < fence->indent + INDENT) {
        size_t end = mark_end(line, at);
        if (end == at) {
            break;
        }
        size_t most = column + INDENT;
        column = text_column(line, &end, column + end - at);
        column = column < most ? column : most;
        at = end;
        fence->indent = column;
    }
}

static void take_line(struct fence *fence, str line)
{
    char mark;
    str info;
    str front = str_trim(line);
    if (str_eq(front, STR("---")) || str_eq(front, STR("+++"))) {
        bool begins = fence->line == 0;
        fence->open = begins ? 3 : fence->mark == front.p[0] ? 0 : fence->open;
        fence->mark = begins ? front.p[0] : fence->mark;
        return;
    }
    size_t n = fence_of(line, &mark, &info);
    if (n && !fence->open) {
        fence->open = n;
        fence->mark = mark;
        fence->allow = str_find(info, STR("allow=secrets")) != STR_NONE ||
                       str_find(info, STR("allow=\"secrets\"")) != STR_NONE;
    } else if (n >= fence->open && n && mark == fence->mark && !info.n) {
        fence->open = 0;
        fence->allow = false;
    }
    if (front.n && !fence->open) {
        take_items(fence, line);
    }
}

/* Moves to the line that begins at `line`. */
static void move_to(struct fence *fence, size_t line)
{
    while (fence->line < line) {
        size_t end = str_find_char_from(fence->text, fence->line, '\n');
        take_line(fence, str_sub(fence->text, fence->line, end - fence->line));
        fence->line = end + 1;
    }
}

bool fence_is_code(struct fence *fence, size_t at)
{
    if (fence->kind == SECRET_TEXT_CODE) {
        return true;
    }
    size_t line = line_start(fence->text, at);
    move_to(fence, line);
    if (fence->open) {
        return true;
    }
    str before = str_sub(fence->text, line, at - line);
    size_t first = 0;
    if (text_column(before, &first, 0) >= fence->indent + INDENT) {
        return true;
    }
    bool inside = false;
    for (size_t i = 0; i < before.n; i++) {
        inside ^= before.p[i] == '`';
    }
    return inside;
}

static str line_around(str text, size_t at, size_t *start)
{
    *start = line_start(text, at);
    str piece = str_sub(text, *start, at - *start + LINE_PIECE);
    return str_sub(piece, 0, str_find_char_from(piece, at - *start, '\n'));
}

bool allowed_on_line(str text, size_t at)
{
    size_t start;
    str line = line_around(text, at, &start);
    if (str_find(line, SECRET_ALLOW) != STR_NONE) {
        return true;
    }
    /* Above, it is alone on its line: a comment after another secret is that
     * one's. */
    if (!start) {
        return false;
    }
    line = line_around(text, start - 1, &start);
    size_t found = str_find(line, SECRET_ALLOW);
    for (size_t i = 0; found != STR_NONE && i < found; i++) {
        if (is_alnum(line.p[i])) {
            return false;
        }
    }
    return found != STR_NONE;
}

/* --- the words taken out --- */

static bool is_mark(char c)
{
    return is_any_of(c, "!#;/*-<%'\"");
}

/* The comment around [*from, *to): its marks, if it has no other words. */
static void widen(str text, size_t *from, size_t *to)
{
    size_t a = *from;
    size_t b = *to;
    while (a > 0 && (text.p[a - 1] == ' ' || text.p[a - 1] == '\t')) {
        a--;
    }
    size_t marks = a;
    while (marks > 0 && is_mark(text.p[marks - 1])) {
        marks--;
    }
    bool html = str_starts_at(text, marks, STR("<!--"));
    if (html || str_starts_at(text, marks, STR("/*"))) {
        str close = html ? STR("-->") : STR("*/");
        size_t end = str_skip_spaces(text, b);
        b = str_starts_at(text, end, close) ? end + close.n : b;
    }
    char next = str_at(text, b);
    *from = marks < a && (!next || is_space(next)) ? marks : *from;
    *to = marks < a ? b : *to;
}

str secrets_blank_allowed(str text, struct arena *arena)
{
    size_t at = str_find(text, SECRET_ALLOW);
    if (at == STR_NONE) {
        return text;
    }
    char *copy = ARENA_ARRAY(arena, char, text.n);
    memcpy(copy, text.p, text.n);
    for (; at < text.n; at = str_find_from(text, at, SECRET_ALLOW)) {
        size_t from = at;
        size_t to = at + SECRET_ALLOW.n;
        widen(text, &from, &to);
        /* Two spaces at the end of a line would break it. */
        memset(copy + from, '\t', to - from);
        at = to;
    }
    return (str){copy, text.n};
}
