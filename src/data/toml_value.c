/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "data/toml_parts.h"

/* Values, keys, and the blanks and comments between them. */

void toml_skip_blanks(struct scan *p)
{
    p->at = str_skip(p->text, p->at, " \t");
}

bool toml_skip_break(struct scan *p)
{
    size_t n = str_starts(scan_rest(p), STR("\r\n")) ? 2 : scan_peek(p) == '\n';
    p->at += n;
    return n > 0;
}

bool toml_skip_comment(struct scan *p)
{
    toml_skip_blanks(p);
    if (scan_peek(p) != '#') {
        return true;
    }
    while (p->at < p->text.n && scan_peek(p) != '\n' &&
           !str_starts(scan_rest(p), STR("\r\n"))) {
        if (toml_is_control(scan_peek(p))) {
            return toml_fail_control(p);
        }
        p->at++;
    }
    return true;
}

/* Blanks, comments and line breaks, which an array may have. */
static bool skip_lines(struct scan *p)
{
    do {
        if (!toml_skip_comment(p)) {
            return false;
        }
    } while (toml_skip_break(p));
    return true;
}

/* --- keys --- */

static bool is_bare(char c)
{
    return is_alnum(c) || c == '_' || c == '-';
}

/* Up to what can't be in a name of any language. */
static size_t name_end(const struct scan *p)
{
    size_t end = p->at;
    while (end < p->text.n &&
           (is_bare(p->text.p[end]) || (unsigned char)p->text.p[end] >= 0x80)) {
        end++;
    }
    return end;
}

static bool no_key(struct scan *p)
{
    size_t end = name_end(p);
    if (end > p->at) {
        struct diag *diag =
            diag_error(p->diags, span_of(p->source, p->at, end - p->at), "toml",
                       "a name with other letters than a-z is in quotes");
        diag_hint(diag, "write \"%.*s\"",
                  STR_ARG(str_sub(p->text, p->at, end - p->at)));
        return false;
    }
    if (toml_is_control(scan_peek(p)) && p->at < p->text.n &&
        !str_starts(scan_rest(p), STR("\r\n")) && scan_peek(p) != '\n') {
        return toml_fail_control(p);
    }
    bool more = p->at < p->text.n && scan_peek(p) != '\n';
    return scan_fail(p, p->at, p->at + more, "a name is wanted here",
                     "write name = \"value\"");
}

static bool read_part(struct scan *p, struct toml_key *out)
{
    char c = scan_peek(p);
    size_t start = p->at;
    out->off = (uint32_t)start;
    if (c == '"' || c == '\'') {
        if (!toml_line_string(p, &out->name)) {
            return false;
        }
    } else {
        while (is_bare(scan_peek(p))) {
            p->at++;
        }
        out->name = str_sub(p->text, start, p->at - start);
        bool letter = (unsigned char)scan_peek(p) >= 0x80;
        if (letter || p->at == start) {
            p->at = start;
            return no_key(p);
        }
    }
    out->len = (uint32_t)(p->at - start);
    return true;
}

bool toml_path(struct scan *p, struct toml_path *out)
{
    *out = (struct toml_path){0};
    for (;;) {
        struct toml_key key;
        toml_skip_blanks(p);
        size_t start = p->at;
        if (!read_part(p, &key)) {
            return false;
        }
        if (out->n == TOML_MAX_DEPTH) {
            return scan_fail(p, start, p->at, "nested more than 64 deep", NULL);
        }
        *VEC_PUSH(out, p->arena) = key;
        toml_skip_blanks(p);
        if (scan_peek(p) != '.') {
            return true;
        }
        p->at++;
    }
}

/* --- arrays and inline tables --- */

static bool open_bracket(struct scan *p)
{
    if (p->depth >= TOML_MAX_DEPTH) {
        return scan_fail(p, p->at, p->at + 1, "nested more than 64 deep", NULL);
    }
    p->depth++;
    p->brackets++;
    p->at++;
    return true;
}

static void close_bracket(struct scan *p)
{
    p->depth--;
    p->brackets--;
    p->at++;
}

/* A part is followed by neither a comma nor the end. */
static bool no_comma(struct scan *p, size_t open, char closing)
{
    if (p->at >= p->text.n) {
        return scan_fail(p, open, open + 1, "this bracket is not closed",
                         closing == ']' ? "write ] at its end"
                                        : "write } at its end");
    }
    size_t end = p->at;
    utf8_next(p->text, &end);
    return scan_fail(p, p->at, end,
                     closing == ']' ? "\",\" or \"]\" is wanted here"
                                    : "\",\" or \"}\" is wanted here",
                     NULL);
}

