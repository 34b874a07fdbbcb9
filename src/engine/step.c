/* SPDX-License-Identifier: MIT */
#include "engine/step.h"

struct step *step_add(struct step_table *steps, uint32_t key,
                      struct arena *arena)
{
    while (steps->by_key.n <= key) {
        *VEC_PUSH(&steps->by_key, arena) = NULL;
    }
    struct step **place = &steps->by_key.p[key];
    if (!*place) {
        *place = ARENA_NEW(arena, struct step);
        (*place)->key = key;
    }
    return *place;
}
