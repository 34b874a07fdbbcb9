/* SPDX-License-Identifier: MIT */
/* engine/trace, engine/recorder: what was read, as it stays. */
#include "engine/recorder.h"
#include "random.h"
#include "tap.h"

enum { MANY = 3000 };

/* Pairs as "key:bits/first ", so that a whole trace is one text. */
static str shown(struct engine *engine, struct trace trace, struct arena *arena)
{
    engine_grow(engine);
    struct trace_reader reader = engine_open(engine, trace);
    struct dep dep;
    str all = STR("");
    while (trace_next(&reader, &dep)) {
        all = arena_printf(arena, "%.*s%u:%llu/%u ", STR_ARG(all), dep.key,
                           (unsigned long long)dep.bits, dep.first);
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

/* A key read twice is recorded once, in the order of the first time; reads
 * inside of another trace are not the outer one's. */
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

/* Pairs of a forged ledger that name missing keys or sets are refused. */
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

/* --- at random --- */

enum { DEEP = 4, NOTES = 12, KEYS = 2000 };

/* A trace that is open, as a plain list: each key once. */
struct open_trace {
    struct recorder_mark mark;
    struct dep deps[NOTES];
    size_t n;
    bool inner; /* there was one in it */
};

static void note(struct recorder *recorder, struct open_trace *trace,
                 struct random *random)
{
    size_t keys = random_below(random, 2) ? 4 : KEYS;
    struct dep dep = {.key = (uint32_t)random_below(random, keys)};
    if (random_below(random, 2)) {
        dep.bits = UINT64_C(1) << random_below(random, 64);
        recorder_note(recorder, dep.key, dep.bits);
    } else {
        dep.first = (uint32_t)random_below(random, 9);
        recorder_first(recorder, dep.key, dep.first);
    }
    size_t i = 0;
    while (i < trace->n && trace->deps[i].key != dep.key) {
        i++;
    }
    if (dep.key && i == trace->n) {
        trace->deps[trace->n++] = dep;
    } else if (dep.key) {
        struct dep *known = &trace->deps[i];
        known->bits |= dep.bits;
        known->first = dep.first > known->first ? dep.first : known->first;
    }
}

/* One key may be listed twice, if an inner trace has read it as well. */
static bool is_same_trace(const struct deps *deps,
                          const struct open_trace *trace)
{
    struct dep all[NOTES];
    size_t n = 0;
    for (size_t i = 0; i < deps->n; i++) {
        const struct dep *dep = &deps->p[i];
        size_t k = 0;
        while (k < n && all[k].key != dep->key) {
            k++;
        }
        if (k == n) {
            all[n++] = *dep;
        }
        all[k].bits |= dep->bits;
        all[k].first = dep->first > all[k].first ? dep->first : all[k].first;
    }
    bool same = n == trace->n;
    for (size_t i = 0; same && i < n; i++) {
        same = all[i].key == trace->deps[i].key &&
               all[i].bits == trace->deps[i].bits &&
               all[i].first == trace->deps[i].first;
    }
    return same;
}

/* Of a trace that has just ended. What an inner one has read too it may miss.
 */
static bool finds(const struct deps *deps, bool inner)
{
    bool good =
        !recorder_find(deps, KEYS + 1) && !recorder_find(deps, UINT32_MAX);
    for (uint32_t key = 1; good && key < KEYS; key++) {
        const struct dep *found = recorder_find(deps, key);
        bool there = false;
        for (size_t i = 0; i < deps->n; i++) {
            there = there || deps->p[i].key == key;
        }
        good = found ? there && found->key == key && found >= deps->p &&
                           found < deps->p + deps->n
                     : !there || inner;
    }
    return good;
}

/* As deep as a body in a page in something else, one after another, with keys
 * that came after the recorder. */
static void test_random(struct tap *tap, struct arena *arena)
{
    struct engine *engine = engine_with(3, arena);
    struct random random = {3};
    struct recorder recorder;
    struct open_trace open[DEEP];
    bool same = true;
    bool found = true;
    recorder_init(&recorder, engine, arena);
    for (int round = 0; round < 200; round++) {
        size_t depth = 0;
        open[0] = (struct open_trace){.mark = recorder_begin(&recorder)};
        for (int i = 0; i < NOTES; i++) {
            size_t what = random_below(&random, 4);
            if (what == 0 && depth + 1 < DEEP) {
                open[depth].inner = true;
                open[++depth] =
                    (struct open_trace){.mark = recorder_begin(&recorder)};
            } else if (what == 1 && depth) {
                struct deps deps =
                    recorder_end(&recorder, open[depth].mark, arena);
                found = found && finds(&deps, open[depth].inner);
                same = same && is_same_trace(&deps, &open[depth--]);
            } else {
                note(&recorder, &open[depth], &random);
            }
        }
        for (size_t i = depth + 1; i-- > 0;) {
            struct deps deps = recorder_end(&recorder, open[i].mark, arena);
            same = same && is_same_trace(&deps, &open[i]);
            found = found && finds(&deps, open[i].inner);
        }
        same = same && recorder.open.n == 0 && recorder.base == 0;
    }
    CHECK(tap, same);
    CHECK(tap, found);
    engine_free(engine);
}

/* Questions differ in kind, in owner, and in names of any length. */
static void test_names(struct tap *tap, struct arena *arena)
{
    static const size_t lengths[] = {0, 1, 250, 251, 252, 256, 257, 5000};
    struct engine *engine = engine_with(3, arena);
    struct recorder recorder;
    char *name = ARENA_ARRAY(arena, char, 5000);
    memset(name, 'n', 5000);
    recorder_init(&recorder, engine, arena);
    struct recorder_mark mark = recorder_begin(&recorder);
    size_t asked = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            struct key question = {
                KEY_QUESTION, (uint8_t)(k & 1), k >> 1, {name, lengths[i]}};
            uint64_t *answer = recorder_ask(&recorder, question);
            asked += answer != NULL;
            if (answer) {
                *answer = asked;
            }
            CHECK(tap, !recorder_ask(&recorder, question));
        }
    }
    CHECK(tap, asked == 4 * sizeof lengths / sizeof *lengths);
    CHECK(tap, recorder_end(&recorder, mark, arena).n == asked);
    recorder_hand_over(&recorder);
    name[0] = '?';
    for (uint32_t i = 0; i < asked; i++) {
        const struct key *key = key_get(&engine->keys, 3 + i);
        struct fact_row *row = fact_row(&engine->facts, 3 + i);
        CHECK(tap, key->class == KEY_QUESTION && key->kind == (i & 1) &&
                       key->owner == (i >> 1 & 1) &&
                       key->name.n == lengths[i / 4] &&
                       (!key->name.n || key->name.p[0] == 'n'));
        CHECK(tap, row->bits == DEP_WHOLE && fact_hash(row, 0) == i + 1);
    }
    engine_free(engine);
}

