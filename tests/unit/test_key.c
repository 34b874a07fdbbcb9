/* SPDX-License-Identifier: MIT */
/* engine/key: numbers that stay from build to build. */
#include "engine/key.h"

#include <stdio.h>

#include "random.h"
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
    int grown = 0;
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 1; i < MANY; i++) {
            str name = arena_printf(arena, "%u", i / 2);
            struct key key = {KEY_OBJECT, (uint8_t)(i % 2), 0, name};
            const struct key_slot *slots = keys.slots;
            same = same && key_intern(&keys, key) == i;
            grown += keys.slots != slots;
        }
    }
    CHECK(tap, same);
    CHECK(tap, grown > 0 && grown < 20); /* to twice the size each time */
    CHECK(tap, key_limit(&keys) == MANY);
    key_table_free(&keys);
}

/* --- at random, beside a plain list --- */

struct model {
    struct arena *arena;
    struct key known[400]; /* by id; KEY_FREE: the id is free */
    size_t n;
};

/* Few of each part, so that keys often differ in one alone. */
static struct key random_key(struct random *random, struct arena *arena)
{
    static const char *const names[] = {"", "a", "b", "aa", "a\xC3\xA9", "0"};
    size_t i = random_below(random, sizeof names / sizeof *names);
    return (struct key){(uint8_t)(1 + random_below(random, KEY_CLASSES - 1)),
                        (uint8_t)random_below(random, 3),
                        (uint32_t)random_below(random, 3),
                        arena_str(arena, str_from(names[i]))};
}

static uint32_t find_in(const struct model *model, struct key key)
{
    for (uint32_t i = 1; i < model->n; i++) {
        const struct key *known = &model->known[i];
        if (known->class == key.class && known->kind == key.kind &&
            known->owner == key.owner && str_eq(known->name, key.name)) {
            return i;
        }
    }
    return 0;
}

static uint32_t intern_in(struct model *model, struct key key)
{
    uint32_t id = find_in(model, key);
    for (uint32_t i = 1; !id && i <= model->n; i++) {
        if (i == model->n || model->known[i].class == KEY_FREE) {
            id = i;
        }
    }
    model->n += id == model->n;
    model->known[id] = key;
    return id;
}

/* Some ids are given up, and the table is made again, as the next build does.
 */
static void begin_again(struct random *random, struct model *model,
                        struct key_table *keys)
{
    key_table_free(keys);
    key_table_init(keys, model->arena);
    for (size_t i = 1; i < model->n; i++) {
        if (random_below(random, 3) == 0) {
            model->known[i] = (struct key){0};
        }
        key_table_restore(keys, model->known[i]);
    }
    key_table_free_ids(keys);
    key_table_index(keys);
}

static bool is_as_model(const struct model *model, const struct key_table *keys)
{
    bool same = key_limit(keys) == model->n;
    for (uint32_t i = 1; same && i < model->n; i++) {
        struct key key = model->known[i];
        const struct key *got = key_get(keys, i);
        same = got->class == key.class && got->kind == key.kind &&
               got->owner == key.owner && str_eq(got->name, key.name) &&
               (key.class == KEY_FREE || key_find(keys, key) == i);
    }
    return same;
}

static void test_random(struct tap *tap, struct arena *arena)
{
    struct random random = {2};
    struct key_table keys;
    bool same = true;
    for (int round = 0; round < 20; round++) {
        struct model model = {.arena = arena, .n = 1};
        key_table_init(&keys, arena);
        for (int build = 0; build < 4; build++) {
            for (int i = 0; i < 100; i++) {
                struct key key = random_key(&random, arena);
                same = same && key_find(&keys, key) == find_in(&model, key) &&
                       key_intern(&keys, key) == intern_in(&model, key);
            }
            same = same && is_as_model(&model, &keys);
            begin_again(&random, &model, &keys);
            same = same && is_as_model(&model, &keys);
        }
        key_table_free(&keys);
    }
    CHECK(tap, same);
}

/* A name is copied, unless the table borrows. */
static void test_names(struct tap *tap, struct arena *arena)
{
    struct key_table keys;
    char name[] = "name";
    key_table_init(&keys, arena);
    uint32_t copied = key_intern(&keys, key_of(1, 0, name));
    keys.borrows = true;
    uint32_t borrowed = key_intern(&keys, key_of(1, 1, name));
    CHECK(tap, key_get(&keys, copied)->name.p != name);
    CHECK(tap, key_get(&keys, borrowed)->name.p == name);
    name[0] = '?';
    CHECK_STR(tap, key_get(&keys, copied)->name, "name");
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
    test_random(&tap, &arena);
    test_names(&tap, &arena);
    arena_free(&arena);
    return tap_done(&tap);
}
