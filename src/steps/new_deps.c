/* SPDX-License-Identifier: MIT */
#include "steps/new_deps.h"

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

bool new_deps_end(struct new_deps *deps)
{
    struct site_facts *facts = deps->facts;
    struct render_context *ctx = &facts->workers->contexts[0];
    /* Bodies are made where their reads are recorded, not while their facts are
     * hashed: without a record they would never be stale. */
    for (size_t i = 0; i < deps->found.n; i++) {
        const struct key_bits *found = &deps->found.p[i];
        const struct post *post =
            changed_sources_post(&facts->changed, found->key);
        if (post && found->bits & facts->body_bits) {
            view_reset(ctx->host);
            body_derive(post, ctx);
            arena_clear(ctx->arena);
        }
    }
    for (size_t i = 0; i < deps->found.n; i++) {
        site_facts_add(facts, &deps->found.p[i], 1);
    }
    return deps->found.n;
}
