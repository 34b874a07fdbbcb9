/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_NUMBERING_H
#define CRUMB_BUILDER_NUMBERING_H

/* Traces in the numbering of the ledger that is to be written, whether they are
 * of this build, by any thread's recorder, or of the last one and still hold.
 * What they read of each object is gathered on the way. One thread. */

#include "base/buf.h"
#include "builder/recall.h"

/* A slice of `pairs`: see struct ledger_trace. */
struct numbered_trace {
    size_t n;
    size_t from;
    size_t to;
};

struct numbering {
    const struct recall *recall;
    const struct objects *table;
    struct arena *arena;
    size_t objects;    /* how many numbers they take */
    uint64_t *bits;    /* what is read of each */
    uint64_t *columns; /* of each list: what of all that is in it */
    VEC(struct ask) asks;
    struct map asked; /* name -> number in asks, + 1 */
    struct sights sights;
    VEC(struct numbered_trace) shared;
    uint32_t **shared_of; /* by thread: number + 1 of its shared traces... */
    uint32_t **sights_of; /* ...and sights */
    /* The same of the last build's; 0: it is not in this one's yet. */
    uint32_t *shared_then;
    uint32_t *asks_then;
    uint32_t *sights_then;
    struct buf pairs;
};

void numbering_init(struct numbering *numbering, const struct recall *recall,
                    const struct objects *table, const struct recall_work *work,
                    struct arena *arena);
void numbering_free(struct numbering *numbering);
/* One of this build's. */
struct numbered_trace numbering_add(struct numbering *numbering,
                                    const struct trace *trace);
/* One of the last build's that holds: every object in it is still there. */
struct numbered_trace numbering_keep(struct numbering *numbering,
                                     const struct ledger_trace *trace);
/* That asks[i] was asked, and nothing else. */
struct numbered_trace numbering_add_ask(struct numbering *numbering, size_t i);

#endif
