/* SPDX-License-Identifier: MIT */
#include "base/memory/map.h"

#include "base/hash.h"

struct map_slot {
    str key; /* p == NULL: free */
    uint64_t hash;
    void *item;
};

static struct map_slot *probe(const struct map *map, str key, uint64_t hash)
{
    size_t mask = map->cap - 1;
    for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
        struct map_slot *slot = &map->slots[i];
        if (!slot->key.p || (slot->hash == hash && str_eq(slot->key, key))) {
            return slot;
        }
    }
}

/* The empty key may come with a NULL pointer, which marks a free slot. */
static str storable(str key)
{
    return key.p ? key : STR("");
}

void *map_get(const struct map *map, str key)
{
    if (!map->cap) {
        return NULL;
    }
    key = storable(key);
    const struct map_slot *slot = probe(map, key, hash64(key));
    return slot->key.p ? slot->item : NULL;
}

void map_reserve(struct map *map, struct arena *arena, size_t n)
{
    struct map bigger = {.n = map->n, .cap = map->cap ? map->cap : 16};
    /* At most 3/4 full: short probes, and a free slot always ends them. */
    while (n * 4 > bigger.cap * 3) {
        bigger.cap *= 2;
    }
    if (bigger.cap == map->cap) {
        return;
    }
    bigger.slots = arena_zalloc(arena, bigger.cap, sizeof *bigger.slots);
    for (size_t i = 0; i < map->cap; i++) {
        struct map_slot *slot = &map->slots[i];
        if (slot->key.p) {
            *probe(&bigger, slot->key, slot->hash) = *slot;
        }
    }
    *map = bigger;
}

void **map_put(struct map *map, struct arena *arena, str key)
{
    map_reserve(map, arena, map->n + 1);
    key = storable(key);
    uint64_t hash = hash64(key);
    struct map_slot *slot = probe(map, key, hash);
    if (!slot->key.p) {
        slot->key = key;
        slot->hash = hash;
        map->n++;
    }
    return &slot->item;
}
