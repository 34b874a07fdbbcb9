/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "data/toml_parts.h"

/* Values without quotes: true, false, numbers and dates. Each is one token,
 * which is then held against the grammar, so that "1__0" and "0x" are refused
 * as a whole. */

/* The slash is for dates that are none: 2026/11/21. */
static bool is_token_char(char c)
{
    return is_alnum(c) || is_any_of(c, "_+-.:/");
}

static size_t token_end(const struct scan *p, size_t at)
{
    while (at < p->text.n && is_token_char(p->text.p[at])) {
        at++;
    }
    return at;
}

/* A day and a time may have one blank between them. */
static str find_token(const struct scan *p)
{
    size_t end = token_end(p, p->at);
    str token = str_sub(p->text, p->at, end - p->at);
    str after = str_sub(p->text, end, 2);
    if (token.n == sizeof "2026-11-21" - 1 && toml_is_date(token) &&
        after.n == 2 && after.p[0] == ' ' && is_digit(after.p[1])) {
        token.n = token_end(p, end + 1) - p->at;
    }
    return token;
}

/* --- numbers --- */

/* Digits, each "_" between two of them: how many bytes of s from `at` on. */
static size_t digits_at(str s, size_t at, unsigned base)
{
    size_t n = 0;
    while (at + n < s.n) {
        bool joins = s.p[at + n] == '_' && n > 0 && at + n + 1 < s.n &&
                     digit_value(s.p[at + n + 1]) < base;
        if (!joins && digit_value(s.p[at + n]) >= base) {
            break;
        }
        n++;
    }
    return n;
}

static bool beyond(struct scan *p, str token)
{
    size_t from = (size_t)(token.p - p->text.p);
    return scan_fail(p, from, from + token.n, "this number is beyond 64 bits",
                     "put it in quotes, or write it as 1e20");
}

static value to_float(struct scan *p, str token)
{
    buf_clear(&p->scratch);
    for (size_t i = 0; i < token.n; i++) {
        if (token.p[i] != '_') {
            buf_putc(&p->scratch, token.p[i]);
        }
    }
    buf_putc(&p->scratch, '\0');
    return value_float(strtod(p->scratch.p, NULL));
}

static bool is_float(str token, size_t at)
{
    if (at < token.n && token.p[at] == '.') {
        size_t n = digits_at(token, at + 1, 10);
        at += n ? n + 1 : 0;
    }
    if (at < token.n && to_lower(token.p[at]) == 'e') {
        size_t sign = at + 1 < token.n &&
                      (token.p[at + 1] == '+' || token.p[at + 1] == '-');
        size_t n = digits_at(token, at + 1 + sign, 10);
        at += n ? n + 1 + sign : 0;
    }
    return at == token.n;
}

/* --- none of them --- */

/* The text that was meant: all of the line, or up to the character that ends a
 * part of an array or inline table; less a comment. */
static str meant_text(const struct scan *p)
{
    str rest = scan_rest(p);
    size_t n = str_find_any(rest, 0, p->brackets ? "\n#,]}" : "\n#");
    return str_trim(str_sub(rest, 0, n));
}

/* How a number is to be written, or NULL. */
static const char *cure_number(str token)
{
    str digits = str_from_offset(token, token.p[0] == '+' || token.p[0] == '-');
    char first = digits.n ? digits.p[0] : '\0';
    char second = digits.n > 1 ? to_lower(digits.p[1]) : '\0';
    bool prefix = second && strchr("xob", second);
    if (first == '0' && prefix) {
        return digits.n < token.n
                   ? "0x, 0o and 0b take no sign"
                   : "write 0xFF, 0o17 or 0b11, in small letters up to the "
                     "x, o or b";
    }
    if (first == '0' && is_digit(second)) {
        return "a number can't start with 0: take it out, or put it in quotes";
    }
    if (first == '.' || (digits.n && digits.p[digits.n - 1] == '.')) {
        return "digits belong on both sides of the point: 0.5, 5.0";
    }
    if (str_find_char(token, '_') != STR_NONE) {
        return "a _ has a digit on either side";
    }
    return NULL;
}

