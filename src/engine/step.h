/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_STEP_H
#define CRUMB_ENGINE_STEP_H

/* Steps: everything that is made and kept for the next build.
 *
 *   an output      one file: a page, a feed, a file that is copied, a copy
 *                  under a name with a fingerprint; its key is KEY_OUTPUT
 *   a body         the text of a post as HTML; its key is the post's
 *   a fragment     made once and shown by several pages: KEY_FRAGMENT
 *
 * A step is found by its key. It is right in a revision (engine/fact.h) if
 * making it again in that revision would give the same result and read the same
 * facts. A stale step keeps its trace, but only for `crumb why`.
 *
 * Ownership: a step lives as long as its table. Its slices point into the
 * engine (engine_keep_step) or into the mapped ledger.
 *
 * Threads: one thread plans steps; then each belongs to the thread that makes
 * it. */

#include "engine/trace.h"
#include "files/fs.h"

/* A fact that changed. */
struct cause {
    uint32_t key; /* 0: the trace is invalid */
    uint64_t bits;
};

struct step {
    uint32_t key;
    uint32_t right;   /* the last revision in which it was known to be right;
                         0: it was never made */
    uint32_t stale;   /* the last revision in which it was found stale, or 0 */
    uint32_t changed; /* the revision in which its result last changed */
    struct cause cause; /* why it is stale */
    uint64_t input;     /* a hash of what it is made from, without facts */
    uint64_t result;    /* a hash of its result: of a fragment, and of an output
                           that is made in memory; of a body, its
                           DERIVED_* (site/site.h); else 0 */
    struct trace trace;
    union {
        /* Of a body: its derived data, and the parts of them that are read
         * seldom. */
        struct {
            str record;
            str parts;
            str search; /* its words (search/search.h) */
        };
        /* Of an output: */
        struct {
            str warnings;   /* diags_pack */
            str source;     /* the file that it is made from, or empty */
            str why;        /* why it was made: "title of content/a.md changed"
                             */
            int64_t made;   /* the instant of that build */
            uint32_t place; /* among all published files */
            bool kept;      /* the last build did not make it again */
        };
    };
};

/* A record of one source file, independent of all others. */
struct file_record {
    struct fs_stat stat;
    int64_t seen;  /* time by the file system's clock before it was read */
    uint64_t hash; /* of its bytes */
    str record;
    str warnings; /* diags_pack */
};

struct step_table {
    TABLE(struct step *) by_key;
};

/* Returns the trace of a step; an empty one for NULL. */
static inline struct trace step_trace(const struct step *step)
{
    return step ? step->trace : (struct trace){{NULL, 0}};
}

/* Returns the step of that key; NULL: there is none. */
static inline struct step *step_find(const struct step_table *steps,
                                     uint32_t key)
{
    return key < steps->by_key.n ? *TABLE_AT(&steps->by_key, key) : NULL;
}

/* Returns the step of that key, which is added if it is new. */
static inline struct step *step_add(struct step_table *steps, uint32_t key,
                                    struct arena *arena)
{
    TABLE_GROW(&steps->by_key, arena, (size_t)key + 1);
    struct step **place = TABLE_AT(&steps->by_key, key);
    if (!*place) {
        *place = ARENA_NEW(arena, struct step);
        (*place)->key = key;
    }
    return *place;
}

#endif
