/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_DEP_WALK_H
#define CRUMB_ENGINE_DEP_WALK_H

/* Walks all that a step has read: its trace and those of the fragments that it
 * shows, and that these show.
 *
 *     struct dep_walk walk = dep_walk_of(engine, arena);
 *     dep_walk_begin(&walk, step->trace);
 *     while (dep_walk_next(&walk, &dep)) {
 *
 * A fragment's own dependencies follow where a trace first names it. One
 * thread. */

#include "engine/engine.h"

struct dep_walk {
    const struct engine *engine;
    struct arena *arena;
    bool *seen;                    /* by key: fragments that were walked */
    VEC(uint32_t) fragments;       /* their keys */
    VEC(struct trace_reader) open; /* the trace, and a fragment in each */
    uint32_t number;               /* of the last dependency's dep set */
};

/* Makes a walk for the keys that the engine has now. */
struct dep_walk dep_walk_of(const struct engine *engine, struct arena *arena);
/* Goes on with another trace: fragments that were walked are not walked
 * again. */
void dep_walk_begin(struct dep_walk *walk, struct trace trace);
/* Walks all fragments again from now on. */
void dep_walk_forget(struct dep_walk *walk);
/* Returns the next dependency in *dep; false: there is no other. */
bool dep_walk_next(struct dep_walk *walk, struct dep *dep);

#endif