/* Names of one length that differ in their last letter. */
static void test_alike(struct tap *tap, struct arena *arena)
{
    struct engine *engine = engine_with(1, arena);
    struct recorder recorder;
    char name[400];
    recorder_init(&recorder, engine, arena);
    struct recorder_mark mark = recorder_begin(&recorder);
    for (size_t n = 1; n <= sizeof name; n += 399) {
        for (char c = 'a'; c < 'e'; c++) {
            memset(name, 'n', sizeof name);
            name[n - 1] = c;
            const struct key question = {KEY_QUESTION, 1, 0, {name, n}};
            CHECK(tap, recorder_ask(&recorder, question) != NULL);
        }
    }
    CHECK(tap, recorder_end(&recorder, mark, arena).n == 8);
    engine_free(engine);
}

/* The hash of an attribute is taken once; one that is known stays. */
static void test_hashes(struct tap *tap, struct arena *arena)
{
    struct engine *engine = engine_with(3, arena);
    struct recorder recorder;
    engine_grow(engine);
    fact_set(&engine->facts, 1, 2, 5, arena);
    recorder_init(&recorder, engine, arena);
    recorder_hash(&recorder, 1, 2, 6);
    recorder_hash(&recorder, 1, 3, 7);
    uint32_t late = engine_key(engine, (struct key){KEY_OBJECT, 9, 0, STR("")});
    recorder_hash(&recorder, late, 0, 8);
    recorder_hand_over(&recorder);
    CHECK(tap, fact_row(&engine->facts, 1)->bits == 12);
    CHECK(tap, fact_hash(fact_row(&engine->facts, 1), 2) == 5);
    CHECK(tap, fact_hash(fact_row(&engine->facts, 1), 3) == 7);
    CHECK(tap, fact_hash(fact_row(&engine->facts, late), 0) == 8);
    engine_free(engine);
}

