/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_ENGINE_H
#define CRUMB_ENGINE_ENGINE_H

/* The incremental engine: what steps read, what they made, and which of them
 * are stale. It knows nothing of blogs, renders nothing, and calls no other
 * room but `base/` and `files/`.
 *
 *     key.h       ids for everything that can be read or made
 *     trace.h     what was read while one thing was made
 *     recorder.h  records that, one for each thread
 *     fact.h      hashes of what was read, and when each changed
 *     step.h      what was made, from what
 *     dirty.h     whether a step is still right
 *     dep_walk.h  what a step has read, fragments included
 *     readers.h   which steps read a key
 *     ledger.h    all of this in a file
 *
 * One thread owns the engine. While other threads record, they call only
 * engine_key and engine_dep_set, and the owner waits for them. */

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
    TABLE(struct file_record *) files; /* by key */
    bool borrows;                      /* engine_borrow was called */
};

/* Makes an engine at revision 1, without keys and facts. `sets` are the dep
 * sets of the last ledger by their numbers; number 0 is unused. nsets may be 0.
 */
struct engine *engine_new(const struct dep_set *sets, size_t nsets,
                          struct arena *arena);
/* Returns the record of the file with that key; NULL: there is none. */
static inline struct file_record *engine_file(const struct engine *engine,
                                              uint32_t key)
{
    return key < engine->files.n ? *TABLE_AT(&engine->files, key) : NULL;
}
/* Returns the record of that file, which is added if it is new. */
struct file_record *engine_add_file(struct engine *engine, uint32_t key);

/* Frees what the arena does not hold. */
void engine_free(struct engine *engine);
/* Returns at least n arenas for threads that set facts; they live as long as
 * the engine. A later call with a greater n moves them: the array of before
 * must not be used any more.
 */
struct arena *engine_workers(struct engine *engine, size_t n);
/* Returns the number of bytes that it holds. */
size_t engine_size(const struct engine *engine);
/* From now on the engine does not copy names of keys of the site, nor texts of
 * steps, files and fragments: they live as long as it does. */
void engine_borrow(struct engine *engine);
/* Returns the text as the engine keeps it: a copy, unless it borrows. */
str engine_keep(struct engine *engine, str text);
/* Keeps what the step points to. */
void engine_keep_step(struct engine *engine, struct step *step);
/* Makes rows for the facts of keys that were added. */
void engine_grow(struct engine *engine);
/* Begins the next revision. */
void engine_next_revision(struct engine *engine);

/* Returns the id of that key. A new key is added, with a copy of its name, even
 * if the engine borrows. Any thread. */
uint32_t engine_key(struct engine *engine, struct key key);
/* Reads a trace, whose keys have rows of facts (engine_grow). */
static inline struct trace_reader engine_open(const struct engine *engine,
                                              struct trace trace)
{
    return (struct trace_reader){.in = unpack_of(trace.pairs),
                                 .sets = &engine->sets,
                                 .keys = engine->facts.rows.n};
}
/* Makes a trace with one entry. */
struct trace engine_trace_of(struct engine *engine, struct dep dep,
                             struct arena *arena);
/* Returns the number of that dep set, which is added if it is new. Any thread.
 */
uint32_t engine_dep_set(struct engine *engine, struct dep_set set);

#endif