static bool read_value(struct scan *p, value *out);

static bool read_array(struct scan *p, value *out)
{
    size_t open = p->at;
    *out = value_list(p->arena);
    out->as.list->source = p->source;
    if (!open_bracket(p)) {
        return false;
    }
    for (;;) {
        value item;
        if (!skip_lines(p)) {
            return false;
        }
        if (scan_peek(p) == ']') {
            break;
        }
        if (p->at >= p->text.n) {
            return no_comma(p, open, ']');
        }
        size_t start = p->at;
        if (!read_value(p, &item)) {
            return false;
        }
        list_push_at(out->as.list, p->arena, item, scan_locus(p, start));
        if (!skip_lines(p)) {
            return false;
        }
        if (scan_peek(p) != ',' && scan_peek(p) != ']') {
            return no_comma(p, open, ']');
        }
        p->at += scan_peek(p) == ',';
    }
    close_bracket(p);
    return true;
}

/* A line ends within an inline table, or a comma is its last part. */
static bool broken_inline(struct scan *p, size_t comma)
{
    if (scan_peek(p) == '}') {
        return scan_fail(p, comma, comma + 1,
                         "an inline table has no comma at its end",
                         "take it out");
    }
    return scan_fail(p, p->at, p->at, "an inline table is on one line",
                     "join the lines, or write a table: [name] and the keys "
                     "below it");
}

static bool ends_line(const struct scan *p)
{
    char c = scan_peek(p);
    return c == '\n' || c == '#' || str_starts(scan_rest(p), STR("\r\n"));
}

static bool read_inline_parts(struct scan *p, size_t open,
                              struct toml_table *table)
{
    toml_skip_blanks(p);
    if (scan_peek(p) == '}') {
        return true;
    }
    for (size_t comma = open;; comma = p->at++) {
        toml_skip_blanks(p);
        if (ends_line(p) || (comma != open && scan_peek(p) == '}')) {
            return broken_inline(p, comma);
        }
        if (p->at >= p->text.n) {
            return no_comma(p, open, '}');
        }
        if (!toml_pair(p, table)) {
            return false;
        }
        toml_skip_blanks(p);
        if (scan_peek(p) == '}') {
            return true;
        }
        if (ends_line(p)) {
            return broken_inline(p, open);
        }
        if (scan_peek(p) != ',') {
            return no_comma(p, open, '}');
        }
    }
}

static bool read_inline(struct scan *p, value *out)
{
    size_t open = p->at;
    if (!open_bracket(p)) {
        return false;
    }
    struct toml_table *table =
        toml_table_new(p, TOML_INLINE, p->depth, span_of(p->source, open, 1));
    if (!table || !read_inline_parts(p, open, table)) {
        return false;
    }
    close_bracket(p);
    *out = value_of_dict(table->dict);
    return true;
}

static bool read_value(struct scan *p, value *out)
{
    str s;
    switch (scan_peek(p)) {
    case '"':
    case '\'':
        if (!toml_string(p, &s)) {
            return false;
        }
        *out = value_string(s);
        return true;
    case '[': return read_array(p, out);
    case '{': return read_inline(p, out);
    default: return toml_scalar(p, out);
    }
}

static bool no_equals(struct scan *p, const struct toml_path *path)
{
    str name = path->p[path->n - 1].name;
    size_t end = p->at;
    if (p->at < p->text.n && scan_peek(p) != '\n') {
        utf8_next(p->text, &end);
    }
    bool yaml = scan_peek(p) == ':';
    struct diag *diag =
        diag_error(p->diags, span_of(p->source, p->at, end - p->at), "toml",
                   "\"=\" is wanted here");
    if (yaml) {
        diag_hint(diag, "\"%.*s: x\" is YAML: write %.*s = \"x\"",
                  STR_ARG(name), STR_ARG(name));
    } else {
        diag_hint(diag, "write name = \"value\"; a name of several words is in "
                        "quotes");
    }
    return false;
}

bool toml_pair(struct scan *p, struct toml_table *table)
{
    struct toml_path path;
    value v;
    if (!toml_path(p, &path)) {
        return false;
    }
    if (scan_peek(p) != '=') {
        return no_equals(p, &path);
    }
    p->at++;
    toml_skip_blanks(p);
    size_t start = p->at;
    size_t depth = p->depth;
    p->depth = table->depth + path.n - 1;
    bool read = read_value(p, &v);
    p->depth = depth;
    return read && toml_table_put(p, table, &path, v, start);
}
