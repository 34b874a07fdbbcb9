/* SPDX-License-Identifier: MIT */
#include "site/backlinks.h"

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

void backlinks_add(struct site *site, const struct link_log *log)
{
    for (size_t i = 0; i < log->uses.n; i++) {
        const struct link_use *use = &log->uses.p[i];
        struct post *to = writable(site, use->to);
        struct post *from = writable(site, use->from);
        bool counts = to != from && !from->front.unlisted &&
                      from->file->kind != CONTENT_INDEX;
        if (counts && !has(&to->backlinks, from)) {
            posts_add(&to->backlinks, site->arena, from);
        }
    }
}

void backlinks_sort(struct site *site)
{
    for (size_t i = 0; i < site->nall; i++) {
        posts_sort(&site->all[i].backlinks);
    }
}
