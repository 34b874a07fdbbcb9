/* SPDX-License-Identifier: MIT */
#include "engine/key.h"

#include "base/hash.h"

static uint32_t hash_of(const struct key *key)
{
    uint64_t parts[] = {(uint64_t)key->class << 8 | key->kind, key->owner,
                        hash64(key->name)};
    return (uint32_t)hash64_of(parts, sizeof parts / sizeof *parts);
}

static bool is_same(const struct key *a, const struct key *b)
{
    return a->class == b->class && a->kind == b->kind && a->owner == b->owner &&
           str_eq(a->name, b->name);
}

/* The slot that has the key, or that is to have it. */
static struct key_slot *slot_of(const struct key_table *keys,
                                const struct key *key, uint32_t hash)
{
    size_t at = hash & keys->mask;
    while (keys->slots[at].id &&
           (keys->slots[at].hash != hash ||
            !is_same(key_get(keys, keys->slots[at].id), key))) {
        at = (at + 1) & keys->mask;
    }
    return &keys->slots[at];
}

static void add_slot(struct key_table *keys, struct key_slot slot)
{
    size_t at = slot.hash & keys->mask;
    while (keys->slots[at].id) {
        at = (at + 1) & keys->mask;
    }
    keys->slots[at] = slot;
}

/* At most three quarters of the slots are taken. */
static bool is_full(size_t size, size_t n)
{
    return n > size / 4 * 3;
}

/* Makes slots for n keys. */
static void make_slots(struct key_table *keys, size_t n)
{
    const struct key_slot *old = keys->slots;
    struct arena before = keys->hashed;
    size_t size = 64;
    while (is_full(size, n)) {
        size *= 2;
    }
    size_t nold = old ? keys->mask + 1 : 0;
    keys->hashed = (struct arena){0};
    keys->mask = size - 1;
    keys->slots = arena_zalloc(&keys->hashed, size, sizeof *keys->slots);
    for (size_t i = 0; i < nold; i++) {
        if (old[i].id) {
            add_slot(keys, old[i]);
        }
    }
    arena_free(&before);
}

void key_table_init(struct key_table *keys, struct arena *arena)
{
    *keys = (struct key_table){.arena = arena};
    key_table_restore(keys, (struct key){0});
    make_slots(keys, 0);
}

void key_table_free(struct key_table *keys)
{
    arena_free(&keys->hashed);
}

void key_table_restore(struct key_table *keys, struct key key)
{
    TABLE_GROW(&keys->rows, keys->arena, keys->rows.n + 1);
    *TABLE_AT(&keys->rows, keys->rows.n - 1) = key;
}

void key_table_free_ids(struct key_table *keys)
{
    for (size_t i = keys->rows.n; i-- > 1;) {
        if (key_get(keys, (uint32_t)i)->class == KEY_FREE) {
            *VEC_PUSH(&keys->unused, keys->arena) = (uint32_t)i;
        }
    }
}

void key_table_index(struct key_table *keys)
{
    make_slots(keys, keys->rows.n);
    for (uint32_t i = 1; i < keys->rows.n; i++) {
        const struct key *key = key_get(keys, i);
        uint32_t hash = hash_of(key);
        struct key_slot *slot = slot_of(keys, key, hash);
        if (key->class != KEY_FREE && !slot->id) {
            *slot = (struct key_slot){i, hash};
        }
    }
}

static uint32_t new_id(struct key_table *keys)
{
    if (keys->unused.n) {
        return keys->unused.p[--keys->unused.n];
    }
    TABLE_GROW(&keys->rows, keys->arena, keys->rows.n + 1);
    return (uint32_t)keys->rows.n - 1;
}

uint32_t key_find(const struct key_table *keys, struct key key)
{
    return slot_of(keys, &key, hash_of(&key))->id;
}

/* Waits less for memory than a search: rows and names lie side by side. */
static bool is_next(const struct key_table *keys, const struct key *key)
{
    uint32_t id = keys->last + 1;
    return id < keys->rows.n && is_same(key_get(keys, id), key);
}

uint32_t key_intern(struct key_table *keys, struct key key)
{
    if (is_next(keys, &key)) {
        return ++keys->last;
    }
    uint32_t hash = hash_of(&key);
    struct key_slot *slot = slot_of(keys, &key, hash);
    if (slot->id) {
        keys->last = slot->id;
        return slot->id;
    }
    if (is_full(keys->mask + 1, keys->rows.n)) {
        make_slots(keys, keys->rows.n + keys->rows.n / 2);
        slot = slot_of(keys, &key, hash);
    }
    slot->id = new_id(keys);
    slot->hash = hash;
    if (!keys->borrows) {
        key.name = arena_str(keys->arena, key.name);
    }
    *TABLE_AT(&keys->rows, slot->id) = key;
    keys->last = slot->id;
    return slot->id;
}
