/* SPDX-License-Identifier: MIT */
/* arena, vec, map, hash. */
#include <stdlib.h>

#include "base/hash.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "tap.h"

static bool is_aligned(const void *p, size_t to)
{
    return (uintptr_t)p % to == 0;
}

/* Aligned for every type of that size, after texts of any length. */
static void test_alignment(struct tap *tap)
{
    struct arena arena = {0};
    bool aligned = true;
    for (size_t size = 1; size <= 256; size++) {
        size_t to = 1;
        while (to < _Alignof(max_align_t) && size % (2 * to) == 0) {
            to *= 2;
        }
        aligned = aligned && is_aligned(arena_alloc(&arena, 3, size), to);
        arena_str(&arena, str_from("a text"));
    }
    CHECK(tap, aligned);
    CHECK(tap, is_aligned(arena_alloc(&arena, 0, 0), _Alignof(max_align_t)));
    arena_free(&arena);
}

/* A read just beyond an allocation is seen, for all sizes. */
static void test_gap(struct tap *tap)
{
#if defined(ARENA_ASAN) && !defined(CRUMB_TRAP) /* which has no poison */
    struct arena arena = {0};
    const char *p = arena_alloc(&arena, 2, 16);
    arena_alloc(&arena, 1, 16);
    CHECK(tap, !__asan_address_is_poisoned(p + 31));
    CHECK(tap, __asan_address_is_poisoned(p + 32));
    arena_free(&arena);
#else
    (void)tap;
#endif
}

static void test_arena(struct tap *tap)
{
    struct arena arena = {0};
    CHECK(tap, arena_size(&arena) == 0);
    arena_clear(&arena);
    arena_free(&arena);

    CHECK(tap, arena_alloc(&arena, 0, 8) != NULL);
    /* Sizes from nothing to more than the largest block, each byte used and
     * none shared. */
    char *parts[64];
    for (size_t i = 0; i < 64; i++) {
        parts[i] = arena_alloc(&arena, i * i * i * 17, 1);
        memset(parts[i], (int)i, i * i * i * 17);
    }
    bool intact = true;
    for (size_t i = 0; i < 64; i++) {
        for (size_t j = 0; j < i * i * i * 17; j++) {
            intact = intact && parts[i][j] == (char)i;
        }
    }
    CHECK(tap, intact);
    char *huge = arena_zalloc(&arena, 3, 5 * 1024 * 1024);
    CHECK(tap, huge[0] == 0 && huge[3 * 5 * 1024 * 1024 - 1] == 0);
    CHECK(tap, arena_size(&arena) > 15 * 1024 * 1024);

    /* A clear keeps one block of a size that is worth keeping. */
    arena_clear(&arena);
    size_t kept = arena_size(&arena);
    CHECK(tap, kept > 0 && kept <= 4 * 1024 * 1024);
    arena_alloc(&arena, kept - 1 - ARENA_GAP, 1);
    CHECK(tap, arena_size(&arena) == kept);
    arena_free(&arena);
    CHECK(tap, arena_size(&arena) == 0);
}

static void test_marks(struct tap *tap)
{
    struct arena arena = {0};
    struct arena_mark empty = arena_mark(&arena);
    str first = arena_str(&arena, STR("first"));
    struct arena_mark mark = arena_mark(&arena);
    for (int round = 0; round < 3; round++) {
        const char *again = arena_alloc(&arena, 10, 1);
        for (size_t i = 0; i < 100; i++) {
            arena_alloc(&arena, 5000, 1);
        }
        arena_reset(&arena, mark);
        CHECK(tap, arena_alloc(&arena, 10, 1) == again);
        arena_reset(&arena, mark);
        CHECK_STR(tap, first, "first");
    }
    arena_reset(&arena, empty);
    arena_str(&arena, STR("usable"));
    arena_free(&arena);
}

/* The same allocations, and an array that has grown a little, get the blocks of
 * before. */
