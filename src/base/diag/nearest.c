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

/* --- one name more, or less --- */

static int compare_names(const void *a, const void *b)
{
    return str_cmp(*(const str *)a, *(const str *)b);
}

static str *grown(const str *names, size_t n, size_t room, struct arena *arena)
{
    str *copy = ARENA_ARRAY(arena, str, room);
    memcpy(copy, names, n * sizeof *copy);
    return copy;
}

static void make_room(struct nearest *nearest, struct arena *arena)
{
    size_t n = nearest->n;
    if (nearest->room > n) {
        return;
    }
    nearest->room = n + n / 4 + 1;
    nearest->names = grown(nearest->names, n, nearest->room, arena);
    if (nearest->by_start) {
        nearest->by_start = grown(nearest->by_start, n, nearest->room, arena);
        nearest->by_end = grown(nearest->by_end, n, nearest->room, arena);
    }
}

/* The arrays are its own once there is room. */
static void insert(const str *names, size_t n, str name,
                   int (*compare)(const void *, const void *))
{
    str *place = (str *)(uintptr_t)names + lower_bound(names, n, name, compare);
    memmove(place + 1, place, (size_t)(names + n - place) * sizeof *place);
    *place = name;
}

/* Names that differ in capitals only are alike to the other orders. */
static void take_out(const str *names, size_t n, str name,
                     int (*compare)(const void *, const void *))
{
    size_t at = lower_bound(names, n, name, compare);
    while (at < n && !str_eq(names[at], name)) {
        at++;
    }
    str *place = (str *)(uintptr_t)names + at;
    memmove(place, place + 1, (n - at - 1) * sizeof *place);
}

/* Inserts the name into each order, or takes it out. From many to few, or back,
 * the orders are made anew. */
static void change(struct nearest *nearest, str name, bool add,
                   struct arena *arena)
{
    void (*const edit)(const str *, size_t, str,
                       int (*)(const void *, const void *)) =
        add ? insert : take_out;
    make_room(nearest, arena);
    edit(nearest->names, nearest->n, name, compare_names);
    if (nearest->by_start) {
        edit(nearest->by_start, nearest->n, name, compare_starts);
        edit(nearest->by_end, nearest->n, name, compare_ends);
    }
    nearest->n = add ? nearest->n + 1 : nearest->n - 1;
    if ((nearest->n > FEW) != (nearest->by_start != NULL)) {
        nearest_make(nearest, nearest->names, nearest->n, arena);
    }
}

void nearest_add(struct nearest *nearest, str name, struct arena *arena)
{
    change(nearest, name, true, arena);
}

void nearest_remove(struct nearest *nearest, str name, struct arena *arena)
{
    change(nearest, name, false, arena);
}

/* Those around s, in their order. */
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

/* In the order by ends those that end so stand side by side, in any case. */
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
