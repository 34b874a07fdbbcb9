/* SPDX-License-Identifier: MIT */
#include "site/organise/organise.h"

#include "site/view/body.h"

static bool has(const struct posts *posts, const struct post *post)
{
    for (size_t i = 0; i < posts->n; i++) {
        if (posts->p[i] == post) {
            return true;
        }
    }
    return false;
}

/* The post to be written to: uses are const, the site is not frozen yet. */
static struct post *writable(struct site *site, const struct post *post)
{
    return &site->all[post - site->all];
}

static void add_uses(struct site *site, struct post *from, struct arena *work)
{
    const struct derived *derived = atomic_load(from->derived);
    const struct derived_parts none = {0};
    const struct derived_parts *parts =
        derived ? body_links(from, derived, work) : &none;
    for (size_t i = 0; i < parts->nuses; i++) {
        struct post *to = writable(site, parts->uses[i].to);
        if (to != from && !has(&to->backlinks, from)) {
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
