/* SPDX-License-Identifier: MIT */
#include "steps/new_deps.h"

#include <stdlib.h>

#include "site/view/body.h"

struct new_deps new_deps_begin(struct site_facts *facts, struct arena *arena)
{
    engine_grow(facts->engine);
    return (struct new_deps){.facts = facts,
                             .arena = arena,
                             .walk = dep_walk_of(facts->engine, arena)};
}

static void add_bits(struct new_deps *deps, uint32_t key, uint64_t bits)
{
    uint64_t new = bits & ~fact_row(&deps->facts->engine->facts, key)->bits;
    if (new) {
        *VEC_PUSH(&deps->found, deps->arena) = (struct key_bits){key, new};
    }
}

static void add_column(struct new_deps *deps, uint32_t list, uint64_t bits)
{
    const struct posts *posts =
        view_as_posts(objects_get(deps->facts->objects, list));
    for (size_t i = 0; posts && i < posts->n; i++) {
        add_bits(deps, posts->p[i]->object.number, bits);
    }
}

void new_deps_add(struct new_deps *deps, struct trace trace)
{
    const struct key_table *keys = &deps->facts->engine->keys;
    struct dep dep;
    dep_walk_begin(&deps->walk, trace);
    while (dep_walk_next(&deps->walk, &dep)) {
        if (dep.first == DEP_COLUMN) {
            add_column(deps, dep.key, dep.bits);
        } else if (key_get(keys, dep.key)->class == KEY_OBJECT) {
            add_bits(deps, dep.key, dep.bits);
        }
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

/* Bodies are made where their reads are recorded, not while their facts are
 * hashed: without a record they would never be stale. */
static void make_bodies(const struct site_facts *facts,
                        const struct key_bits *found, size_t n)
{
    struct render_context *ctx = &facts->workers->contexts[0];
    for (size_t i = 0; i < n; i++) {
        const struct post *post =
            changed_sources_post(&facts->changed, found[i].key);
        if (post && found[i].bits & facts->body_bits) {
            view_reset(ctx->host);
            body_derive(post, ctx);
            arena_clear(ctx->arena);
        }
    }
}

bool new_deps_end(struct new_deps *deps)
{
    if (deps->found.n) {
        size_t n = merge(deps->found.p, deps->found.n);
        make_bodies(deps->facts, deps->found.p, n);
        site_facts_add(deps->facts, deps->found.p, n);
    }
    return deps->found.n;
}
