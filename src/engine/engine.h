/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_ENGINE_H
#define CRUMB_ENGINE_ENGINE_H

/* What recorders of all threads share: keys and dep sets. It knows nothing of
 * blogs, renders nothing and calls nobody.
 *
 * Until threads record, its owner may use the two tables as they are; from then
 * on all threads use the functions below, until they have come to rest. */

#include <pthread.h>

#include "engine/key.h"
#include "engine/trace.h"

struct engine {
    struct arena arena; /* of the tables */
    pthread_mutex_t lock;
    struct key_table keys;
    struct dep_sets sets;
};

/* What the last ledger knows; both may be empty. `more`: about so many keys
 * will be added. What `known` points to must outlive the engine. */
struct engine_known {
    const struct key *keys; /* by id */
    size_t nkeys;
    const struct dep_set *sets; /* by number */
    size_t nsets;
};

struct engine *engine_new(const struct engine_known *known, size_t more,
                          struct arena *arena);
/* Frees what the arena does not hold. */
void engine_free(struct engine *engine);

/* Any thread. The id of that key, which is added if it is new; then its name is
 * copied. */
uint32_t engine_key(struct engine *engine, struct key key);
/* The trace of something that hangs on one thing alone. */
struct trace engine_trace_of(struct engine *engine, struct dep dep,
                             struct arena *arena);
/* Any thread. */
uint32_t engine_dep_set(struct engine *engine, struct dep_set set);

#endif
