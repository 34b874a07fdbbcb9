/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_MAP_H
#define CRUMB_BASE_MAP_H

/* From slices to pointers: open addressing, in an arena. Keys are borrowed
 * and must outlive the map. To walk it in a stable order keep a vec beside
 * it: the map itself has none. */

#include "base/arena.h"

struct map_slot;

struct map {
    struct map_slot *slots;
    size_t n;
    size_t cap; /* a power of two, or 0 */
};

/* A zeroed struct map is ready for use. */
/* NULL if the key is not there. */
void *map_get(const struct map *map, str key);
/* Room for n: no growing, which leaves garbage behind. */
void map_reserve(struct map *map, struct arena *arena, size_t n);
/* Where the key's pointer is kept; NULL in it if the key is new. Valid until
 * the next map_put. */
void **map_put(struct map *map, struct arena *arena, str key);

#endif
