/* SPDX-License-Identifier: MIT */
#include "engine/recorder.h"

#include <string.h>

void recorder_init(struct recorder *recorder, struct engine *engine,
                   struct arena *arena)
{
    size_t keys = key_limit(&engine->keys);
    *recorder = (struct recorder){
        .engine = engine, .arena = arena, .nslots = keys + keys / 4 + 256};
    recorder->slots =
        arena_zalloc(arena, recorder->nslots, sizeof *recorder->slots);
}

struct recorder_mark recorder_begin(struct recorder *recorder)
{
    struct recorder_mark mark = {0};
    if (recorder) {
        mark.outer = recorder->base;
        recorder->base = recorder->open.n;
        mark.gate = gate_shut();
    }
    return mark;
}

struct deps recorder_end(struct recorder *recorder, struct recorder_mark mark,
                         struct arena *arena)
{
    if (!recorder) {
        return (struct deps){0};
    }
    struct deps deps = {.n = recorder->open.n - recorder->base,
                        .by = recorder,
                        .from = recorder->base};
    if (deps.n) {
        deps.p = vec_copy(arena, recorder->open.p + recorder->base, deps.n,
                          sizeof *deps.p);
    }
    recorder->open.n = recorder->base;
    recorder->base = mark.outer;
    gate_restore(mark.gate);
    return deps;
}

/* The array has a slot for each key of the time when it was made, and some
 * more. */
static uint32_t *slot_of(struct recorder *recorder, uint32_t key)
{
    if (key >= recorder->nslots) {
        size_t n = recorder->nslots;
        while (n <= key) {
            n *= 2;
        }
        uint32_t *slots = arena_zalloc(recorder->arena, n, sizeof *slots);
        memcpy(slots, recorder->slots, recorder->nslots * sizeof *slots);
        recorder->slots = slots;
        recorder->nslots = n;
    }
    return &recorder->slots[key];
}

/* Slots may be out of date and are verified on use, so they need not be cleared
 * when a trace ends. An inner trace may overwrite slots of the outer one: then
 * a read is recorded twice, which is harmless. */
void recorder_add(struct recorder *recorder, struct dep dep)
{
    uint32_t *slot = slot_of(recorder, dep.key);
    if (*slot >= recorder->base && *slot < recorder->open.n) {
        struct dep *known = &recorder->open.p[*slot];
        if (known->key == dep.key) {
            known->bits |= dep.bits;
            if (dep.first > known->first) {
                known->first = dep.first;
            }
            return;
        }
    }
    *slot = (uint32_t)recorder->open.n;
    *VEC_PUSH(&recorder->open, recorder->arena) = dep;
}

struct dep *recorder_find(const struct deps *deps, uint32_t key)
{
    const struct recorder *by = deps->by;
    size_t at = key < by->nslots ? by->slots[key] - deps->from : deps->n;
    return at < deps->n && deps->p[at].key == key ? &deps->p[at] : NULL;
}

/* --- questions and fragments --- */

uint64_t *recorder_ask(struct recorder *recorder, struct key question)
{
    enum { SHORT = 256 };
    char start[SHORT];
    const size_t before = 1 + sizeof question.owner;
    size_t n = before + question.name.n;
    uint64_t *answer = NULL;
    if (!recorder) {
        return NULL;
    }
    char *p = n <= SHORT ? start : ARENA_ARRAY(recorder->arena, char, n);
    p[0] = (char)question.kind;
    memcpy(p + 1, &question.owner, sizeof question.owner);
    if (question.name.n) {
        memcpy(p + before, question.name.p, question.name.n);
    }
    uintptr_t key = (uintptr_t)map_get(&recorder->asked, (str){p, n});
    if (!key) {
        str bytes = arena_str(recorder->arena, (str){p, n});
        key = engine_key(recorder->engine, question);
        *map_put(&recorder->asked, recorder->arena, bytes) = (void *)key;
        struct answer *new = VEC_PUSH(&recorder->answers, recorder->arena);
        *new = (struct answer){.key = (uint32_t)key};
        answer = &new->hash;
    }
    recorder_note(recorder, (uint32_t)key, DEP_WHOLE);
    return answer;
}

void recorder_hash(struct recorder *recorder, uint32_t key, unsigned bit,
                   uint64_t hash)
{
    const struct fact_table *facts = &recorder->engine->facts;
    bool known = key < facts->rows.n && (fact_row(facts, key)->bits >> bit & 1);
    if (!known) {
        *VEC_PUSH(&recorder->answers, recorder->arena) =
            (struct answer){key, bit, hash};
    }
}

uint32_t recorder_fragment(struct recorder *recorder, struct key key,
                           struct trace trace, uint64_t result)
{
    uint32_t id = engine_key(recorder->engine, key);
    if (recorder->engine->borrows) {
        trace.pairs = arena_str(recorder->arena, trace.pairs);
    }
    *VEC_PUSH(&recorder->fragments, recorder->arena) =
        (struct fragment){id, trace, result};
    return id;
}

/* A fragment with an equal result has not changed, even if its reads have. */
static void take_fragment(struct engine *engine,
                          const struct fragment *fragment)
{
    struct step *step = step_add(&engine->steps, fragment->key, &engine->arena);
    uint32_t revision = engine->facts.revision;
    if (!step->right || step->result != fragment->result) {
        step->changed = revision;
    }
    step->result = fragment->result;
    step->trace.pairs = engine_keep(engine, fragment->trace.pairs);
    step->right = revision;
    step->stale = 0;
}

void recorder_hand_over(struct recorder *recorder)
{
    struct engine *engine = recorder->engine;
    engine_grow(engine);
    for (size_t i = 0; i < recorder->answers.n; i++) {
        const struct answer *answer = &recorder->answers.p[i];
        fact_set(&engine->facts, answer->key, answer->bit, answer->hash,
                 &engine->arena);
    }
    for (size_t i = 0; i < recorder->fragments.n; i++) {
        take_fragment(engine, &recorder->fragments.p[i]);
    }
    recorder->answers.n = 0;
    recorder->fragments.n = 0;
}

/* --- encoding --- */

/* Few sets are different: most numbers are in this thread's own map. */
static uint32_t number_of(struct recorder *recorder, struct dep_set set)
{
    struct dep_set place;
    str bytes = dep_set_bytes(set, &place);
    uintptr_t known = (uintptr_t)map_get(&recorder->sets, bytes);
    if (!known) {
        known = engine_dep_set(recorder->engine, set);
        *map_put(&recorder->sets, recorder->arena,
                 arena_str(recorder->arena, bytes)) = (void *)known;
    }
    return (uint32_t)known;
}

/* No bit and no member: nothing was read. */
struct trace recorder_encode(const struct deps *deps, struct arena *keep)
{
    struct buf pairs = {0};
    for (size_t i = 0; i < deps->n; i++) {
        const struct dep *dep = &deps->p[i];
        if (dep->bits || dep->first) {
            pack_uint(&pairs, dep->key);
            pack_uint(&pairs, number_of(deps->by, (struct dep_set){
                                                      dep->bits, dep->first}));
        }
    }
    struct trace trace = {buf_move(&pairs, keep)};
    return trace;
}
