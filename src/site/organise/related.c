/* SPDX-License-Identifier: MIT */
#include "site/organise/related.h"

/* A post's score is a sum over the lists of posts that its terms have. Posts
 * are looked at by their number alone, so that no post is fetched from memory
 * before it is among the best: a page costs a look at a few thousand bytes in
 * one array. Scores are counted and compared only of posts that are in several
 * lists; of the others the first ones of each list are the best. */

/* The number of a post's terms that are considered. No author needs more. */
enum { MAX_TERMS = 64 };

/* More digits than any sum of weights needs: MAX_TERMS * 64 < 2^16. */
enum { FRACTION_BITS = 16 };

void related_add(struct term *term, size_t place, struct arena *arena)
{
    if (term->places.n < RELATED_MOST) {
        *VEC_PUSH(&term->places, arena) = (uint32_t)place;
    }
}

size_t related_scale(size_t n)
{
    enum { EXACT = 1024, STEPS = 16 };
    size_t step = 1;
    while (n >= EXACT && step * 2 * STEPS <= n) {
        step *= 2;
    }
    return (n + step - 1) / step * step;
}

/* The digits of a binary logarithm come out one by one: square the number, and
 * where it passes 2, the next digit is 1. */
uint32_t related_weight(size_t posts, size_t of_term)
{
    uint64_t x = (((uint64_t)posts + 1) << 31) / of_term;
    uint32_t log = 0;
    while (x >= (uint64_t)2 << 31) {
        x >>= 1;
        log++;
    }
    for (int i = 0; i < FRACTION_BITS; i++) {
        x = x * x >> 31;
        log <<= 1;
        if (x >= (uint64_t)2 << 31) {
            x >>= 1;
            log |= 1;
        }
    }
    return log ? log : 1; /* a shared term always counts */
}

/* The terms of a post that count. */
struct shared {
    struct shared_term {
        const uint32_t *places;
        size_t n;
        uint32_t weight;
    } p[MAX_TERMS];
    size_t n;
    size_t places; /* of all of them */
};

static void share(struct shared *shared, const struct site *site,
                  const struct term *term)
{
    size_t posts = related_scale(site->posts.n);
    shared->p[shared->n++] =
        (struct shared_term){term->places.p, term->places.n,
                             related_weight(posts, term->as.posts.n)};
    shared->places += term->places.n;
}

/* Terms that no other post has do not count, nor do common terms; but if all
 * are common, the rarest counts. */
static void choose_terms(const struct site *site, const struct post *post,
                         struct shared *shared)
{
    const struct term *rarest = NULL;
    size_t own = !post->front->unlisted;
    for (size_t i = 0; i < post->terms.n && shared->n < MAX_TERMS; i++) {
        const struct term *term = post->terms.p[i];
        size_t size = term->as.posts.n;
        if (size <= own) {
            continue;
        }
        if (size <= RELATED_MOST) {
            share(shared, site, term);
        }
        if (!rarest || size < rarest->as.posts.n) {
            rarest = term;
        }
    }
    if (!shared->n && rarest) {
        share(shared, site, rarest);
    }
}

/* The best so far, the nearest first. */
struct best {
    struct scored {
        uint32_t place;
        uint32_t score;
    } p[RELATED_SHOWN + 1]; /* one may be the post itself */
    size_t n;
    size_t most;
};

/* No place may be offered twice. */
static void offer(struct best *best, uint32_t place, uint32_t score)
{
    size_t i = best->n;
    while (i > 0) {
        const struct scored *other = &best->p[i - 1];
        if (other->score > score ||
            (other->score == score && other->place < place)) {
            break;
        }
        i--;
    }
    if (i == best->most) {
        return;
    }
    size_t last = best->n < best->most ? best->n++ : best->n - 1;
    for (; last > i; last--) {
        best->p[last] = best->p[last - 1];
    }
    best->p[i] = (struct scored){place, score};
}

/* In related->met: 0, or the number of the term, from 1, that the place was met
 * in, with AGAIN if it was met in several. */
enum { AGAIN = 128 };

/* Finds the posts that share several terms, and their scores. Returns how many
 * there are. */
static size_t add_scores(const struct related *related,
                         const struct shared *shared, uint32_t *again)
{
    uint32_t *scores = related->scores;
    uint8_t *met = related->met;
    size_t n = 0;
    for (size_t t = 0; t < shared->n; t++) {
        const struct shared_term term = shared->p[t];
        for (size_t i = 0; i < term.n; i++) {
            uint32_t place = term.places[i];
            if (!met[place]) {
                met[place] = (uint8_t)(t + 1);
                continue;
            }
            if (!(met[place] & AGAIN)) {
                scores[place] = shared->p[met[place] - 1].weight;
                met[place] |= AGAIN;
                again[n++] = place;
            }
            scores[place] += term.weight;
        }
    }
    return n;
}

/* Of the posts that share one term the first of its list are the best. */
static void offer_first(struct best *best, const struct related *related,
                        const struct shared *shared)
{
    for (size_t t = 0; t < shared->n; t++) {
        const struct shared_term term = shared->p[t];
        for (size_t i = 0; i < term.n && i < best->most; i++) {
            uint32_t place = term.places[i];
            if (!(related->met[place] & AGAIN)) {
                offer(best, place, term.weight);
            }
        }
    }
}

static void forget(const struct related *related, const struct shared *shared)
{
    uint8_t *met = related->met;
    for (size_t t = 0; t < shared->n; t++) {
        const struct shared_term term = shared->p[t];
        for (size_t i = 0; i < term.n; i++) {
            met[term.places[i]] = 0;
        }
    }
}

size_t related_find(struct related *related, const struct site *site,
                    const struct post *post, size_t most,
                    const struct post **out, struct arena *keep)
{
    size_t shown = most < RELATED_SHOWN ? most : RELATED_SHOWN;
    struct best best = {.most = shown + 1};
    struct shared shared;
    shared.n = 0;
    shared.places = 0;
    choose_terms(site, post, &shared);
    if (!shared.places || !shown) {
        return 0;
    }
    if (!related->met) {
        related->met = arena_zalloc(keep, site->nall, sizeof(uint8_t));
        related->scores = ARENA_ARRAY(keep, uint32_t, site->nall);
    }
    struct arena_mark mark = arena_mark(keep);
    uint32_t *again = ARENA_ARRAY(keep, uint32_t, shared.places);
    size_t nagain = add_scores(related, &shared, again);
    offer_first(&best, related, &shared);
    for (size_t i = 0; i < nagain; i++) {
        offer(&best, again[i], related->scores[again[i]]);
    }
    forget(related, &shared);
    arena_reset(keep, mark);
    size_t n = 0;
    for (size_t i = 0; i < best.n && n < shown; i++) {
        const struct post *other = site->posts.p[best.p[i].place];
        if (other != post) {
            out[n++] = other;
        }
    }
    return n;
}
