/* SPDX-License-Identifier: MIT */
#include "engine/readers.h"

struct readers *readers_new(struct arena *arena)
{
    struct readers *readers = ARENA_NEW(arena, struct readers);
    *readers = (struct readers){.arena = arena, .n = 1};
    return readers;
}

static void add(struct readers *readers, uint32_t *first, uint32_t step)
{
    if (*first && reader_get(readers, *first)->step == step) {
        return;
    }
    size_t number = readers->n++;
    TABLE_GROW(&readers->all, readers->arena, readers->n);
    *TABLE_AT(&readers->all, number) = (struct reader){step, *first};
    *first = (uint32_t)number;
}

void readers_add(struct readers *readers, const struct engine *engine,
                 const struct step *step)
{
    struct trace_reader reader = engine_open(engine, step->trace);
    struct dep dep;
    TABLE_GROW(&readers->first, readers->arena, key_limit(&engine->keys));
    while (trace_next(&reader, &dep)) {
        /* A fragment that was made again may have another trace and the same
         * result, so what it reads is not listed for the steps that show it. */
        bool others =
            dep.first == DEP_COLUMN || key_is_fragment(&engine->keys, dep.key);
        add(readers,
            others ? &readers->of_others : TABLE_AT(&readers->first, dep.key),
            step->key);
    }
}

uint32_t readers_of(const struct readers *readers, uint32_t key)
{
    return !key                     ? readers->of_others
           : key < readers->first.n ? *TABLE_AT(&readers->first, key)
                                    : 0;
}
