/* SPDX-License-Identifier: MIT */
#include "builder/numbering.h"

void numbering_init(struct numbering *numbering, const struct recall *recall,
                    const struct objects *table, const struct recall_work *work,
                    struct arena *arena)
{
    size_t n = table->of.n;
    *numbering = (struct numbering){
        .recall = recall,
        .table = table,
        .arena = arena,
        .objects = n,
        .bits = arena_zalloc(arena, n, sizeof(uint64_t)),
        .columns = arena_zalloc(arena, n, sizeof(uint64_t)),
        .shared_of = arena_zalloc(arena, work->jobs, sizeof(uint32_t *)),
        .sights_of = arena_zalloc(arena, work->jobs, sizeof(uint32_t *)),
    };
    for (size_t i = 0; i < work->jobs; i++) {
        const struct view *view = work->evals[i].host;
        const struct recorder *recorder = view->recorder;
        numbering->shared_of[i] =
            arena_zalloc(arena, recorder->shared.n, sizeof(uint32_t));
        numbering->sights_of[i] =
            arena_zalloc(arena, recorder->sights.all.n, sizeof(uint32_t));
    }
    if (recall->known) {
        const struct ledger_head *last = recall->ledger.head;
        numbering->shared_then =
            arena_zalloc(arena, last->shared, sizeof(uint32_t));
        numbering->asks_then =
            arena_zalloc(arena, last->asks, sizeof(uint32_t));
        numbering->sights_then =
            arena_zalloc(arena, last->sights, sizeof(uint32_t));
    }
}

void numbering_free(struct numbering *numbering)
{
    buf_free(&numbering->pairs);
}

static uint32_t number_of_ask(struct numbering *numbering, str name,
                              uint64_t answer)
{
    uintptr_t known = (uintptr_t)map_get(&numbering->asked, name);
    if (!known) {
        *VEC_PUSH(&numbering->asks, numbering->arena) =
            (struct ask){.name = name, .answer = answer};
        known = numbering->asks.n;
        *map_put(&numbering->asked, numbering->arena, name) = (void *)known;
    }
    return (uint32_t)(numbering->objects + 2 * (known - 1));
}

static uint32_t number_of_sight(struct numbering *numbering,
                                const struct sight *sight)
{
    return sights_number(&numbering->sights, numbering->arena, sight->bits,
                         sight->first);
}

static uint32_t number_of_own_sight(struct numbering *numbering,
                                    const struct recorder *by, uint32_t i)
{
    uint32_t *known = &numbering->sights_of[by->number][i];
    if (!*known) {
        *known = number_of_sight(numbering, &by->sights.all.p[i]) + 1;
    }
    return *known - 1;
}

static void read_column(struct numbering *numbering, uint32_t list,
                        uint64_t bits)
{
    const struct posts *posts = view_as_posts(numbering->table->of.p[list]);
    if (!posts || !(bits & ~numbering->columns[list])) {
        return;
    }
    numbering->columns[list] |= bits;
    for (size_t i = 0; i < posts->n; i++) {
        numbering->bits[posts->p[i]->object.number] |= bits;
    }
}

static void put_pair(struct numbering *numbering, struct buf *out,
                     uint32_t number, uint32_t sight)
{
    const struct sight *seen = &numbering->sights.all.p[sight];
    pack_uint(out, number);
    pack_uint(out, sight);
    if (number < numbering->objects && seen->first == DEP_COLUMN) {
        read_column(numbering, number, seen->bits);
    } else if (number < numbering->objects) {
        numbering->bits[number] |= seen->bits;
    }
}

static struct numbered_trace finish(struct numbering *numbering,
                                    const struct buf *own, size_t n)
{
    struct numbered_trace numbered = {n, numbering->pairs.n, 0};
    buf_put(&numbering->pairs, buf_str(own));
    numbered.to = numbering->pairs.n;
    return numbered;
}

static uint32_t share(struct numbering *numbering,
                      struct numbered_trace numbered)
{
    *VEC_PUSH(&numbering->shared, numbering->arena) = numbered;
    return (uint32_t)numbering->shared.n;
}

static uint32_t number_of_shared(struct numbering *numbering,
                                 const struct recorder *by, uint32_t i)
{
    uint32_t *known = &numbering->shared_of[by->number][i];
    if (!*known) {
        *known = share(numbering, numbering_add(numbering, &by->shared.p[i]));
    }
    return (uint32_t)(numbering->objects + 2 * ((size_t)*known - 1) + 1);
}

/* A shared trace that is met here for the first time is written before this
 * one, which is why each has a buffer of its own. */
struct numbered_trace numbering_add(struct numbering *numbering,
                                    const struct trace *trace)
{
    struct buf own = {0};
    for (size_t i = 0; i < trace->n; i++) {
        const struct kept_dep *read = &trace->p[i];
        uint32_t number = read->object;
        if (number >= READ_SHARED) {
            number =
                number_of_shared(numbering, trace->by, number - READ_SHARED);
        } else if (number >= READ_ASK) {
            const struct ask *ask = &trace->by->asks.p[number - READ_ASK];
            number = number_of_ask(numbering, ask->name, ask->answer);
        }
        put_pair(numbering, &own, number,
                 number_of_own_sight(numbering, trace->by, read->sight));
    }
    struct numbered_trace numbered = finish(numbering, &own, trace->n);
    buf_free(&own);
    return numbered;
}

/* One of the last build's that holds: every object in it is still there. */
static uint32_t renumber(struct numbering *numbering, uint32_t then)
{
    const struct recall *recall = numbering->recall;
    const struct ledger *last = &recall->ledger;
    if (then < last->head->objects) {
        return then;
    }
    size_t rest = then - last->head->objects;
    if (rest % 2 == 0) {
        const struct ledger_ask *ask = &last->asks[rest / 2];
        uint32_t *number = &numbering->asks_then[rest / 2];
        if (!*number) {
            *number = number_of_ask(numbering, ask->name, ask->answer);
        }
        return *number;
    }
    uint32_t *known = &numbering->shared_then[rest / 2];
    if (!*known) {
        *known = share(numbering,
                       numbering_keep(numbering, &last->shared[rest / 2]));
    }
    return (uint32_t)(numbering->objects + 2 * ((size_t)*known - 1) + 1);
}

static uint32_t renumber_sight(struct numbering *numbering, size_t then)
{
    const struct sight *sight = &numbering->recall->ledger.sights[then];
    uint32_t *known = &numbering->sights_then[then];
    if (!*known) {
        *known = number_of_sight(numbering, sight) + 1;
    }
    return *known - 1;
}

struct numbered_trace numbering_keep(struct numbering *numbering,
                                     const struct ledger_trace *trace)
{
    struct unpack in = unpack_of(trace->pairs);
    struct buf own = {0};
    for (size_t i = 0; i < trace->n; i++) {
        uint32_t then = (uint32_t)unpack_uint(&in);
        uint32_t sight = renumber_sight(numbering, unpack_uint(&in));
        put_pair(numbering, &own, renumber(numbering, then), sight);
    }
    struct numbered_trace numbered = finish(numbering, &own, trace->n);
    buf_free(&own);
    return numbered;
}

struct numbered_trace numbering_add_ask(struct numbering *numbering, size_t i)
{
    struct buf own = {0};
    put_pair(numbering, &own, (uint32_t)(numbering->objects + 2 * i),
             number_of_sight(numbering, &(struct sight){.bits = 1}));
    struct numbered_trace numbered = finish(numbering, &own, 1);
    buf_free(&own);
    return numbered;
}
