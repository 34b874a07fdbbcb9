/* SPDX-License-Identifier: MIT */
/* jinja/profile: whose time is whose. */
#include "jinja/profile.h"

#include <time.h>

#include "tap.h"

/* Passes some time that any clock shows. */
static void pass(void)
{
    struct timespec while_ = {.tv_nsec = 2000000};
    nanosleep(&while_, NULL);
}

enum { PASSED = 2000000 };

static const char keys[4];

static void test_self_and_total(struct tap *tap)
{
    struct arena arena = {0};
    struct profile profile = {.arena = &arena};
    struct profile_row *outer = profile_row(&profile, &keys[0], PROFILE_MACRO);
    struct profile_row *inner = profile_row(&profile, &keys[1], PROFILE_FILTER);
    struct profile_run runs[2];
    profile_enter(&profile, outer, &runs[0]);
    pass();
    profile_enter(&profile, inner, &runs[1]);
    pass();
    profile_leave(&profile, &runs[1]);
    profile_leave(&profile, &runs[0]);
    CHECK(tap, inner->self >= PASSED && inner->self == inner->total);
    CHECK(tap, outer->self >= PASSED);
    CHECK(tap, outer->total == outer->self + inner->self);
    CHECK(tap, profile_row(&profile, &keys[0], PROFILE_MACRO) == outer);
    arena_free(&arena);
}

/* Recursive calls are counted each time, and timed once. */
static void test_recursion(struct tap *tap)
{
    struct arena arena = {0};
    struct profile profile = {.arena = &arena};
    struct profile_row *row = profile_row(&profile, &keys[0], PROFILE_MACRO);
    struct profile_run runs[3];
    for (size_t i = 0; i < 3; i++) {
        profile_enter(&profile, row, &runs[i]);
        pass();
    }
    for (size_t i = 3; i--;) {
        profile_leave(&profile, &runs[i]);
    }
    CHECK(tap, row->count == 3);
    CHECK(tap, row->total == row->self && row->self >= 3 * PASSED);
    CHECK(tap, row->depth == 0 && !profile.inside);
    arena_free(&arena);
}

/* An inner loop that is left in the middle, each time, ends where its last
 * round began, and what follows is not its own. */
static void test_loops(struct tap *tap)
{
    struct arena arena = {0};
    struct profile profile = {.arena = &arena};
    struct profile_row *row = profile_row(&profile, &keys[0], PROFILE_MACRO);
    struct profile_row *outer = profile_row(&profile, &keys[1], PROFILE_LOOP);
    struct profile_row *inner = profile_row(&profile, &keys[2], PROFILE_LOOP);
    struct profile_run run;
    struct profile_run outside;
    struct profile_run inside[3];
    profile_enter(&profile, row, &run);
    profile_loop_begin(&profile, outer, &outside);
    for (size_t i = 0; i < 3; i++) {
        profile_loop_round(&profile, &outside);
        profile_loop_begin(&profile, inner, &inside[i]);
        profile_loop_round(&profile, &inside[i]);
        pass();
        profile_loop_round(&profile, &inside[i]);
        pass();
    }
    profile_loop_end(&profile, &outside);
    profile_leave(&profile, &run);
    CHECK(tap, outer->count == 1 && outer->rounds == 3);
    CHECK(tap, inner->count == 3 && inner->rounds == 6);
    CHECK(tap, inner->total >= 3 * PASSED && inner->depth == 0);
    CHECK(tap, outer->total >= inner->total + 3 * PASSED);
    CHECK(tap, row->self == row->total && row->total >= outer->total);
    arena_free(&arena);
}

/* A loop left without its end ends with the call around it. */
static void test_left_loops(struct tap *tap)
{
    struct arena arena = {0};
    struct profile profile = {.arena = &arena};
    struct profile_row *row = profile_row(&profile, &keys[0], PROFILE_MACRO);
    struct profile_row *loop = profile_row(&profile, &keys[1], PROFILE_LOOP);
    struct profile_run outer;
    struct profile_run run;
    struct profile_run loops[2];
    profile_enter(&profile, row, &outer);
    profile_loop_begin(&profile, loop, &loops[0]);
    profile_enter(&profile, row, &run);
    profile_loop_begin(&profile, loop, &loops[1]);
    profile_leave(&profile, &run);
    CHECK(tap, loop->depth == 1 && profile.loop == &loops[0]);
    profile_leave(&profile, &outer);
    CHECK(tap, loop->depth == 0 && !profile.loop);
    arena_free(&arena);
}

static void test_merge(struct tap *tap)
{
    struct arena arenas[3] = {0};
    struct profile profiles[3] = {
        {.arena = &arenas[0]}, {.arena = &arenas[1]}, {.arena = &arenas[2]}};
    struct source source = {.name = STR("a.html"), .text = STR("one\ntwo\n")};
    for (size_t i = 1; i < 3; i++) {
        struct profile *profile = &profiles[i];
        struct profile_run run;
        struct profile_row *both =
            profile_row(profile, &keys[0], PROFILE_MACRO);
        profile_name(profile, both, STR("m"), span_of(&source, 5, 1));
        profile_enter(profile, both, &run);
        profile_leave(profile, &run);
        profile_row(profile, &keys[i], PROFILE_FILTER)->count = i;
        profile_merge(&profiles[0], profile);
    }
    arena_free(&arenas[1]);
    arena_free(&arenas[2]);
    CHECK(tap, profiles[0].rows.n == 3);
    const struct profile_row *row = profiles[0].rows.p[0];
    CHECK(tap, row->count == 2 && row->line == 2);
    CHECK(tap, str_eq(row->file, STR("a.html")) && str_eq(row->name, STR("m")));
    CHECK(tap, profiles[0].rows.p[1]->count == 1);
    CHECK(tap, profiles[0].rows.p[2]->count == 2);
    arena_free(&arenas[0]);
}

int main(void)
{
    struct tap tap = {0};
    test_self_and_total(&tap);
    test_recursion(&tap);
    test_loops(&tap);
    test_left_loops(&tap);
    test_merge(&tap);
    return tap_done(&tap);
}
