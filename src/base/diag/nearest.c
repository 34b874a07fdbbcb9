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

/* Takes off the folders that both paths begin with. */
static void cut_folders(str *a, str *b)
{
    size_t same = 0;
    for (size_t i = 0; i < a->n && i < b->n && a->p[i] == b->p[i]; i++) {
        same = a->p[i] == '/' ? i + 1 : same;
    }
    *a = str_from_offset(*a, same);
    *b = str_from_offset(*b, same);
}

static void cut_ending(str *a, str *b, str ending)
{
    if (str_ends(*a, ending) && str_ends(*b, ending)) {
        a->n -= ending.n;
        b->n -= ending.n;
    }
}

/* In a long path, or a short name with an ending, most is the same by itself:
 * gone.md is nearly else.md. */
static bool is_near(str s, str name)
{
    const str list = STR("_index");
    if (str_eq_nocase(s, name)) {
        return true;
    }
    size_t dot = str_rfind_char(s, '.');
    cut_ending(&s, &name, str_from_offset(s, dot < s.n ? dot : s.n));
    cut_ending(&s, &name, STR("/index"));
    cut_ending(&s, &name, STR("/_index"));
    cut_folders(&s, &name);
    return str_eq(s, list) == str_eq(name, list) &&
           str_nearest(s, &name, 1).n > 0;
}

str nearest_find(const struct nearest *nearest, str s)
{
    str around[4 * BESIDE];
    const str *names = nearest->names;
    size_t n = nearest->n;
    if (nearest->by_start) {
        names = around;
        n = take_around(nearest->by_start, nearest->n, s, compare_starts,
                        around);
        n += take_around(nearest->by_end, nearest->n, s, compare_ends,
                         around + n);
    }
    str found = str_nearest(s, names, n);
    return is_near(s, found) ? found : (str){NULL, 0};
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
