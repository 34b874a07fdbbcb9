/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_ENGINE_H
#define CRUMB_ENGINE_ENGINE_H

/* The incremental engine: what was read, what was made, and what is stale. It
 * knows nothing of blogs, renders nothing and calls nobody.
 *
 *     key.h       ids for everything that can be read or made
 *     trace.h     what was read while one thing was made
 *     recorder.h  notes that, a thread each
 *     fact.h      hashes of what was read, and when each changed
 *     step.h      what was made, from what
 *     dirty.h     is a step still right?
 *     ledger.h    all of it in a file
 *
 * One thread owns the engine. While others record they share keys and dep sets
 * through engine_key and engine_dep_set, and the owner waits for them. */

#include <pthread.h>

#include "engine/fact.h"
#include "engine/key.h"
#include "engine/step.h"

struct engine {
    struct arena arena;    /* of the tables, and of what steps point to */
    struct arena *workers; /* of facts that threads set, one each */
    size_t nworkers;
    pthread_mutex_t lock;
    struct key_table keys;
    struct dep_sets sets;
    struct fact_table facts;
    struct step_table steps;
    VEC(struct file_record *) files; /* by key */
};

/* What the last ledger knows; all may be empty. */
struct engine_known {
    const struct key *keys; /* by id, from 0 on, which is none */
    size_t nkeys;
    const struct dep_set *sets; /* by number, likewise */
    size_t nsets;
};

/* At revision 1, with nothing known of these keys. What `known` points to must
 * outlive the engine. `more`: about so many keys will be added. */
struct engine *engine_new(const struct engine_known *known, size_t more,
                          struct arena *arena);
/* What loading made of the file of that key; NULL: nothing is known. */
static inline struct file_record *engine_file(const struct engine *engine,
                                              uint32_t key)
{
    return key < engine->files.n ? engine->files.p[key] : NULL;
}
/* The same, to be filled in. */
struct file_record *engine_add_file(struct engine *engine, uint32_t key);

/* Frees what the arena does not hold. */
void engine_free(struct engine *engine);
/* An arena for each of n threads that tell facts; as long as the engine. */
struct arena *engine_workers(struct engine *engine, size_t n);
/* Bytes that it holds. */
size_t engine_size(const struct engine *engine);
/* What the step points to is copied, and lives as long as the engine. */
void engine_keep_step(struct engine *engine, struct step *step);
/* Rows for the facts of keys that were added. */
void engine_grow(struct engine *engine);
/* What is set from here on is of the next revision. */
void engine_next_revision(struct engine *engine);

/* Any thread. The id of that key, which is added if it is new; then its name is
 * copied. */
uint32_t engine_key(struct engine *engine, struct key key);
/* The trace of something that hangs on one thing alone. */
struct trace engine_trace_of(struct engine *engine, struct dep dep,
                             struct arena *arena);
/* Any thread. */
uint32_t engine_dep_set(struct engine *engine, struct dep_set set);

#endif
