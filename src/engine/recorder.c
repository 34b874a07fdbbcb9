/* SPDX-License-Identifier: MIT */
#include "engine/recorder.h"

#include <string.h>

void reads_init(struct reads *reads, struct arena *arena, size_t objects)
{
    *reads = (struct reads){.arena = arena, .nslots = objects};
    reads->slots = arena_zalloc(arena, objects, sizeof *reads->slots);
}

struct reads_mark reads_begin(struct reads *reads)
{
    struct reads_mark mark = {0};
    if (reads) {
        mark.outer = reads->base;
        reads->base = reads->open.n;
        mark.gate = gate_shut();
    }
    return mark;
}

struct trace reads_end(struct reads *reads, struct reads_mark mark,
                       struct arena *arena)
{
    if (!reads) {
        return (struct trace){0};
    }
    struct trace trace = {
        .n = reads->open.n - reads->base, .by = reads, .from = reads->base};
    struct read *kept = ARENA_ARRAY(arena, struct read, trace.n);
    if (trace.n) {
        memcpy(kept, reads->open.p + reads->base, trace.n * sizeof *kept);
    }
    trace.p = kept;
    reads->open.n = reads->base;
    reads->base = mark.outer;
    gate_restore(mark.gate);
    return trace;
}

static uint32_t *slot_of(struct reads *reads, uint32_t object)
{
    if (object < READ_ASK) {
        return &reads->slots[object];
    }
    return object < READ_SHARED ? &reads->asks.p[object - READ_ASK].slot : NULL;
}

/* A slot is a guess: what it points to says whether it is right. So nobody
 * has to clear ten thousand of them when a trace ends. What an inner trace
 * makes the outer one forget is noted once more, which does no harm. */
void reads_add(struct reads *reads, struct read read)
{
    uint32_t *slot = slot_of(reads, read.object);
    if (slot && *slot >= reads->base && *slot < reads->open.n) {
        struct read *known = &reads->open.p[*slot];
        if (known->object == read.object) {
            known->bits |= read.bits;
            if (read.first > known->first) {
                known->first = read.first;
            }
            return;
        }
    }
    if (slot) {
        *slot = (uint32_t)reads->open.n;
    }
    *VEC_PUSH(&reads->open, reads->arena) = read;
}

struct read *reads_find(const struct trace *trace, uint32_t object)
{
    size_t at = trace->by->slots[object] - trace->from;
    return at < trace->n && trace->p[at].object == object ? &trace->p[at]
                                                          : NULL;
}

uint64_t *reads_ask(struct reads *reads, char kind, str name)
{
    enum { SHORT = 256 };
    char start[SHORT];
    uint64_t *answer = NULL;
    if (!reads) {
        return NULL;
    }
    char *p =
        name.n < SHORT ? start : ARENA_ARRAY(reads->arena, char, name.n + 1);
    p[0] = kind;
    if (name.n) {
        memcpy(p + 1, name.p, name.n);
    }
    str whole = {p, name.n + 1};
    uintptr_t number = (uintptr_t)map_get(&reads->asked, whole);
    if (!number) {
        struct ask *ask = VEC_PUSH(&reads->asks, reads->arena);
        *ask = (struct ask){.name = arena_str(reads->arena, whole)};
        number = reads->asks.n;
        *map_put(&reads->asked, reads->arena, ask->name) = (void *)number;
        answer = &ask->answer;
    }
    reads_add(reads, (struct read){READ_ASK + (uint32_t)number - 1, 0, 1});
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

struct kept_trace reads_keep(const struct trace *trace, struct arena *arena)
{
    struct reads *by = trace->by;
    struct kept_read *kept = ARENA_ARRAY(arena, struct kept_read, trace->n);
    for (size_t i = 0; i < trace->n; i++) {
        const struct read *read = &trace->p[i];
        kept[i].object = read->object;
        kept[i].sight =
            sights_number(&by->sights, by->arena, read->bits, read->first);
    }
    return (struct kept_trace){kept, trace->n, by};
}

uint32_t reads_share(struct reads *reads, struct kept_trace trace)
{
    *VEC_PUSH(&reads->shared, reads->arena) = trace;
    return READ_SHARED + (uint32_t)reads->shared.n - 1;
}