/* Texts passed to the engine are copied, until it borrows; the names of keys
 * that threads find are always copied. */
static void test_borrowing(struct tap *tap, struct arena *arena)
{
    char text[] = "text";
    str mine = str_from(text);
    struct engine *engine = engine_with(1, arena);
    struct key key = {KEY_OUTPUT, 0, 0, mine};
    struct key body = {KEY_OBJECT, 0, 0, mine};
    CHECK(tap, engine_keep(engine, mine).p != text);
    CHECK(tap, engine_keep(engine, (str){NULL, 0}).p == NULL);
    struct step step = {.key = key_intern(&engine->keys, body),
                        .trace = {mine},
                        .record = mine,
                        .parts = mine};
    engine_keep_step(engine, &step);
    CHECK(tap, step.trace.pairs.p != text && step.record.p != text &&
                   step.parts.p != text);
    engine_borrow(engine);
    CHECK(tap, engine_keep(engine, mine).p == text);
    uint32_t id = engine_key(engine, key);
    CHECK(tap, key_get(&engine->keys, id)->name.p != text);
    CHECK(tap, engine_key(engine, key) == id);
    key.owner = 1;
    id = key_intern(&engine->keys, key);
    CHECK(tap, key_get(&engine->keys, id)->name.p == text);
    engine_free(engine);
}

/* A fragment's trace is the caller's until it is handed over, even to an engine
 * that borrows. */
static void test_fragment_trace(struct tap *tap, struct arena *arena)
{
    for (int borrows = 0; borrows < 2; borrows++) {
        struct engine *engine = engine_with(3, arena);
        struct recorder recorder;
        char pairs[] = "\2\1";
        if (borrows) {
            engine_borrow(engine);
        }
        recorder_init(&recorder, engine, arena);
        uint32_t key = recorder_fragment(
            &recorder, (struct key){KEY_FRAGMENT, 0, 0, STR("part")},
            (struct trace){str_from(pairs)}, 7);
        recorder_hand_over(&recorder);
        pairs[0] = '?';
        const struct step *step = step_find(&engine->steps, key);
        CHECK_STR(tap, step->trace.pairs, "\2\1");
        CHECK(tap, step->result == 7 && step->right == 1);
        engine_free(engine);
    }
}

/* Arenas of threads stay when there are more; all of them count as size. */
static void test_workers(struct tap *tap, struct arena *arena)
{
    struct engine *engine = engine_with(1, arena);
    char *p = arena_alloc(engine_workers(engine, 2), 100000, 1);
    p[0] = 'x';
    size_t size = engine_size(engine);
    CHECK(tap, size > 100000);
    struct arena *more = engine_workers(engine, 5);
    CHECK(tap, engine_workers(engine, 1) == more && engine->nworkers == 5);
    CHECK(tap, arena_size(&more[0]) >= 100000 && engine_size(engine) >= size);
    arena_alloc(&more[4], 200000, 1);
    CHECK(tap, engine_size(engine) >= size + 200000);
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
    test_random(&tap, &arena);
    test_names(&tap, &arena);
    test_alike(&tap, &arena);
    test_hashes(&tap, &arena);
    test_borrowing(&tap, &arena);
    test_fragment_trace(&tap, &arena);
    test_workers(&tap, &arena);
    arena_free(&arena);
    return tap_done(&tap);
}
