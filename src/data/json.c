/* SPDX-License-Identifier: MIT */
#include "data/json.h"

#include <stdlib.h>

#include "base/utf8.h"
#include "data/scan.h"

/* A recursive descent over the text. Strings without escapes stay slices of
 * it, so a data file costs its containers and little else. */

/* Recursion goes this deep; what prints a value recurses as deep again. */
enum { MAX_DEPTH = 200 };

static bool parse_value(struct scan *p, value *out);

static void skip_space(struct scan *p)
{
    p->at = str_skip(p->text, p->at, " \n\t\r");
}

static bool after_comma(const struct scan *p)
{
    str before = str_trim(str_sub(p->text, 0, p->at));
    return before.n && before.p[before.n - 1] == ',';
}

/* The place has something else than is wanted. */
static bool unexpected(struct scan *p, const char *wanted)
{
    if (p->at >= p->text.n) {
        diag_error(p->diags, span_of(p->source, p->at, 0), "json",
                   "the file ends where %s is wanted", wanted);
        return false;
    }
    size_t end = p->at;
    utf8_next(p->text, &end);
    while (is_alnum(p->text.p[end - 1]) && end < p->text.n &&
           is_alnum(p->text.p[end])) {
        end++;
    }
    struct diag *diag =
        diag_error(p->diags, span_of(p->source, p->at, end - p->at), "json",
                   "%s is wanted here", wanted);
    str found = str_sub(p->text, p->at, end - p->at);
    char c = p->text.p[p->at];
    if (c == '\'') {
        diag_hint(diag, "JSON has double quotes only");
    } else if (c == '/' || c == '#') {
        diag_hint(diag, "JSON has no comments");
    } else if (str_eq(found, STR("None"))) {
        diag_hint(diag, "write null");
    } else if (str_eq_nocase(found, STR("true")) ||
               str_eq_nocase(found, STR("false"))) {
        diag_hint(diag, "write it in small letters");
    } else if ((c == '}' || c == ']') && after_comma(p)) {
        diag_hint(diag, "take the comma before it out");
    }
    return false;
}

/* --- strings --- */

/* \uD83D\uDE00 is one character; half a pair is U+FFFD. */
static bool read_unicode(struct scan *p)
{
    uint32_t c;
    if (!scan_hex(p, 4, &c)) {
        return false;
    }
    bool high = c >= 0xD800 && c <= 0xDBFF;
    if (high && str_starts(scan_rest(p), STR("\\u"))) {
        size_t back = p->at;
        uint32_t low;
        p->at += 2;
        if (!scan_hex(p, 4, &low)) {
            return false;
        }
        low = utf16_join(c, low);
        c = low ? low : c;
        p->at = low ? p->at : back;
    }
    utf8_put(&p->scratch, c);
    return true;
}

static bool read_escape(struct scan *p)
{
    p->at++;
    if (scan_peek(p) == 'u') {
        p->at++;
        return read_unicode(p);
    }
    return scan_escape(p, "\"\\/bfnrt") ||
           scan_fail(p, p->at - 1, p->at + 1, "there is no such escape",
                     "write \\\\ for a backslash");
}

/* The place is after the opening quote. */
static bool parse_string(struct scan *p, str *out)
{
    size_t start = p->at;
    scan_text_begin(p);
    for (;;) {
        if (p->at >= p->text.n) {
            return scan_fail(p, start - 1, p->at, "this string is not closed",
                             NULL);
        }
        char c = p->text.p[p->at];
        if (c == '"') {
            *out = scan_text_end(p);
            p->at++;
            return true;
        }
        if ((unsigned char)c < 0x20) {
            return scan_fail(p, p->at, p->at + 1,
                             "a control character inside a string",
                             c == '\n' ? "write \\n, or close the string"
                                       : "write it as an escape");
        }
        if (c != '\\') {
            p->at++;
            continue;
        }
        scan_text_copy(p);
        if (!read_escape(p)) {
            return false;
        }
        scan_text_go_on(p);
    }
}

/* --- numbers --- */

static size_t skip_digits(struct scan *p)
{
    size_t start = p->at;
    p->at = str_skip(p->text, start, "0123456789");
    return p->at - start;
}

static value make_float(struct scan *p, str s)
{
    /* strtod wants a NUL after the digits, and the text goes on. */
    struct arena_mark mark = arena_mark(p->arena);
    double f = strtod(arena_str(p->arena, s).p, NULL);
    arena_reset(p->arena, mark);
    return value_float(f);
}

static bool parse_number(struct scan *p, value *out)
{
    size_t start = p->at;
    bool whole = true;
    p->at += scan_peek(p) == '-';
    size_t digits_at = p->at;
    size_t digits = skip_digits(p);
    if (digits == 0) {
        return unexpected(p, "a digit");
    }
    if (digits > 1 && p->text.p[digits_at] == '0') {
        return scan_fail(p, start, p->at, "a number can't start with 0",
                         "take the 0 out, or quote it");
    }
    if (scan_peek(p) == '.') {
        whole = false;
        p->at++;
        if (skip_digits(p) == 0) {
            return unexpected(p, "a digit");
        }
    }
    if (scan_peek(p) == 'e' || scan_peek(p) == 'E') {
        whole = false;
        p->at++;
        p->at += scan_peek(p) == '-' || scan_peek(p) == '+';
        if (skip_digits(p) == 0) {
            return unexpected(p, "a digit");
        }
    }
    str s = str_sub(p->text, start, p->at - start);
    int64_t i;
    bool negative = s.p[0] == '-';
    bool fits =
        whole && digits_to_int(str_from_offset(s, negative), 10, negative, &i);
    *out = fits ? value_int(i) : make_float(p, s);
    return true;
}

