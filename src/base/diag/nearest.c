/* SPDX-License-Identifier: MIT */
#include "base/diag/nearest.h"

#include <stdlib.h>

/* Of fewer, all are compared; of more, so many on either side in each order. */
enum { FEW = 400, BESIDE = 100 };

static int compare_bytes(char a, char b)
{
    unsigned char left = (unsigned char)to_lower(a);
    unsigned char right = (unsigned char)to_lower(b);
    return (left > right) - (left < right);
}

static int compare_starts(const void *a, const void *b)
{
    const str *left = a;
    const str *right = b;
    int order = 0;
    for (size_t i = 0; !order && i < left->n && i < right->n; i++) {
        order = compare_bytes(left->p[i], right->p[i]);
    }
    return order ? order : (left->n > right->n) - (left->n < right->n);
}

static int compare_ends(const void *a, const void *b)
{
    const str *left = a;
    const str *right = b;
    int order = 0;
    for (size_t i = 1; !order && i <= left->n && i <= right->n; i++) {
        order = compare_bytes(left->p[left->n - i], right->p[right->n - i]);
    }
    return order ? order : (left->n > right->n) - (left->n < right->n);
}

static const str *sorted_copy(const str *names, size_t n,
                              int (*compare)(const void *, const void *),
                              struct arena *arena)
{
    str *copy = ARENA_ARRAY(arena, str, n);
    memcpy(copy, names, n * sizeof *copy);
    qsort(copy, n, sizeof *copy, compare);
    return copy;
}

void nearest_make(struct nearest *nearest, const str *names, size_t n,
                  struct arena *arena)
{
    *nearest = (struct nearest){.names = names, .n = n};
    if (n > FEW) {
        nearest->by_start = sorted_copy(names, n, compare_starts, arena);
        nearest->by_end = sorted_copy(names, n, compare_ends, arena);
    }
}

/* The first that does not come before s. */
static size_t lower_bound(const str *names, size_t n, str s,
                          int (*compare)(const void *, const void *))
{
    size_t low = 0;
    size_t high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(&names[middle], &s) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The names around s, in their order. */
static size_t take_around(const str *names, size_t n, str s,
                          int (*compare)(const void *, const void *), str *out)
{
    size_t at = lower_bound(names, n, s, compare);
    size_t from = at > BESIDE ? at - BESIDE : 0;
    size_t to = n - at > BESIDE ? at + BESIDE : n;
    memcpy(out, names + from, (to - from) * sizeof *out);
    return to - from;
}

str nearest_find(const struct nearest *nearest, str s)
{
    str around[4 * BESIDE];
    if (!nearest->by_start) {
        return str_nearest(s, nearest->names, nearest->n);
    }
    size_t n =
        take_around(nearest->by_start, nearest->n, s, compare_starts, around);
    n += take_around(nearest->by_end, nearest->n, s, compare_ends, around + n);
    return str_nearest(s, around, n);
}

static bool ends_alike(str name, str end)
{
    return name.n >= end.n &&
           str_eq_nocase(str_from_offset(name, name.n - end.n), end);
}

/* In the order by ends the names with this end are neighbours, in any case. */
size_t nearest_ending(const struct nearest *nearest, str end, str *found)
{
    bool sorted = nearest->by_end != NULL;
    const str *names = sorted ? nearest->by_end : nearest->names;
    size_t i = sorted ? lower_bound(names, nearest->n, end, compare_ends) : 0;
    size_t times = 0;
    for (; i < nearest->n && times < 2; i++) {
        if (str_ends(names[i], end)) {
            *found = names[i];
            times++;
        } else if (sorted && !ends_alike(names[i], end)) {
            break;
        }
    }
    return times;
}
