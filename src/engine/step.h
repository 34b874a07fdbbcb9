/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_STEP_H
#define CRUMB_ENGINE_STEP_H

/* Steps: whatever is made and remembered.
 *
 *   an output      one file: a page, a feed, a file that is copied, a copy
 *                  under a name with a fingerprint; its key is KEY_OUTPUT
 *   a body         the text of a post as HTML; its key is the post's
 *   a fragment     what several pages show and was made once: KEY_FRAGMENT
 *
 * A step is found by its key. It is right in a revision (engine/fact.h) if,
 * made again from the site as it was then, it would come out the same and read
 * the same. The trace of one that is stale stays, for `crumb why`; nothing else
 * believes it.
 *
 * Ownership: a step lives as long as its table. What its slices point to is the
 * engine's (engine_keep_step), or stands in the ledger's mapping.
 *
 * Threads: steps are planned by one thread; then one that is made belongs to
 * the thread that makes it. */

#include "engine/trace.h"
#include "files/fs.h"

/* A fact that changed. */
struct cause {
    uint32_t key; /* 0: the trace makes no sense */
    uint64_t bits;
};

struct step {
    uint32_t key;
    uint32_t right;     /* the last revision in which it was known to be right;
                           0: it was never made */
    uint32_t stale;     /* the last one in which it was found not to be, or 0 */
    uint32_t changed;   /* the one in which it came out as it is */
    struct cause cause; /* of it being stale */
    uint64_t input;     /* a hash of what it is made from beside facts */
    uint64_t result;    /* a hash of what came out: of a fragment; of an output
                           that is made in memory, or 0 */
    struct trace trace;
    str record;   /* of a body: what came out of it */
    str warnings; /* of an output: base/diag/diag_pack.h */
    str source; /* of an output: the file that it is made from, if it is one */
    uint32_t place; /* of an output: among all published files */
    str why;        /* it was made last: "title of content/a.md changed" */
    int64_t made;   /* the instant of that build */
    bool kept;      /* the last build left it as it was */
};

/* What loading made of a source file, before anything else of the site was
 * known. */
struct file_record {
    struct fs_stat stat;
    int64_t seen;  /* the file system's clock before it was read */
    uint64_t hash; /* of its bytes */
    str record;
    str warnings; /* base/diag/diag_pack.h */
};

struct step_table {
    VEC(struct step *) by_key;
};

/* What a step has read; nothing if there is no step. */
static inline struct trace step_trace(const struct step *step)
{
    return step ? step->trace : (struct trace){{NULL, 0}};
}

/* NULL: none of that key was ever made or planned. */
static inline struct step *step_find(const struct step_table *steps,
                                     uint32_t key)
{
    return key < steps->by_key.n ? steps->by_key.p[key] : NULL;
}

/* The step of that key, which is added if it is new. */
struct step *step_add(struct step_table *steps, uint32_t key,
                      struct arena *arena);

#endif
