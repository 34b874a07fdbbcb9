/* SPDX-License-Identifier: MIT */
/* What a plain scalar means: null, booleans, numbers; all else is text. The
 * core schema of YAML 1.2 knows no `yes`, no `12:30:45` and no dates, which
 * is why tags called `no` and times of day survive. */
#include <math.h>
#include <stdlib.h>

#include "data/yaml_text.h"

static bool is_exactly_one_of(str s, const str *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (str_eq(s, names[i])) {
            return true;
        }
    }
    return false;
}

static size_t count_digits(str s, size_t from)
{
    size_t i = from;
    while (i < s.n && is_digit(s.p[i])) {
        i++;
    }
    return i - from;
}

static unsigned digit_of(char c)
{
    if (is_digit(c)) {
        return (unsigned)(c - '0');
    }
    char lower = to_lower(c);
    return lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a') + 10 : 16;
}

/* 0o17 and 0xFF: no sign, as the schema has it. */
static bool read_prefixed(str s, value *out)
{
    if (s.n < 3 || s.p[0] != '0' || (s.p[1] != 'o' && s.p[1] != 'x')) {
        return false;
    }
    unsigned base = s.p[1] == 'o' ? 8 : 16;
    uint64_t n = 0;
    double wide = 0;
    bool fits = true;
    for (size_t i = 2; i < s.n; i++) {
        unsigned digit = digit_of(s.p[i]);
        if (digit >= base) {
            return false;
        }
        fits = fits && n <= ((uint64_t)INT64_MAX - digit) / base;
        n = n * base + digit;
        wide = wide * base + digit;
    }
    *out = fits ? value_int((int64_t)n) : value_float(wide);
    return true;
}

static value read_decimal(str s)
{
    bool negative = s.p[0] == '-';
    uint64_t limit = (uint64_t)INT64_MAX + negative;
    uint64_t n = 0;
    for (size_t i = is_digit(s.p[0]) ? 0 : 1; i < s.n; i++) {
        unsigned digit = (unsigned)(s.p[i] - '0');
        if (n > (limit - digit) / 10) {
            return value_float(strtod(s.p, NULL));
        }
        n = n * 10 + digit;
    }
    if (negative) {
        return value_int(n == limit ? INT64_MIN : -(int64_t)n);
    }
    return value_int((int64_t)n);
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? */
static bool read_number(str s, value *out)
{
    size_t i = s.n && (s.p[0] == '-' || s.p[0] == '+');
    size_t whole = count_digits(s, i);
    i += whole;
    if (whole && i == s.n) {
        *out = read_decimal(s);
        return true;
    }
    size_t fraction = 0;
    if (i < s.n && s.p[i] == '.') {
        fraction = count_digits(s, i + 1);
        i += 1 + fraction;
    }
    if (whole + fraction == 0) {
        return false;
    }
    if (i < s.n && (s.p[i] == 'e' || s.p[i] == 'E')) {
        i++;
        i += i < s.n && (s.p[i] == '-' || s.p[i] == '+');
        size_t exponent = count_digits(s, i);
        if (exponent == 0) {
            return false;
        }
        i += exponent;
    }
    if (i != s.n) {
        return false;
    }
    *out = value_float(strtod(s.p, NULL));
    return true;
}

static bool read_special(str s, value *out)
{
    static const str infinite[] = {STR_INIT(".inf"), STR_INIT(".Inf"),
                                   STR_INIT(".INF")};
    static const str not_numbers[] = {STR_INIT(".nan"), STR_INIT(".NaN"),
                                      STR_INIT(".NAN")};
    bool sign = s.p[0] == '-' || s.p[0] == '+';
    if (is_exactly_one_of(str_from_offset(s, sign), infinite, 3)) {
        *out = value_float(s.p[0] == '-' ? -INFINITY : INFINITY);
        return true;
    }
    if (is_exactly_one_of(s, not_numbers, 3)) {
        *out = value_float(NAN);
        return true;
    }
    return false;
}

static bool read_word(str s, value *out)
{
    static const str nulls[] = {STR_INIT("null"), STR_INIT("Null"),
                                STR_INIT("NULL"), STR_INIT("~")};
    static const str trues[] = {STR_INIT("true"), STR_INIT("True"),
                                STR_INIT("TRUE")};
    static const str falses[] = {STR_INIT("false"), STR_INIT("False"),
                                 STR_INIT("FALSE")};
    if (s.n > 5) {
        return false;
    }
    if (s.n == 0 || is_exactly_one_of(s, nulls, 4)) {
        *out = value_none();
        return true;
    }
    bool yes = is_exactly_one_of(s, trues, 3);
    if (yes || is_exactly_one_of(s, falses, 3)) {
        *out = value_bool(yes);
        return true;
    }
    return read_special(s, out);
}

value yaml_plain(str s)
{
    value v;
    if (read_word(s, &v)) {
        return v;
    }
    char c = s.p[0];
    bool numeric = is_digit(c) || c == '-' || c == '+' || c == '.';
    if (numeric && (read_prefixed(s, &v) || read_number(s, &v))) {
        return v;
    }
    return value_string(s);
}