static const char *cure_word(str token)
{
    return str_is_word_of(token, STR("true yes on"))    ? "write true"
           : str_is_word_of(token, STR("false no off")) ? "write false"
           : str_is_word_of(token, STR("null nil none"))
               ? "TOML has no null: take the line "
                 "out"
               : NULL;
}

static bool no_value(struct scan *p)
{
    str meant = meant_text(p);
    if (!meant.n) {
        return scan_fail(p, p->at, p->at, "a value is wanted here",
                         "write \"\" for an empty text, or take the line out");
    }
    size_t quote = str_starts(meant, STR("“")) || str_starts(meant, STR("‘"))
                       ? strlen("“")
                       : 0;
    struct diag *diag = diag_error(
        p->diags, span_of_str(p->source, meant), "toml",
        quote ? "these quotes are letters to TOML" : "a text is in quotes");
    bool plain = str_find_char(meant, '"') == STR_NONE &&
                 str_find_char(meant, '\\') == STR_NONE;
    if (quote) {
        diag_hint(diag, "write \" instead");
    } else if (plain) {
        diag_hint(diag, "write \"%.*s\"", STR_ARG(meant));
    } else {
        diag_hint(diag, "write '''%.*s'''", STR_ARG(meant));
    }
    return false;
}

static bool no_scalar(struct scan *p, str token)
{
    const char *word = token.n ? cure_word(token) : NULL;
    bool numeric = token.n && (is_digit(token.p[0]) ||
                               (token.n > 1 && strchr("+-.", token.p[0]) &&
                                (is_digit(token.p[1]) || token.p[1] == '.')));
    if (word && str_eq(meant_text(p), token)) {
        return scan_fail(p, p->at, p->at + token.n, "this is no value of TOML",
                         word);
    }
    const char *number = numeric ? cure_number(token) : NULL;
    if (number) {
        return scan_fail(p, p->at, p->at + token.n, "this is no number",
                         number);
    }
    return no_value(p);
}

/* --- all of them --- */

static bool read_special(str token, str unsigned_token, value *out)
{
    bool negative = token.p[0] == '-';
    if (str_eq(unsigned_token, STR("inf"))) {
        *out = value_float(negative ? -INFINITY : INFINITY);
        return true;
    }
    *out = value_float(negative ? -NAN : NAN);
    return str_eq(unsigned_token, STR("nan"));
}

/* 16 for 0xFF, 8 for 0o17, 2 for 0b11; 10 for all others. */
static unsigned base_of(str token)
{
    char letter = (char)(str_at(token, 0) == '0' ? str_at(token, 1) : '\0');
    return letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
}

static bool read_number(struct scan *p, str token, bool *found, value *out)
{
    unsigned base = base_of(token);
    bool negative = token.p[0] == '-';
    size_t start = base != 10 ? 2 : negative || token.p[0] == '+';
    size_t digits = digits_at(token, start, base);
    size_t end = start + digits;
    bool zero = digits > 1 && token.p[start] == '0';
    *found =
        digits && (base != 10 ? end == token.n : !zero && is_float(token, end));
    if (!*found) {
        return false;
    }
    if (end < token.n) {
        *out = to_float(p, token);
        return true;
    }
    int64_t n = 0;
    bool fits =
        digits_to_int(str_from_offset(token, start), base, negative, &n);
    *out = value_int(n);
    return fits || beyond(p, token);
}

static bool read_token(struct scan *p, str token, value *out)
{
    bool yes = str_eq(token, STR("true"));
    bool sign = token.n && (token.p[0] == '+' || token.p[0] == '-');
    bool found;
    if (yes || str_eq(token, STR("false"))) {
        *out = value_bool(yes);
        return true;
    }
    if (!token.n) {
        return no_scalar(p, token);
    }
    if (read_special(token, str_from_offset(token, sign), out)) {
        return true;
    }
    if (toml_is_date(token)) {
        return toml_date(p, token, out);
    }
    bool read = read_number(p, token, &found, out);
    return found ? read : no_scalar(p, token);
}

bool toml_scalar(struct scan *p, value *out)
{
    str token = find_token(p);
    if (!read_token(p, token, out)) {
        return false;
    }
    p->at += token.n;
    return true;
}
