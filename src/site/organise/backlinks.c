/* SPDX-License-Identifier: MIT */
#include "site/organise/organise.h"

#include "site/view/body.h"

static void add_uses(struct site *site, struct post *from, struct arena *work)
{
    const struct derived *derived = atomic_load(from->derived);
    const struct derived_parts none = {0};
    const struct derived_parts *parts =
        derived ? body_parts(from->site, derived, work) : &none;
    for (size_t i = 0; i < parts->nuses; i++) {
        /* Uses are const: the site is not frozen yet. */
        struct post *to = &site->all[parts->uses[i].to - site->all];
        size_t n = to->backlinks.n;
        if (to != from && !(n && to->backlinks.p[n - 1] == from)) {
            posts_add(&to->backlinks, site->arena, from);
        }
    }
}

void backlinks_join(struct site *site)
{
    struct arena work = {0};
    for (size_t i = 0; i < site->nall; i++) {
        struct post *from = &site->all[i];
        if (from->held == HELD_NOT && !from->front->unlisted &&
            from->file->kind != CONTENT_INDEX) {
            add_uses(site, from, &work);
            arena_clear(&work);
        }
    }
    arena_free(&work);
    for (size_t i = 0; i < site->nall; i++) {
        posts_sort(&site->all[i].backlinks);
    }
}
