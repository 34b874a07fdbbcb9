/* SPDX-License-Identifier: MIT */
/* The meaning of a plain scalar: null, a boolean, a number; all else is text.
 * The core schema of YAML 1.2 knows no `yes`, no `12:30:45` and no dates, which
 * is why tags called `no` and times of day survive. */
#include <math.h>
#include <stdlib.h>

#include "data/scan.h"
#include "data/yaml_text.h"

static size_t count_digits(str s, size_t from)
{
    return str_skip(s, from, "0123456789") - from;
}

/* 0o17 and 0xFF: no sign, as the schema has it. */
static bool read_prefixed(str s, value *out)
{
    if (s.n < 3 || s.p[0] != '0' || (s.p[1] != 'o' && s.p[1] != 'x')) {
        return false;
    }
    unsigned base = s.p[1] == 'o' ? 8 : 16;
    double wide = 0;
    for (size_t i = 2; i < s.n; i++) {
        unsigned digit = digit_value(s.p[i]);
        if (digit >= base) {
            return false;
        }
        wide = wide * base + digit;
    }
    int64_t n;
    bool fits = digits_to_int(str_from_offset(s, 2), base, false, &n);
    *out = fits ? value_int(n) : value_float(wide);
    return true;
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? */
static bool read_number(str s, value *out)
{
    size_t sign = s.p[0] == '-' || s.p[0] == '+';
    size_t whole = count_digits(s, sign);
    size_t i = sign + whole;
    int64_t n;
    if (whole && i == s.n &&
        digits_to_int(str_from_offset(s, sign), 10, s.p[0] == '-', &n)) {
        *out = value_int(n);
        return true;
    }
    size_t fraction = 0;
    if (str_at(s, i) == '.') {
        fraction = count_digits(s, i + 1);
        i += 1 + fraction;
    }
    if (whole + fraction == 0) {
        return false;
    }
    if (to_lower(str_at(s, i)) == 'e') {
        i++;
        i += is_any_of(str_at(s, i), "-+");
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

/* s is "null", "Null" or "NULL". */
static bool is_word(str s, str lower, str title, str upper)
{
    return str_eq(s, lower) || str_eq(s, title) || str_eq(s, upper);
}

static bool read_word(str s, value *out)
{
    if (s.n > 5) {
        return false;
    }
    bool yes = is_word(s, STR("true"), STR("True"), STR("TRUE"));
    bool minus = str_at(s, 0) == '-';
    bool sign = minus || str_at(s, 0) == '+';
    if (s.n == 0 || is_word(s, STR("null"), STR("Null"), STR("NULL")) ||
        str_eq(s, STR("~"))) {
        *out = value_none();
    } else if (yes || is_word(s, STR("false"), STR("False"), STR("FALSE"))) {
        *out = value_bool(yes);
    } else if (is_word(str_from_offset(s, sign), STR(".inf"), STR(".Inf"),
                       STR(".INF"))) {
        *out = value_float(minus ? -INFINITY : INFINITY);
    } else if (is_word(s, STR(".nan"), STR(".NaN"), STR(".NAN"))) {
        *out = value_float(NAN);
    } else {
        return false;
    }
    return true;
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
