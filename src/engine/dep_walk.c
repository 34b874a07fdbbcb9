/* SPDX-License-Identifier: MIT */
#include "engine/dep_walk.h"

struct dep_walk dep_walk_of(const struct engine *engine, struct arena *arena)
{
    return (struct dep_walk){
        .engine = engine,
        .arena = arena,
        .seen = arena_zalloc(arena, engine->facts.rows.n, sizeof(bool))};
}

void dep_walk_begin(struct dep_walk *walk, struct trace trace)
{
    *VEC_PUSH(&walk->open, walk->arena) = engine_open(walk->engine, trace);
}

void dep_walk_forget(struct dep_walk *walk)
{
    while (walk->fragments.n) {
        walk->seen[walk->fragments.p[--walk->fragments.n]] = false;
    }
}

bool dep_walk_next(struct dep_walk *walk, struct dep *dep)
{
    const struct engine *engine = walk->engine;
    while (walk->open.n && !trace_next(&walk->open.p[walk->open.n - 1], dep)) {
        walk->open.n--;
    }
    if (!walk->open.n) {
        return false;
    }
    walk->number = walk->open.p[walk->open.n - 1].number;
    if (key_is_fragment(&engine->keys, dep->key) && !walk->seen[dep->key]) {
        walk->seen[dep->key] = true;
        *VEC_PUSH(&walk->fragments, walk->arena) = dep->key;
        dep_walk_begin(walk, step_trace(step_find(&engine->steps, dep->key)));
    }
    return true;
}
