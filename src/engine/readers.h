/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_READERS_H
#define CRUMB_ENGINE_READERS_H

/* Traces by what they read: which steps name a key. With it a preview goes from
 * the facts that an edit changed (facts_first_changed) to the steps that these
 * make stale, and does not check all the others.
 *
 * A step may be listed for a key that it no longer reads. One thread. */

#include "engine/engine.h"

struct reader {
    uint32_t step; /* its key */
    uint32_t next; /* number of the next one in the list; 0: none */
};

struct readers {
    struct arena *arena;
    TABLE(uint32_t) first; /* by key: number of its first reader, or 0 */
    TABLE(struct reader) all;
    size_t n;           /* of `all`, with the unused number 0 */
    uint32_t of_others; /* first of those that read fragments or columns: a key
                           that they don't name may change them */
};

/* Makes an empty table; it lives in the arena. */
struct readers *readers_new(struct arena *arena);
/* Lists a step for the keys in its trace. */
void readers_add(struct readers *readers, const struct engine *engine,
                 const struct step *step);
/* Returns the number of the first step that reads the key; 0: none. For the
 * key 0: of the first step that reads fragments or columns, which any change
 * may make stale. */
uint32_t readers_of(const struct readers *readers, uint32_t key);
static inline const struct reader *reader_get(const struct readers *readers,
                                              uint32_t number)
{
    return TABLE_AT(&readers->all, number);
}

#endif