static void test_arena_recycle(struct tap *tap)
{
    enum { LARGE = 5 * 1024 * 1024, SMALL = 3000, COUNT = 100 };
    struct arena arena = {0};
    const char *small[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        small[i] = arena_alloc(&arena, SMALL, 1);
    }
    const char *large = arena_alloc(&arena, LARGE, 1);
    size_t size = arena_size(&arena);
    arena_recycle(&arena);
    CHECK(tap, arena_size(&arena) == 0);
    bool same = true;
    for (size_t i = 0; i < COUNT; i++) {
        same = same && arena_alloc(&arena, SMALL, 1) == small[i];
    }
    same = same && arena_alloc(&arena, LARGE + LARGE / 10, 1) == large;
    CHECK(tap, same);
    CHECK(tap, arena_size(&arena) == size);
    arena_recycle(&arena);
    CHECK(tap, arena_alloc(&arena, 2 * LARGE, 1) != large);
    arena_free(&arena);
}

static void test_arena_text(struct tap *tap)
{
    struct arena arena = {0};
    str s = arena_str(&arena, (str){"a\0b", 3});
    CHECK(tap, s.n == 3 && s.p[1] == '\0' && s.p[3] == '\0');
    s = arena_str(&arena, (str){NULL, 0});
    CHECK(tap, s.n == 0 && s.p && s.p[0] == '\0');
    CHECK_STR(tap, arena_concat(&arena, STR("ab"), STR("cd")), "abcd");
    CHECK_STR(tap, arena_concat(&arena, (str){NULL, 0}, STR("x")), "x");
    CHECK_STR(tap, arena_concat(&arena, STR("x"), (str){NULL, 0}), "x");
    CHECK_STR(tap, arena_printf(&arena, "%d-%s-%.*s", 7, "x", STR_ARG(s)),
              "7-x-");
    char wide[3000];
    memset(wide, 'w', sizeof wide);
    s = arena_printf(&arena, "%.*s", (int)sizeof wide, wide);
    CHECK(tap, str_eq(s, (str){wide, sizeof wide}));
    arena_free(&arena);
}

static void test_vec(struct tap *tap)
{
    struct arena arena = {0};
    VEC(size_t) vec = {0};
    for (size_t i = 0; i < 10000; i++) {
        *VEC_PUSH(&vec, &arena) = i * 3;
    }
    bool right = vec.n == 10000 && vec.cap >= vec.n;
    for (size_t i = 0; i < vec.n; i++) {
        right = right && vec.p[i] == i * 3;
    }
    CHECK(tap, right);
    arena_free(&arena);
}

/* The newest array grows where it is, as far as its block goes; others move. */
static void test_vec_place(struct tap *tap)
{
    struct arena arena = {0};
    VEC(int) one = {0};
    VEC(int) two = {0};
    *VEC_PUSH(&one, &arena) = 1;
    const int *first = one.p;
    for (int i = 1; i < 100; i++) {
        *VEC_PUSH(&one, &arena) = i;
    }
    CHECK(tap, one.p == first);
    for (int i = 0; i < 100; i++) {
        *VEC_PUSH(&two, &arena) = -i;
        *VEC_PUSH(&one, &arena) = i;
    }
    bool right = one.p != first && one.n == 200 && two.n == 100;
    for (int i = 1; i < 100; i++) {
        right = right && one.p[i] == i && one.p[100 + i] == i && two.p[i] == -i;
    }
    CHECK(tap, right);
    struct arena_mark mark = arena_mark(&arena);
    VEC(char) long_one = {0};
    for (size_t i = 0; i < 100000; i++) {
        *VEC_PUSH(&long_one, &arena) = (char)i;
    }
    CHECK(tap, long_one.n == 100000 && long_one.p[99999] == (char)99999);
    arena_reset(&arena, mark);
    CHECK(tap, one.p[199] == 99 && two.p[99] == -99);
    arena_free(&arena);
}

