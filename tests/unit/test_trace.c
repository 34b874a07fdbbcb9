/* SPDX-License-Identifier: MIT */
/* engine/trace, engine/recorder: what was read, as it stays. */
#include "engine/recorder.h"
#include "tap.h"

enum { MANY = 3000 };

/* Pairs as "key:bits/first ", so that a whole trace is one text. */
static str shown(const struct engine *engine, struct trace trace,
                 struct arena *arena)
{
    struct trace_reader reader =
        trace_open(trace, key_limit(&engine->keys), engine->sets.rows.n);
    struct trace_pair pair;
    str all = STR("");
    while (trace_next(&reader, &pair)) {
        struct dep_set set = engine->sets.rows.p[pair.set];
        all = arena_printf(arena, "%.*s%u:%llu/%u ", STR_ARG(all), pair.key,
                           (unsigned long long)set.bits, set.first);
    }
    return reader.bad ? STR("bad") : all;
}

static struct engine *engine_with(size_t nkeys, struct arena *arena)
{
    struct engine *engine = engine_new(NULL, 0, arena);
    for (size_t i = 1; i < nkeys; i++) {
        str name = arena_printf(arena, "%zu", i);
        key_intern(&engine->keys, (struct key){KEY_OBJECT, 1, 0, name});
    }
    return engine;
}

/* What is read twice stands there once, in the order of the first time; what
 * was read inside of something else is not the outer one's. */
static void test_recorder(struct tap *tap, struct arena *arena)
{
    struct engine *engine = engine_with(10, arena);
    struct recorder recorder;
    recorder_init(&recorder, engine, arena);
    struct recorder_mark outer = recorder_begin(&recorder);
    recorder_note(&recorder, 5, 4);
    recorder_note(&recorder, 3, 1);
    struct recorder_mark inner = recorder_begin(&recorder);
    recorder_note(&recorder, 6, 8);
    recorder_note(&recorder, 9, 1);
    struct deps inside = recorder_end(&recorder, inner, arena);
    recorder_note(&recorder, 5, 1);
    recorder_first(&recorder, 7, 2);
    recorder_first(&recorder, 7, 1);
    recorder_first(&recorder, 8, 0);
    recorder_note(&recorder, 0, 1);
    struct deps outside = recorder_end(&recorder, outer, arena);
    struct trace a = recorder_encode(&inside, arena);
    struct trace b = recorder_encode(&outside, arena);
    CHECK_STR(tap, shown(engine, a, arena), "6:8/0 9:1/0 ");
    CHECK_STR(tap, shown(engine, b, arena), "5:5/0 3:1/0 7:0/2 ");
    engine_free(engine);
}

/* A question has the same key in every thread; its answer is asked for once a
 * thread. Keys that come after the recorder are recorded too. */
static void test_questions(struct tap *tap, struct arena *arena)
{
    struct engine *engine = engine_with(2, arena);
    struct recorder recorders[2];
    struct key question = {KEY_QUESTION, 't', 1, STR("base.html")};
    struct trace traces[2];
    bool once = true;
    for (size_t i = 0; i < 2; i++) {
        struct recorder *recorder = &recorders[i];
        recorder_init(recorder, engine, arena);
        struct recorder_mark mark = recorder_begin(recorder);
        for (uint32_t k = 0; k < MANY; k++) {
            question.owner = k;
            once = once && recorder_ask(recorder, question) &&
                   !recorder_ask(recorder, question);
        }
        struct deps deps = recorder_end(recorder, mark, arena);
        CHECK(tap, deps.n == MANY);
        traces[i] = recorder_encode(&deps, arena);
    }
    CHECK(tap, once);
    CHECK(tap, recorder_ask(NULL, question) == NULL);
    CHECK(tap, str_eq(traces[0].pairs, traces[1].pairs));
    CHECK(tap, key_limit(&engine->keys) == 2 + MANY);
    engine_free(engine);
}

/* Numbers of dep sets are those of the last ledger; free ones are given out
 * again. */
static void test_sets(struct tap *tap, struct arena *arena)
{
    static const struct dep_set known[] = {{0}, {4, 0}, {0}, {4, DEP_COLUMN}};
    struct dep_sets sets;
    dep_sets_init(&sets, arena, known, 4);
    CHECK(tap, dep_set_intern(&sets, (struct dep_set){4, 0}) == 1);
    CHECK(tap, dep_set_intern(&sets, (struct dep_set){4, DEP_COLUMN}) == 3);
    CHECK(tap, dep_set_intern(&sets, (struct dep_set){4, 1}) == 2);
    CHECK(tap, dep_set_intern(&sets, (struct dep_set){4, 2}) == 4);
    CHECK(tap, dep_set_intern(&sets, (struct dep_set){4, 1}) == 2);
}

/* A forged ledger's: no pair names what is not there. */
static void test_bad(struct tap *tap, struct arena *arena)
{
    struct engine *engine = engine_with(3, arena);
    engine_dep_set(engine, (struct dep_set){1, 0});
    static const struct {
        const char *pairs;
        size_t n;
        const char *shown;
    } cases[] = {
        {"", 0, ""},        {"\2\1", 2, "2:1/0 "}, {"\2", 1, "bad"},
        {"\3\1", 2, "bad"}, {"\2\2", 2, "bad"},    {"\0\1", 2, "bad"},
        {"\2\0", 2, "bad"}, {"\2\1\1", 3, "bad"},  {"\202", 1, "bad"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trace trace = {{cases[i].pairs, cases[i].n}};
        CHECK_STR(tap, shown(engine, trace, arena), cases[i].shown);
    }
    engine_free(engine);
}

int main(void)
{
    struct tap tap = {0};
    struct arena arena = {0};
    test_recorder(&tap, &arena);
    test_questions(&tap, &arena);
    test_sets(&tap, &arena);
    test_bad(&tap, &arena);
    arena_free(&arena);
    return tap_done(&tap);
}
