/* SPDX-License-Identifier: MIT */
#include "engine/trace.h"

#include <string.h>

str dep_set_bytes(struct dep_set set, struct dep_set *place)
{
    memset(place, 0, sizeof *place); /* its padding too */
    place->bits = set.bits;
    place->first = set.first;
    return (str){(const char *)place, sizeof *place};
}

static bool is_free(struct dep_set set)
{
    return !set.bits && !set.first;
}

static void add(struct dep_sets *sets, struct dep_set set, uint32_t number)
{
    struct dep_set place;
    str bytes = arena_str(sets->arena, dep_set_bytes(set, &place));
    sets->rows.p[number] = set;
    *map_put(&sets->numbers, sets->arena, bytes) = (void *)(uintptr_t)number;
}

void dep_sets_init(struct dep_sets *sets, struct arena *arena,
                   const struct dep_set *known, size_t n)
{
    *sets = (struct dep_sets){.arena = arena};
    *VEC_PUSH(&sets->rows, arena) = (struct dep_set){0};
    for (uint32_t i = 1; i < n; i++) {
        *VEC_PUSH(&sets->rows, arena) = (struct dep_set){0};
        if (!is_free(known[i])) {
            add(sets, known[i], i);
        }
    }
    for (size_t i = n; i-- > 1;) {
        if (is_free(known[i])) {
            *VEC_PUSH(&sets->unused, arena) = (uint32_t)i;
        }
    }
}

static uint32_t new_number(struct dep_sets *sets)
{
    if (sets->unused.n) {
        return sets->unused.p[--sets->unused.n];
    }
    VEC_PUSH(&sets->rows, sets->arena);
    return (uint32_t)sets->rows.n - 1;
}

uint32_t dep_set_intern(struct dep_sets *sets, struct dep_set set)
{
    struct dep_set place;
    str bytes = dep_set_bytes(set, &place);
    uintptr_t known = (uintptr_t)map_get(&sets->numbers, bytes);
    if (!known) {
        known = new_number(sets);
        add(sets, set, (uint32_t)known);
    }
    return (uint32_t)known;
}
