/* SPDX-License-Identifier: MIT */
#include "engine/step.h"

struct step *step_add(struct step_table *steps, uint32_t key,
                      struct arena *arena)
{
    TABLE_GROW(&steps->by_key, arena, (size_t)key + 1);
    struct step **place = TABLE_AT(&steps->by_key, key);
    if (!*place) {
        *place = ARENA_NEW(arena, struct step);
        (*place)->key = key;
    }
    return *place;
}
