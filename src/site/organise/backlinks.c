/* SPDX-License-Identifier: MIT */
#include "site/organise/backlinks.h"

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

static void add_uses(struct site *site, struct post *from)
{
    const struct derived *derived = atomic_load(from->derived);
    for (size_t i = 0; derived && i < derived->nuses; i++) {
        struct post *to = writable(site, derived->uses[i].to);
        if (to != from && !has(&to->backlinks, from)) {
            posts_add(&to->backlinks, site->arena, from);
        }
    }
}

void backlinks_join(struct site *site)
{
    for (size_t i = 0; i < site->nall; i++) {
        struct post *from = &site->all[i];
        if (from->held == HELD_NOT && !from->front->unlisted &&
            from->file->kind != CONTENT_INDEX) {
            add_uses(site, from);
        }
    }
    for (size_t i = 0; i < site->nall; i++) {
        posts_sort(&site->all[i].backlinks);
    }
}
