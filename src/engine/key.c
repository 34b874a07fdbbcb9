/* SPDX-License-Identifier: MIT */
#include "engine/key.h"

#include "base/hash.h"

static uint64_t hash_of(struct key key)
{
    uint64_t parts[] = {(uint64_t)key.class << 8 | key.kind, key.owner,
                        hash64(key.name)};
    return hash64_of(parts, sizeof parts / sizeof *parts);
}

static bool is_same(const struct key_row *row, struct key key, uint64_t hash)
{
    return row->hash == hash && row->key.class == key.class &&
           row->key.kind == key.kind && row->key.owner == key.owner &&
           str_eq(row->key.name, key.name);
}

/* The slot that has the key, or that is to have it. */
static uint32_t *slot_of(const struct key_table *keys, struct key key,
                         uint64_t hash)
{
    size_t at = hash & keys->mask;
    while (keys->slots[at] &&
           !is_same(&keys->rows.p[keys->slots[at]], key, hash)) {
        at = (at + 1) & keys->mask;
    }
    return &keys->slots[at];
}

/* Slots for twice as many as there will be. */
static void make_slots(struct key_table *keys, size_t n)
{
    size_t size = 64;
    while (size < n * 2) {
        size *= 2;
    }
    keys->mask = size - 1;
    keys->slots = arena_zalloc(keys->arena, size, sizeof *keys->slots);
    for (size_t i = 1; i < keys->rows.n; i++) {
        const struct key_row *row = &keys->rows.p[i];
        uint32_t *slot = slot_of(keys, row->key, row->hash);
        if (row->key.class != KEY_FREE && !*slot) {
            *slot = (uint32_t)i;
        }
    }
}

void key_table_init(struct key_table *keys, struct arena *arena,
                    const struct key *known, size_t n, size_t more)
{
    *keys = (struct key_table){.arena = arena};
    VEC_RESERVE(&keys->rows, arena, n + more + 1);
    *VEC_PUSH(&keys->rows, arena) = (struct key_row){0};
    for (size_t i = 1; i < n; i++) {
        *VEC_PUSH(&keys->rows, arena) =
            (struct key_row){known[i], hash_of(known[i])};
    }
    for (size_t i = n; i-- > 1;) {
        if (known[i].class == KEY_FREE) {
            *VEC_PUSH(&keys->unused, arena) = (uint32_t)i;
        }
    }
    make_slots(keys, n + more);
}

static uint32_t new_id(struct key_table *keys)
{
    if (keys->unused.n) {
        return keys->unused.p[--keys->unused.n];
    }
    VEC_PUSH(&keys->rows, keys->arena);
    return (uint32_t)keys->rows.n - 1;
}

uint32_t key_find(const struct key_table *keys, struct key key)
{
    return *slot_of(keys, key, hash_of(key));
}

uint32_t key_intern(struct key_table *keys, struct key key)
{
    uint64_t hash = hash_of(key);
    uint32_t *slot = slot_of(keys, key, hash);
    if (!*slot) {
        if (keys->rows.n * 2 > keys->mask) {
            make_slots(keys, keys->rows.n * 2);
            slot = slot_of(keys, key, hash);
        }
        *slot = new_id(keys);
        key.name = arena_str(keys->arena, key.name);
        keys->rows.p[*slot] = (struct key_row){key, hash};
    }
    return *slot;
}
