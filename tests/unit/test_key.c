/* SPDX-License-Identifier: MIT */
/* engine/key: numbers that stay from build to build. */
#include "engine/key.h"

#include <stdio.h>

#include "tap.h"

static struct key key_of(uint8_t class, uint32_t owner, const char *name)
{
    return (struct key){class, 7, owner, str_from(name)};
}

static void test_new(struct tap *tap, struct arena *arena)
{
    struct key_table keys;
    key_table_init(&keys, arena);
    CHECK(tap, key_limit(&keys) == 1);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "a")) == 1);
    CHECK(tap, key_intern(&keys, key_of(2, 0, "a")) == 2);
    CHECK(tap, key_intern(&keys, key_of(1, 2, "a")) == 3);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "b")) == 4);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "")) == 5);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "a")) == 1);
    CHECK(tap, key_intern(&keys, key_of(1, 2, "a")) == 3);
    CHECK(tap, key_limit(&keys) == 6);
    CHECK_STR(tap, key_get(&keys, 4)->name, "b");
    CHECK(tap, key_get(&keys, 3)->owner == 2);
    CHECK(tap, key_find(&keys, key_of(1, 0, "b")) == 4);
    CHECK(tap, key_find(&keys, key_of(1, 0, "c")) == 0);
    CHECK(tap, key_limit(&keys) == 6);
    key_table_free(&keys);
}

static void restore(struct key_table *keys, struct arena *arena,
                    const struct key *known, size_t n)
{
    key_table_init(keys, arena);
    for (size_t i = 0; i < n; i++) {
        key_table_restore(keys, known[i]);
    }
    key_table_free_ids(keys);
    key_table_index(keys);
}

/* A build that has the keys of the last one. */
static void test_known(struct tap *tap, struct arena *arena)
{
    const struct key known[] = {
        key_of(1, 0, "a"),
        {0},
        key_of(1, 0, "b"),
        {0},
    };
    struct key_table keys;
    restore(&keys, arena, known, 4);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "b")) == 3);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "c")) == 2);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "a")) == 1);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "d")) == 4);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "e")) == 5);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "c")) == 2);
    key_table_free(&keys);
}

/* A ledger that was made up may have a key twice. */
static void test_forged(struct tap *tap, struct arena *arena)
{
    const struct key known[] = {
        key_of(1, 0, "a"),
        key_of(1, 0, "a"),
        key_of(1, 9, "x"),
    };
    struct key_table keys;
    restore(&keys, arena, known, 3);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "a")) == 1);
    CHECK(tap, key_intern(&keys, key_of(1, 0, "b")) == 4);
    CHECK(tap, key_intern(&keys, key_of(1, 9, "x")) == 3);
    key_table_free(&keys);
}

static void test_many(struct tap *tap, struct arena *arena)
{
    enum { MANY = 10000 };
    struct key_table keys;
    key_table_init(&keys, arena);
    bool same = true;
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 1; i < MANY; i++) {
            str name = arena_printf(arena, "%u", i / 2);
            struct key key = {KEY_OBJECT, (uint8_t)(i % 2), 0, name};
            same = same && key_intern(&keys, key) == i;
        }
    }
    CHECK(tap, same);
    CHECK(tap, key_limit(&keys) == MANY);
    key_table_free(&keys);
}

int main(void)
{
    struct tap tap = {0};
    struct arena arena = {0};
    test_new(&tap, &arena);
    test_known(&tap, &arena);
    test_forged(&tap, &arena);
    test_many(&tap, &arena);
    arena_free(&arena);
    return tap_done(&tap);
}
