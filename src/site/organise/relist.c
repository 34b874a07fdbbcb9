/* SPDX-License-Identifier: MIT */
#include "site/organise/relist.h"

#include <string.h>

#include "site/organise/related.h"

/* --- one list --- */

/* The number of the first post in p[0..n) that does not come before it. */
static size_t find_place(struct post *const *p, size_t n,
                         const struct post *post)
{
    size_t low = 0;
    size_t high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (posts_compare(p[middle], post) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void insert(struct posts *posts, size_t at, struct post *post,
                   struct arena *arena)
{
    posts_add(posts, arena, post);
    struct post **place = &posts->p[at];
    memmove(place + 1, place, (posts->n - 1 - at) * sizeof *place);
    *place = post;
}

static void take_out(struct posts *posts, size_t at)
{
    struct post **place = &posts->p[at];
    posts->n--;
    memmove(place, place + 1, (posts->n - at) * sizeof *place);
}

/* A list whose posts from number `from` on, `n` of them, are in order. */
struct part {
    struct posts *posts;
    size_t from;
    size_t n;
};

struct relisting {
    struct site *site;
    struct post *post;
    struct site_change *change;
    bool adds;
};

static void relist_part(const struct relisting *r, struct part part)
{
    struct posts *posts = part.posts;
    size_t at = part.from + find_place(posts->p + part.from, part.n, r->post);
    if (r->adds) {
        insert(posts, at, r->post, r->site->arena);
    } else {
        take_out(posts, at);
    }
    *VEC_PUSH(&r->change->lists, r->change->arena) = posts;
}

static void relist(const struct relisting *r, struct posts *posts)
{
    relist_part(r, (struct part){posts, 0, posts->n});
}

/* --- the lists that have it --- */

/* Pinned posts come first. */
static void relist_home(const struct relisting *r)
{
    struct posts *home = &r->site->home;
    size_t pinned = 0;
    while (pinned < home->n && home->p[pinned]->front->pinned) {
        pinned++;
    }
    bool first = r->post->front->pinned;
    relist_part(r, first ? (struct part){home, 0, pinned}
                         : (struct part){home, pinned, home->n - pinned});
}

static void relist_sections(const struct relisting *r)
{
    for (struct section *s = r->post->section; s; s = s->parent) {
        relist(r, &s->as.posts);
        *VEC_PUSH(&r->change->counts, r->change->arena) = &s->as;
    }
}

struct posts *relist_period(const struct site *site, int year, int month)
{
    for (size_t i = 0; i < site->periods.n; i++) {
        struct period *period = site->periods.p[i];
        if (period->year == year && period->month == month) {
            return &period->posts;
        }
    }
    return NULL;
}

static void relist_one_period(const struct relisting *r, int year, int month)
{
    struct posts *posts = relist_period(r->site, year, month);
    if (posts) {
        relist(r, posts);
    }
}

static void relist_periods(const struct relisting *r)
{
    struct civil day = date_civil(r->post->date);
    relist_one_period(r, day.year, 0);
    relist_one_period(r, day.year, day.month);
}

static void link_neighbours(const struct relisting *r, size_t at)
{
    const struct posts *posts = &r->site->posts;
    struct post *newer = at ? posts->p[at - 1] : NULL;
    size_t next = r->adds ? at + 1 : at;
    struct post *older = next < posts->n ? posts->p[next] : NULL;
    r->post->newer = r->adds ? newer : NULL;
    r->post->older = r->adds ? older : NULL;
    if (newer) {
        newer->older = r->adds ? r->post : older;
        *VEC_PUSH(&r->change->beside, r->change->arena) = newer;
    }
    if (older) {
        older->newer = r->adds ? r->post : newer;
        *VEC_PUSH(&r->change->beside, r->change->arena) = older;
    }
}

/* --- terms --- */

/* Posts behind it stand one place further on, or back. */
static void shift_places(const struct relisting *r, struct term *term,
                         size_t at)
{
    for (size_t i = 0; i < term->places.n; i++) {
        uint32_t *place = &term->places.p[i];
        *place += r->adds ? *place >= at : 0U - (*place > at);
    }
}

static void find_places(const struct relisting *r, struct term *term)
{
    const struct posts *all = &r->site->posts;
    term->places.n = 0;
    for (size_t i = 0; i < term->as.posts.n && i < RELATED_MOST; i++) {
        size_t place = find_place(all->p, all->n, term->as.posts.p[i]);
        related_add(term, place, r->site->arena);
    }
}

static void relist_terms(const struct relisting *r, struct taxonomy *taxonomy,
                         size_t at)
{
    size_t most = 0;
    for (size_t i = 0; i < taxonomy->terms.n; i++) {
        struct term *term = taxonomy->terms.p[i];
        if (post_has_term(r->post, term)) {
            relist(r, &term->as.posts);
            *VEC_PUSH(&r->change->counts, r->change->arena) = &term->as;
            find_places(r, term);
        } else {
            shift_places(r, term, at);
        }
        most = term->as.posts.n > most ? term->as.posts.n : most;
    }
    r->change->weights = r->change->weights || most != taxonomy->most;
    taxonomy->most = most;
}

/* --- all of it --- */

static void relist_all(struct relisting r)
{
    struct site *site = r.site;
    struct posts *posts = &site->posts;
    size_t at = find_place(posts->p, posts->n, r.post);
    size_t scale = related_scale(posts->n);
    relist(&r, posts);
    link_neighbours(&r, at);
    relist_home(&r);
    relist_sections(&r);
    relist_periods(&r);
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        relist_terms(&r, site->taxonomies.p[i], at);
    }
    for (size_t i = 0; i < site->unpublished.n; i++) {
        relist_terms(&r, site->unpublished.p[i], at);
    }
    r.change->scale = r.change->scale || related_scale(posts->n) != scale;
}

void relist_add(struct site *site, struct post *post,
                struct site_change *change)
{
    relist_all((struct relisting){site, post, change, true});
}

void relist_remove(struct site *site, struct post *post,
                   struct site_change *change)
{
    relist_all((struct relisting){site, post, change, false});
}

bool relist_is_sorted_otherwise(const struct post *post)
{
    bool is = false;
    for (const struct section *s = post->section; s && !is; s = s->parent) {
        const struct post *index = s->as.index;
        const struct dict *extra = index ? index->front->extra.as.dict : NULL;
        is = extra && dict_get_str(extra, STR("sort_by"));
    }
    return is;
}