static void test_map(struct tap *tap)
{
    struct arena arena = {0};
    struct map map = {0};
    int nothing = 0;
    int values[2];
    CHECK(tap, map_get(&map, STR("x")) == NULL);
    CHECK(tap, *map_put(&map, &arena, STR("x")) == NULL);
    *map_put(&map, &arena, STR("x")) = &values[0];
    *map_put(&map, &arena, (str){NULL, 0}) = &values[1];
    CHECK(tap, map.n == 2);
    CHECK(tap, map_get(&map, STR("x")) == &values[0]);
    CHECK(tap, map_get(&map, STR("")) == &values[1]);
    CHECK(tap, map_get(&map, STR("X")) == NULL);
    CHECK(tap, map_get(&map, (str){"x\0", 2}) == NULL);
    *map_put(&map, &arena, (str){"x\0", 2}) = &nothing;
    CHECK(tap, map_get(&map, STR("x")) == &values[0]);
    *map_put(&map, &arena, STR("x")) = &values[1];
    CHECK(tap, map.n == 3 && map_get(&map, STR("x")) == &values[1]);

    /* Each of many keys finds its own, none finds another's. */
    enum { MANY = 20000 };
    struct map big = {0};
    size_t *numbers = ARENA_ARRAY(&arena, size_t, MANY);
    bool fresh = true;
    for (size_t i = 0; i < MANY; i++) {
        numbers[i] = i;
        void **slot = map_put(&big, &arena, arena_printf(&arena, "k%zu", i));
        fresh = fresh && *slot == NULL;
        *slot = &numbers[i];
    }
    bool found = big.n == MANY;
    for (size_t i = 0; i < MANY; i++) {
        found = found &&
                map_get(&big, arena_printf(&arena, "k%zu", i)) == &numbers[i];
        found = found && !map_get(&big, arena_printf(&arena, "k0%zu", i));
    }
    CHECK(tap, fresh);
    CHECK(tap, found);
    arena_free(&arena);
}

static void test_hash(struct tap *tap)
{
    char hex[HASH128_HEX];
    struct hash128 back;
    /* From the xxHash specification: XXH3-128 of nothing, seed 0. */
    hash128_hex(hash128((str){NULL, 0}), hex);
    CHECK_STR(tap, ((str){hex, sizeof hex}),
              "99aa06d3014798d86001c324468d497f");
    CHECK(tap, hash64((str){NULL, 0}) == 0x2d06800538d394c2u);
    CHECK(tap, hash64(STR("")) == hash64((str){NULL, 0}));
    for (size_t i = 0; i < 50; i++) {
        struct hash128 hash = hash128((str){"x", 1});
        hash.low ^= (uint64_t)1 << i;
        hash.high ^= (uint64_t)1 << (63 - i);
        hash128_hex(hash, hex);
        CHECK(tap, hash128_parse((str){hex, sizeof hex}, &back) &&
                       hash128_eq(hash, back));
    }
    CHECK(tap, !hash128_eq(hash128(STR("a")), hash128(STR("b"))));
    CHECK(tap, !hash128_parse(STR(""), &back));
    CHECK(tap, !hash128_parse(STR("99aa06d3014798d86001c324468d497"), &back));
    CHECK(tap, !hash128_parse(STR("99aa06d3014798d86001c324468d497ff"), &back));
    CHECK(tap, !hash128_parse(STR("99AA06D3014798D86001C324468D497F"), &back));
    CHECK(tap, !hash128_parse(STR("99aa06d3014798d86001c324468d497g"), &back));
}

int main(void)
{
    struct tap tap = {0};
    test_alignment(&tap);
    test_gap(&tap);
    test_arena(&tap);
    test_marks(&tap);
    test_arena_recycle(&tap);
    test_arena_text(&tap);
    test_vec(&tap);
    test_vec_place(&tap);
    test_map(&tap);
    test_hash(&tap);
    return tap_done(&tap);
}
