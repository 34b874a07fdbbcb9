/* SPDX-License-Identifier: MIT */
#include "base/str.h"

#include <string.h>

str str_from(const char *cstr)
{
    return (str){cstr, cstr ? strlen(cstr) : 0};
}

bool str_same_nocase(str a, str b)
{
    for (size_t i = 0; i < a.n; i++) {
        if (to_lower(a.p[i]) != to_lower(b.p[i])) {
            return false;
        }
    }
    return true;
}

size_t str_find_nocase(str s, str part)
{
    for (size_t i = 0; i + part.n <= s.n; i++) {
        if (str_same_nocase(str_sub(s, i, part.n), part)) {
            return i;
        }
    }
    return STR_NONE;
}

int str_cmp(str a, str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n ? memcmp(a.p, b.p, n) : 0;
    if (order != 0) {
        return order;
    }
    return (a.n > b.n) - (a.n < b.n);
}

size_t str_find_char(str s, char c)
{
    const char *hit = s.n ? memchr(s.p, c, s.n) : NULL;
    return hit ? (size_t)(hit - s.p) : STR_NONE;
}

size_t str_find_from(str s, size_t off, str needle)
{
    size_t found = str_find(str_from_offset(s, off), needle);
    return found == STR_NONE ? s.n : off + found;
}

size_t str_find_char_from(str s, size_t off, char c)
{
    size_t found = str_find_char(str_from_offset(s, off), c);
    return found == STR_NONE ? s.n : off + found;
}

size_t str_skip_spaces(str s, size_t off)
{
    while (off < s.n && is_space(s.p[off])) {
        off++;
    }
    return off;
}

size_t str_find_space(str s, size_t off)
{
    while (off < s.n && !is_space(s.p[off])) {
        off++;
    }
    return off;
}

size_t str_take_number(str *s, size_t most)
{
    size_t number = 0;
    size_t n = 0;
    for (; n < s->n && is_digit(s->p[n]); n++) {
        size_t digit = (size_t)(s->p[n] - '0');
        number = number > most ? number : number * 10 + digit;
    }
    *s = str_from_offset(*s, n);
    return number > most ? most + 1 : number;
}

bool str_to_int(str s, int64_t *out)
{
    enum { MOST_DIGITS = 18 };
    bool negative = str_starts(s, STR("-"));
    str digits = str_from_offset(s, negative);
    bool good = digits.n && digits.n <= MOST_DIGITS;
    int64_t n = (int64_t)str_take_number(&digits, INT64_MAX - 1);
    *out = negative ? -n : n;
    return good && !digits.n;
}

str str_trim(str s)
{
    return str_trim_end(str_from_offset(s, str_skip_spaces(s, 0)));
}

str str_trim_end(str s)
{
    while (s.n && is_space(s.p[s.n - 1])) {
        s.n--;
    }
    return s;
}

str str_line(str s, size_t off)
{
    return str_sub(s, off, str_find_char_from(s, off, '\n') - off);
}

bool str_split(str *rest, char sep, str *part)
{
    if (!rest->p) {
        return false;
    }
    size_t at = str_find_char(*rest, sep);
    if (at == STR_NONE) {
        *part = *rest;
        *rest = (str){NULL, 0};
    } else {
        *part = (str){rest->p, at};
        *rest = str_from_offset(*rest, at + 1);
    }
    return true;
}

bool str_is_one_of(str s, const str *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (str_eq_nocase(s, names[i])) {
            return true;
        }
    }
    return false;
}

size_t str_count(str s, str part)
{
    size_t n = 0;
    for (size_t at = str_find_from(s, 0, part); at < s.n; n++) {
        at = str_find_from(s, at + part.n, part);
    }
    return n;
}

size_t str_count_char(str s, char c)
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        n += s.p[i] == c;
    }
    return n;
}

bool str_is_word_of(str s, str words)
{
    return str_word_index(s, words) != STR_NONE;
}

size_t str_word_index(str s, str words)
{
    str word;
    for (size_t i = 0; str_split(&words, ' ', &word); i++) {
        if (str_eq_nocase(s, word)) {
            return i;
        }
    }
    return STR_NONE;
}

bool str_is_among(str s, const str *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (str_eq(s, names[i])) {
            return true;
        }
    }
    return false;
}
