/* SPDX-License-Identifier: MIT */
#include "serve/http/http_range.h"

/* Numbers that are too big become the biggest. */
static bool number(str s, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (!is_digit(s.p[i])) {
            return false;
        }
        uint64_t digit = (uint64_t)(s.p[i] - '0');
        *out =
            *out > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *out * 10 + digit;
    }
    return s.n > 0;
}

/* Of "-N": the last N bytes. */
static enum http_range suffix(str text, uint64_t size, uint64_t *first,
                              uint64_t *n)
{
    uint64_t wanted;
    if (!number(text, &wanted)) {
        return HTTP_RANGE_ALL;
    }
    if (!wanted || !size) {
        return HTTP_RANGE_OUTSIDE;
    }
    *n = wanted < size ? wanted : size;
    *first = size - *n;
    return HTTP_RANGE_PART;
}

enum http_range http_range(str field, uint64_t size, uint64_t *first,
                           uint64_t *n)
{
    str unit = STR("bytes=");
    if (field.n < unit.n || !str_eq_nocase(str_sub(field, 0, unit.n), unit)) {
        return HTTP_RANGE_ALL;
    }
    field = str_trim(str_from_offset(field, unit.n));
    size_t dash = str_find_char(field, '-');
    if (dash == STR_NONE) {
        return HTTP_RANGE_ALL;
    }
    str from = str_sub(field, 0, dash);
    str to = str_from_offset(field, dash + 1);
    if (from.n == 0) {
        return suffix(to, size, first, n);
    }
    uint64_t start;
    uint64_t last = UINT64_MAX;
    if (!number(from, &start) || (to.n && !number(to, &last)) || last < start) {
        return HTTP_RANGE_ALL;
    }
    if (start >= size) {
        return HTTP_RANGE_OUTSIDE;
    }
    last = last < size ? last : size - 1;
    *first = start;
    *n = last - start + 1;
    return HTTP_RANGE_PART;
}

bool http_etag_matches(str field, str etag)
{
    str part;
    while (str_split(&field, ',', &part)) {
        part = str_trim(part);
        if (str_starts(part, STR("W/"))) {
            part = str_from_offset(part, 2);
        }
        if (str_eq(part, etag) || str_eq(part, STR("*"))) {
            return true;
        }
    }
    return false;
}
