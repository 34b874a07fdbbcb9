/* SPDX-License-Identifier: MIT */
#include "steps/first_reads.h"

#include <stdlib.h>

#include "site/view/view_class.h"

struct first_reads first_reads_begin(struct site_facts *facts,
                                     struct arena *arena)
{
    engine_grow(facts->engine);
    return (struct first_reads){.facts = facts, .arena = arena};
}

static void add_bits(struct first_reads *reads, uint32_t key, uint64_t bits)
{
    uint64_t new = bits & ~fact_row(&reads->facts->engine->facts, key)->bits;
    if (new) {
        *VEC_PUSH(&reads->found, reads->arena) = (struct key_bits){key, new};
    }
}

static void add_column(struct first_reads *reads, uint32_t list, uint64_t bits)
{
    const struct posts *posts =
        view_as_posts(objects_get(reads->facts->objects, list));
    for (size_t i = 0; posts && i < posts->n; i++) {
        add_bits(reads, posts->p[i]->object.number, bits);
    }
}

static void add_fragment(struct first_reads *reads, uint32_t key)
{
    bool known = false;
    for (size_t i = 0; i < reads->fragments.n && !known; i++) {
        known = reads->fragments.p[i] == key;
    }
    if (!known) {
        *VEC_PUSH(&reads->fragments, reads->arena) = key;
    }
}

static void add_trace(struct first_reads *reads, struct trace trace)
{
    const struct engine *engine = reads->facts->engine;
    struct trace_reader reader =
        trace_open(trace, engine->facts.rows.n, engine->sets.rows.n);
    struct trace_pair pair;
    while (trace_next(&reader, &pair)) {
        const struct dep_set *set = &engine->sets.rows.p[pair.set];
        if (set->first == DEP_COLUMN) {
            add_column(reads, pair.key, set->bits);
        } else if (key_get(&engine->keys, pair.key)->class == KEY_FRAGMENT) {
            add_fragment(reads, pair.key);
        } else if (key_get(&engine->keys, pair.key)->class == KEY_OBJECT) {
            add_bits(reads, pair.key, set->bits);
        }
    }
}

void first_reads_add(struct first_reads *reads, struct trace trace)
{
    size_t known = reads->fragments.n;
    add_trace(reads, trace);
    for (size_t i = known; i < reads->fragments.n; i++) {
        const struct step_table *steps = &reads->facts->engine->steps;
        add_trace(reads, step_trace(step_find(steps, reads->fragments.p[i])));
    }
}

static int compare_keys(const void *left, const void *right)
{
    const struct key_bits *a = left;
    const struct key_bits *b = right;
    return (a->key > b->key) - (a->key < b->key);
}

/* Each key once. Returns how many there are then. */
static size_t merge(struct key_bits *found, size_t n)
{
    size_t kept = 0;
    qsort(found, n, sizeof *found, compare_keys);
    for (size_t i = 0; i < n; i++) {
        if (kept && found[kept - 1].key == found[i].key) {
            found[kept - 1].bits |= found[i].bits;
        } else {
            found[kept++] = found[i];
        }
    }
    return kept;
}

void first_reads_end(struct first_reads *reads)
{
    if (reads->found.n) {
        site_facts_add(reads->facts, reads->found.p,
                       merge(reads->found.p, reads->found.n));
    }
}
