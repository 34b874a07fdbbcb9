/* SPDX-License-Identifier: MIT */
#include "builder/live.h"

static void take_recorded(struct live *live, const struct recorder *recorder)
{
    for (size_t i = 0; i < recorder->answers.n; i++) {
        const struct answer *answer = &recorder->answers.p[i];
        live->answers[answer->key] = answer->hash;
        live->answered[answer->key] = true;
    }
    for (size_t i = 0; i < recorder->fragments.n; i++) {
        const struct fragment *fragment = &recorder->fragments.p[i];
        live->made[fragment->key] = fragment->trace;
    }
}

void live_init(struct live *live, const struct recall *recall,
               const struct objects *objects, const struct recall_work *work,
               struct arena *arena)
{
    const struct engine *engine = objects->engine;
    size_t n = key_limit(&engine->keys);
    *live = (struct live){
        .recall = recall,
        .objects = objects,
        .nkeys = n,
        .nsets = engine->sets.rows.n,
        .bits = arena_zalloc(arena, n, sizeof *live->bits),
        .columns = arena_zalloc(arena, n, sizeof *live->columns),
        .made = arena_zalloc(arena, n, sizeof *live->made),
        .answers = arena_zalloc(arena, n, sizeof *live->answers),
        .answered = arena_zalloc(arena, n, sizeof *live->answered),
        .sets = arena_zalloc(arena, engine->sets.rows.n, sizeof *live->sets),
        .arena = arena,
    };
    for (size_t i = 0; i < work->jobs; i++) {
        const struct view *view = work->evals[i].host;
        take_recorded(live, view->recorder);
    }
}

static const struct ledger_key *key_then(const struct live *live, uint32_t id)
{
    const struct recall *recall = live->recall;
    bool known = recall->known && id < recall->ledger.head->keys;
    return known ? &recall->ledger.keys[id] : NULL;
}

struct trace live_fragment(const struct live *live, uint32_t id)
{
    const struct ledger_key *then = key_then(live, id);
    struct trace made = live->made[id];
    return made.pairs.p || !then ? made : then->trace;
}

uint64_t live_answer(const struct live *live, uint32_t id)
{
    const struct ledger_key *then = key_then(live, id);
    return live->answered[id] || !then ? live->answers[id]
                                       : ledger_hash(then, 0);
}

static void add_column(struct live *live, uint32_t list, uint64_t bits)
{
    const struct posts *posts = view_as_posts(objects_get(live->objects, list));
    if (!posts || !(bits & ~live->columns[list])) {
        return;
    }
    live->columns[list] |= bits;
    for (size_t i = 0; i < posts->n; i++) {
        live->bits[posts->p[i]->object.number] |= bits;
    }
}

static void add_bits(struct live *live, uint32_t id, uint64_t bits)
{
    const struct key_table *keys = &live->objects->engine->keys;
    if (!live->bits[id] && key_get(keys, id)->class == KEY_FRAGMENT) {
        *VEC_PUSH(&live->fragments, live->arena) = id;
    }
    live->bits[id] |= bits;
}

static void add_pairs(struct live *live, struct trace trace)
{
    const struct engine *engine = live->objects->engine;
    struct trace_reader reader = trace_open(trace, live->nkeys, live->nsets);
    struct trace_pair pair;
    while (trace_next(&reader, &pair)) {
        const struct dep_set *set = &engine->sets.rows.p[pair.set];
        live->sets[pair.set] = true;
        if (set->first == DEP_COLUMN) {
            add_column(live, pair.key, set->bits);
        } else {
            add_bits(live, pair.key, set->bits);
        }
    }
}

void live_add(struct live *live, struct trace trace)
{
    add_pairs(live, trace);
    while (live->fragments.n) {
        add_pairs(live,
                  live_fragment(live, live->fragments.p[--live->fragments.n]));
    }
}
