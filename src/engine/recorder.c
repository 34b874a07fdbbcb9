/* SPDX-License-Identifier: MIT */
#include "engine/recorder.h"

#include <string.h>

void recorder_init(struct recorder *recorder, struct arena *arena,
                   size_t objects)
{
    *recorder = (struct recorder){.arena = arena, .nslots = objects};
    recorder->slots = arena_zalloc(arena, objects, sizeof *recorder->slots);
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
    struct deps trace = {.n = recorder->open.n - recorder->base,
                         .by = recorder,
                         .from = recorder->base};
    struct dep *kept = ARENA_ARRAY(arena, struct dep, trace.n);
    if (trace.n) {
        memcpy(kept, recorder->open.p + recorder->base, trace.n * sizeof *kept);
    }
    trace.p = kept;
    recorder->open.n = recorder->base;
    recorder->base = mark.outer;
    gate_restore(mark.gate);
    return trace;
}

static uint32_t *slot_of(struct recorder *recorder, uint32_t object)
{
    if (object < READ_ASK) {
        return &recorder->slots[object];
    }
    return object < READ_SHARED ? &recorder->asks.p[object - READ_ASK].slot
                                : NULL;
}

/* A slot is a guess: what it points to says whether it is right. So nobody
 * has to clear ten thousand of them when a trace ends. What an inner trace
 * makes the outer one forget is noted once more, which does no harm. */
void recorder_add(struct recorder *recorder, struct dep read)
{
    uint32_t *slot = slot_of(recorder, read.object);
    if (slot && *slot >= recorder->base && *slot < recorder->open.n) {
        struct dep *known = &recorder->open.p[*slot];
        if (known->object == read.object) {
            known->bits |= read.bits;
            if (read.first > known->first) {
                known->first = read.first;
            }
            return;
        }
    }
    if (slot) {
        *slot = (uint32_t)recorder->open.n;
    }
    *VEC_PUSH(&recorder->open, recorder->arena) = read;
}

struct dep *recorder_find(const struct deps *trace, uint32_t object)
{
    size_t at = trace->by->slots[object] - trace->from;
    return at < trace->n && trace->p[at].object == object ? &trace->p[at]
                                                          : NULL;
}

uint64_t *recorder_ask(struct recorder *recorder, char kind, str name)
{
    enum { SHORT = 256 };
    char start[SHORT];
    uint64_t *answer = NULL;
    if (!recorder) {
        return NULL;
    }
    char *p =
        name.n < SHORT ? start : ARENA_ARRAY(recorder->arena, char, name.n + 1);
    p[0] = kind;
    if (name.n) {
        memcpy(p + 1, name.p, name.n);
    }
    str whole = {p, name.n + 1};
    uintptr_t number = (uintptr_t)map_get(&recorder->asked, whole);
    if (!number) {
        struct ask *ask = VEC_PUSH(&recorder->asks, recorder->arena);
        *ask = (struct ask){.name = arena_str(recorder->arena, whole)};
        number = recorder->asks.n;
        *map_put(&recorder->asked, recorder->arena, ask->name) = (void *)number;
        answer = &ask->answer;
    }
    recorder_add(recorder, (struct dep){READ_ASK + (uint32_t)number - 1, 0, 1});
    return answer;
}

uint32_t sights_number(struct sights *sights, struct arena *arena,
                       uint64_t bits, uint32_t first)
{
    struct sight sight;
    memset(&sight, 0, sizeof sight); /* its padding too */
    sight.bits = bits;
    sight.first = first;
    str key = {(const char *)&sight, sizeof sight};
    uintptr_t known = (uintptr_t)map_get(&sights->numbers, key);
    if (!known) {
        *VEC_PUSH(&sights->all, arena) = sight;
        known = sights->all.n;
        *map_put(&sights->numbers, arena, arena_str(arena, key)) =
            (void *)known;
    }
    return (uint32_t)known - 1;
}

struct trace recorder_keep(const struct deps *trace, struct arena *arena)
{
    struct recorder *by = trace->by;
    struct kept_dep *kept = ARENA_ARRAY(arena, struct kept_dep, trace->n);
    for (size_t i = 0; i < trace->n; i++) {
        const struct dep *read = &trace->p[i];
        kept[i].object = read->object;
        kept[i].sight =
            sights_number(&by->sights, by->arena, read->bits, read->first);
    }
    return (struct trace){kept, trace->n, by};
}

uint32_t recorder_share(struct recorder *recorder, struct trace trace)
{
    *VEC_PUSH(&recorder->shared, recorder->arena) = trace;
    return READ_SHARED + (uint32_t)recorder->shared.n - 1;
}
