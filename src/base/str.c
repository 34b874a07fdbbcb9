/* SPDX-License-Identifier: MIT */
#include "base/str.h"

#include <string.h>

str str_from(const char *cstr)
{
    return (str){cstr, cstr ? strlen(cstr) : 0};
}

bool str_eq_nocase(str a, str b)
{
    if (a.n != b.n) {
        return false;
    }
    for (size_t i = 0; i < a.n; i++) {
        if (to_lower(a.p[i]) != to_lower(b.p[i])) {
            return false;
        }
    }
    return true;
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

bool str_starts(str s, str prefix)
{
    return s.n >= prefix.n && str_eq((str){s.p, prefix.n}, prefix);
}

bool str_ends(str s, str suffix)
{
    return s.n >= suffix.n &&
           str_eq(str_from_offset(s, s.n - suffix.n), suffix);
}

size_t str_find(str s, str needle)
{
    if (needle.n == 0) {
        return 0;
    }
    const char *at = s.p;
    size_t left = s.n;
    while (left >= needle.n) {
        const char *hit = memchr(at, needle.p[0], left - needle.n + 1);
        if (!hit) {
            return STR_NONE;
        }
        if (memcmp(hit, needle.p, needle.n) == 0) {
            return (size_t)(hit - s.p);
        }
        at = hit + 1;
        left = s.n - (size_t)(at - s.p);
    }
    return STR_NONE;
}

size_t str_find_char(str s, char c)
{
    const char *hit = s.n ? memchr(s.p, c, s.n) : NULL;
    return hit ? (size_t)(hit - s.p) : STR_NONE;
}

size_t str_rfind_char(str s, char c)
{
    for (size_t i = s.n; i > 0; i--) {
        if (s.p[i - 1] == c) {
            return i - 1;
        }
    }
    return STR_NONE;
}

str str_trim(str s)
{
    while (s.n && is_space(s.p[0])) {
        s.p++;
        s.n--;
    }
    while (s.n && is_space(s.p[s.n - 1])) {
        s.n--;
    }
    return s;
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

/* Names compared are short; longer ones are never "a slip of each other". */
enum { MAX_DISTANCE_NAME = 64 };

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t m = a < b ? a : b;
    return m < c ? m : c;
}

size_t str_distance(str a, str b, size_t max)
{
    size_t rows[3][MAX_DISTANCE_NAME + 1];
    size_t *before = rows[0];
    size_t *above = rows[1];
    size_t *row = rows[2];

    if (a.n > MAX_DISTANCE_NAME || b.n > MAX_DISTANCE_NAME) {
        return str_eq(a, b) ? 0 : max + 1;
    }
    for (size_t j = 0; j <= b.n; j++) {
        above[j] = j;
        before[j] = 0;
    }
    for (size_t i = 1; i <= a.n; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b.n; j++) {
            size_t cost = a.p[i - 1] != b.p[j - 1];
            row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + cost);
            if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
                a.p[i - 2] == b.p[j - 1] && before[j - 2] + 1 < row[j]) {
                row[j] = before[j - 2] + 1;
            }
        }
        size_t *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[b.n] <= max ? above[b.n] : max + 1;
}

str str_nearest(str s, const str *names, size_t n)
{
    /* One slip in three letters still reads as the same word. */
    size_t best = s.n < 3 ? 1 : (s.n + 2) / 3;
    str found = {NULL, 0};
    for (size_t i = 0; i < n; i++) {
        if (str_eq_nocase(s, names[i])) {
            return names[i];
        }
        size_t d = str_distance(s, names[i], best);
        if (d <= best && d < names[i].n) {
            if (!found.p || d < best) {
                found = names[i];
            }
            best = d;
        }
    }
    return found;
}
