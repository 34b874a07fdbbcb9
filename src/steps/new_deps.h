/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_NEW_DEPS_H
#define CRUMB_STEPS_NEW_DEPS_H

/* Facts that steps of this revision are the first to read. The engine has no
 * hash of them, and without one the dirty check can't tell whether they change.
 *
 *     struct new_deps deps = new_deps_begin(facts, &work);
 *     new_deps_add(&deps, step->trace);
 *     new_deps_end(&deps);
 *
 * The cost grows with the length of the traces, not with the site, as that of
 * steps/reachable.h does. One thread. */

#include "engine/dep_walk.h"
#include "steps/site_facts.h"

struct new_deps {
    struct site_facts *facts;
    struct arena *arena;
    VEC(struct key_bits) found; /* a key may occur several times */
    struct dep_walk walk;
};

/* The arena is needed until new_deps_end. */
struct new_deps new_deps_begin(struct site_facts *facts, struct arena *arena);
/* Adds the reads of a step, and of the fragments that it shows. */
void new_deps_add(struct new_deps *deps, struct trace trace);
/* Gives the engine their hashes. Returns whether there were any: then bodies
 * may have been made for them, whose reads are to be added in another round. */
bool new_deps_end(struct new_deps *deps);

#endif
