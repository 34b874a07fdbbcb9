/* SPDX-License-Identifier: MIT */
#include "site/organise/related.h"

/* A post's score is a sum over the lists of posts that its terms have: walk
 * each list and add. Posts are looked at by their number alone, so that a page
 * costs a few thousand additions in two small arrays, and no post is fetched
 * from memory before it is among the best. */

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

/* Finds the terms that count, and returns their number. Terms that no other
 * post has do not count, nor do common terms; but if all are common, the rarest
 * counts. */
static size_t choose_terms(const struct post *post, const struct term **out)
{
    const struct term *rarest = NULL;
    size_t own = !post->front->unlisted;
    size_t n = 0;
    for (size_t i = 0; i < post->terms.n && n < MAX_TERMS; i++) {
        const struct term *term = post->terms.p[i];
        size_t size = term->as.posts.n;
        if (size <= own) {
            continue;
        }
        if (size <= RELATED_MOST) {
            out[n++] = term;
        }
        if (!rarest || size < rarest->as.posts.n) {
            rarest = term;
        }
    }
    if (n == 0 && rarest) {
        out[n++] = rarest;
    }
    return n;
}

/* The best places so far, the nearest first. */
struct best {
    uint32_t *places;
    size_t n;
    size_t most;
};

static void offer(struct best *best, const uint32_t *scores, uint32_t place)
{
    uint32_t score = scores[place];
    size_t i = best->n;
    while (i > 0) {
        uint32_t other = best->places[i - 1];
        if (scores[other] > score ||
            (scores[other] == score && other < place)) {
            break;
        }
        i--;
    }
    if (i == best->most) {
        return;
    }
    size_t last = best->n < best->most ? best->n++ : best->n - 1;
    for (; last > i; last--) {
        best->places[last] = best->places[last - 1];
    }
    best->places[i] = place;
}

/* Adds the weights of the terms to their posts; those met for the first time
 * go to `met`. Returns how many. */
static size_t add_scores(const struct related *related, const struct site *site,
                         const struct term *const *terms, size_t n,
                         uint32_t *met)
{
    uint32_t *scores = related->scores;
    size_t posts = related_scale(site->posts.n);
    size_t nmet = 0;
    for (size_t t = 0; t < n; t++) {
        const struct term *term = terms[t];
        uint32_t weight = related_weight(posts, term->as.posts.n);
        for (size_t i = 0; i < term->places.n; i++) {
            uint32_t place = term->places.p[i];
            if (!scores[place]) {
                met[nmet++] = place;
            }
            scores[place] += weight;
        }
    }
    return nmet;
}

size_t related_find(struct related *related, const struct site *site,
                    const struct post *post, size_t most,
                    const struct post **out, struct arena *keep)
{
    const struct term *terms[MAX_TERMS];
    uint32_t places[RELATED_SHOWN];
    struct best best = {places, 0, most < RELATED_SHOWN ? most : RELATED_SHOWN};
    size_t n = choose_terms(post, terms);
    size_t room = 0;
    for (size_t i = 0; i < n; i++) {
        room += terms[i]->places.n;
    }
    if (!room || !best.most) {
        return 0;
    }
    if (!related->scores) {
        related->scores = arena_zalloc(keep, site->room, sizeof(uint32_t));
    }
    struct arena_mark mark = arena_mark(keep);
    uint32_t *met = ARENA_ARRAY(keep, uint32_t, room);
    size_t nmet = add_scores(related, site, terms, n, met);
    for (size_t i = 0; i < nmet; i++) {
        if (site->posts.p[met[i]] != post) {
            offer(&best, related->scores, met[i]);
        }
    }
    for (size_t i = 0; i < nmet; i++) {
        related->scores[met[i]] = 0;
    }
    arena_reset(keep, mark);
    for (size_t i = 0; i < best.n; i++) {
        out[i] = site->posts.p[places[i]];
    }
    return best.n;
}
