/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_MULTI_SEARCH_H
#define CRUMB_CHECK_MULTI_SEARCH_H

/* Many strings looked for in one walk over a text: a bit for each pair of
 * first bytes tells where to look closer. Made on one thread, then read by
 * any. */

#include "base/arena.h"
#include "base/vec.h"

struct needle {
    str text;      /* at least two bytes */
    size_t id;     /* the caller's */
    uint32_t next; /* in its bucket, as an index + 1 */
};

struct needles {
    VEC(struct needle) list;
    uint64_t pairs[1024];
    uint32_t buckets[256]; /* by both bytes; index + 1 */
};

/* A zeroed struct needles is ready for use. The text is borrowed; one that is
 * too short is left out. */
void needles_add(struct needles *needles, struct arena *arena, str text,
                 size_t id);
/* The first one found at *at or behind it; *at is set to its place. NULL:
 * none. Go on with *at + 1. */
const struct needle *needles_next(const struct needles *needles, str text,
                                  size_t *at);

#endif
