/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_MEMORY_MAP_H
#define CRUMB_BASE_MEMORY_MAP_H

/* A hash table from slices to pointers, in an arena (open addressing). Keys are
 * borrowed and must outlive the map. It has no order: to walk the entries in a
 * stable order, keep a vec beside the map. */

#include "base/memory/arena.h"

struct map_slot;

struct map {
    struct map_slot *slots;
    size_t n;
    size_t cap; /* a power of two, or 0 */
};

/* A zeroed struct map is ready for use. */
/* The key's pointer; NULL if the map lacks the key. */
void *map_get(const struct map *map, str key);
/* Makes room for n keys in all, so that the map does not grow while they are
 * put: growing leaves the old table in the arena. */
void map_reserve(struct map *map, struct arena *arena, size_t n);
/* Adds the key if it is missing. Returns the place of its pointer, which is
 * NULL for a new key. The place is valid until the next map_put or
 * map_reserve. */
void **map_put(struct map *map, struct arena *arena, str key);

#endif