/* --- containers --- */

/* True if the container goes on after a comma; *ok is false on an error. */
static bool next_part(struct scan *p, char closing, bool *ok)
{
    skip_space(p);
    char c = scan_peek(p);
    if (c == ',' || c == closing) {
        p->at++;
        *ok = true;
        return c == ',';
    }
    *ok = unexpected(p, closing == ']' ? "\",\" or \"]\"" : "\",\" or \"}\"");
    return false;
}

/* The container is open. True if it has no parts. */
static bool is_empty(struct scan *p, char closing)
{
    p->at++;
    skip_space(p);
    bool empty = scan_peek(p) == closing;
    p->at += empty;
    return empty;
}

static bool parse_list(struct scan *p, value *out)
{
    *out = value_list(p->arena);
    out->as.list->source = p->source;
    bool ok = true;
    for (bool more = !is_empty(p, ']'); more; more = next_part(p, ']', &ok)) {
        value item;
        skip_space(p);
        size_t start = p->at;
        if (!parse_value(p, &item)) {
            return false;
        }
        list_push_at(out->as.list, p->arena, item, scan_locus(p, start));
    }
    return ok;
}

static bool parse_key(struct scan *p, str *key, struct locus *at)
{
    skip_space(p);
    if (scan_peek(p) != '"') {
        return unexpected(p, "a name in double quotes");
    }
    at->key_off = (uint32_t)p->at;
    p->at++;
    if (!parse_string(p, key)) {
        return false;
    }
    at->key_len = (uint32_t)p->at - at->key_off;
    skip_space(p);
    if (scan_peek(p) != ':') {
        return unexpected(p, "\":\"");
    }
    p->at++;
    skip_space(p);
    at->off = (uint32_t)p->at;
    return true;
}

static void warn_duplicate(struct scan *p, struct locus second)
{
    span at = span_of(p->source, second.key_off, second.key_len);
    struct diag *diag = diag_warning(
        p->diags, at, "duplicate-key",
        "%.*s is there already: the last one counts", STR_ARG(span_text(at)));
    diag_hint(diag, "keep one of them");
}

static bool parse_dict(struct scan *p, value *out)
{
    *out = value_dict(p->arena);
    out->as.dict->source = p->source;
    bool ok = true;
    for (bool more = !is_empty(p, '}'); more; more = next_part(p, '}', &ok)) {
        str key;
        struct locus at;
        value val;
        if (!parse_key(p, &key, &at) || !parse_value(p, &val)) {
            return false;
        }
        at.len = (uint32_t)p->at - at.off;
        struct locus *first =
            dict_set_at(out->as.dict, p->arena, value_string(key), val, at);
        if (first) {
            warn_duplicate(p, at);
            *first = at;
        }
    }
    return ok;
}

static bool parse_nested(struct scan *p, value *out)
{
    if (p->depth == MAX_DEPTH) {
        return scan_fail(p, p->at, p->at + 1, "nested more than 200 deep",
                         NULL);
    }
    p->depth++;
    bool ok = scan_peek(p) == '[' ? parse_list(p, out) : parse_dict(p, out);
    p->depth--;
    return ok;
}

static bool take_word(struct scan *p, str word)
{
    str rest = scan_rest(p);
    bool found = str_starts(rest, word) && !is_alnum(str_at(rest, word.n));
    p->at += found ? word.n : 0;
    return found;
}

static bool parse_value(struct scan *p, value *out)
{
    char c = scan_peek(p);
    if (c == '"') {
        str s;
        p->at++;
        if (!parse_string(p, &s)) {
            return false;
        }
        *out = value_string(s);
        return true;
    }
    if (c == '[' || c == '{') {
        return parse_nested(p, out);
    }
    if (c == '-' || is_digit(c)) {
        return parse_number(p, out);
    }
    bool yes = take_word(p, STR("true"));
    if (yes || take_word(p, STR("false"))) {
        *out = value_bool(yes);
        return true;
    }
    *out = value_none();
    return take_word(p, STR("null")) || unexpected(p, "a value");
}

static bool parse_whole(struct scan *p, value *out)
{
    skip_space(p);
    if (!parse_value(p, out)) {
        return false;
    }
    skip_space(p);
    return p->at == p->text.n ||
           scan_fail(p, p->at, p->text.n, "text after the end of the value",
                     "one file holds one value");
}

bool json_parse_part(const struct source *source, size_t off, size_t len,
                     struct arena *arena, struct diags *diags, value *out)
{
    struct scan scan;
    bool ok =
        scan_begin(&scan, span_of(source, off, len), "json", arena, diags) &&
        parse_whole(&scan, out);
    buf_free(&scan.scratch);
    *out = ok ? *out : value_none();
    return ok;
}

bool json_parse(const struct source *source, struct arena *arena,
                struct diags *diags, value *out)
{
    return json_parse_part(source, 0, source->text.n, arena, diags, out);
}
