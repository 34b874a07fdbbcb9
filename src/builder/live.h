/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_LIVE_H
#define CRUMB_BUILDER_LIVE_H

/* What is read of each key by traces that stay: what the ledger must know of
 * it. A key of which nothing is read, and that no object has, is forgotten.
 *
 * A trace may name fragments, which have traces of their own: those of this
 * build, by any thread's recorder, or else the last ledger's. One thread. */

#include "builder/recall.h"

struct live {
    const struct recall *recall;
    const struct objects *objects;
    size_t nkeys;
    size_t nsets;
    uint64_t *bits;          /* by id of the key */
    uint64_t *columns;       /* by id of a list: what of all that is in it */
    struct trace *made;      /* by id of a fragment: this build's, or nothing */
    uint64_t *answers;       /* by id of a question: this build's... */
    bool *answered;          /* ...if it has one */
    bool *sets;              /* by number: some trace names it */
    VEC(uint32_t) fragments; /* that are still to be gone through */
    struct arena *arena;
};

/* Once no thread records any more. */
void live_init(struct live *live, const struct recall *recall,
               const struct objects *objects, const struct recall_work *work,
               struct arena *arena);
/* A trace of this build's, or one of the last one's that holds. */
void live_add(struct live *live, struct trace trace);
/* What was read while the fragment was made. */
struct trace live_fragment(const struct live *live, uint32_t id);
/* The hash of the answer to a question. */
uint64_t live_answer(const struct live *live, uint32_t id);

#endif
