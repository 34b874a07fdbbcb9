/* SPDX-License-Identifier: MIT */
/* site/organise/related against another way to count: for each pair of posts,
 * the sum of the weights of the terms they share, sorted. */
#include <math.h>
#include <stdlib.h>

#include "site/organise/related.h"
#include "tap.h"

enum { POSTS = 300, TERMS = 40, MOST = 5 };

struct fixture {
    struct tap tap;
    struct arena arena;
    struct site site;
    struct term *terms;
};

static const struct frontmatter plain;

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

static bool carries(const struct post *post, const struct term *term)
{
    for (size_t i = 0; i < post->terms.n; i++) {
        if (post->terms.p[i] == term) {
            return true;
        }
    }
    return false;
}

/* Posts are not in the order of `all`; each has up to six terms, low numbers
 * more often than high ones. */
static void make_site(struct fixture *f, size_t posts, size_t terms)
{
    uint32_t seed = 7;
    f->site = (struct site){.arena = &f->arena, .nall = posts};
    f->site.all = arena_zalloc(&f->arena, posts, sizeof(struct post));
    f->terms = arena_zalloc(&f->arena, terms, sizeof(struct term));
    for (size_t i = 0; i < posts; i++) {
        struct post *post = &f->site.all[(i * 7 + 3) % posts];
        post->front = &plain;
        posts_add(&f->site.posts, &f->arena, post);
        for (uint32_t n = next(&seed) % 7; n; n--) {
            size_t t = (next(&seed) % terms) * (next(&seed) % terms) / terms;
            if (!carries(post, &f->terms[t])) {
                *VEC_PUSH(&post->terms, &f->arena) = &f->terms[t];
                posts_add(&f->terms[t].as.posts, &f->arena, post);
                related_add(&f->terms[t], i, &f->arena);
            }
        }
    }
    *VEC_PUSH(&f->site.languages, &f->arena) = &f->site;
}

static uint64_t score(const struct fixture *f, const struct post *a,
                      const struct post *b)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < a->terms.n; i++) {
        if (carries(b, a->terms.p[i])) {
            sum += related_weight(related_scale(f->site.posts.n),
                                  a->terms.p[i]->as.posts.n);
        }
    }
    return sum;
}

/* The slow way: the best of those that are left, again and again. */
static size_t expect(const struct fixture *f, const struct post *post,
                     const struct post **out)
{
    bool taken[POSTS] = {false};
    size_t n = 0;
    while (n < MOST) {
        size_t best = POSTS;
        uint64_t top = 0;
        for (size_t i = 0; i < f->site.posts.n; i++) {
            const struct post *other = f->site.posts.p[i];
            uint64_t s = score(f, post, other);
            if (other != post && !taken[i] && s > top) {
                top = s;
                best = i;
            }
        }
        if (best == POSTS) {
            return n;
        }
        taken[best] = true;
        out[n++] = f->site.posts.p[best];
    }
    return n;
}

static void check_all(struct fixture *f)
{
    size_t wrong = 0;
    size_t full = 0;
    make_site(f, POSTS, TERMS);
    struct related related = {0};
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < POSTS; i++) {
            const struct post *got[MOST];
            const struct post *want[MOST];
            const struct post *post = &f->site.all[i];
            size_t n =
                related_find(&related, &f->site, post, MOST, got, &f->arena);
            bool same = n == expect(f, post, want);
            for (size_t k = 0; k < n && same; k++) {
                same = got[k] == want[k];
            }
            wrong += !same;
            full += n == MOST;
        }
    }
    CHECK(&f->tap, wrong == 0);
    CHECK(&f->tap, full > POSTS);
}

/* The digits are those of the logarithm. */
static void check_weight(struct fixture *f)
{
    size_t wrong = 0;
    for (size_t posts = 1; posts < 200000; posts = posts * 3 + 1) {
        for (size_t n = 1; n <= posts; n = n * 2 + 1) {
            double exact = log2((double)(posts + 1) / (double)n) * 65536;
            double got = related_weight(posts, n);
            wrong += !(got <= exact + 1 && got > exact - 4);
        }
    }
    CHECK(&f->tap, wrong == 0);
    for (size_t n = 1; n < 300000; n += 1 + n / 64) {
        size_t about = related_scale(n);
        wrong += n < 1024 ? about != n : about < n || about - n > n / 16;
    }
    CHECK(&f->tap, wrong == 0);
    CHECK(&f->tap, related_scale(10000) == related_scale(10001));
    CHECK(&f->tap, related_weight(7, 1) == 3 * 65536);
    CHECK(&f->tap, related_weight(1000, 5) > related_weight(1000, 6));
    CHECK(&f->tap, related_weight(1000000, 1000000) > 0);
}

/* Terms that nearly all posts have: the newest of the rarest one, if there is
 * nothing better. */
static void check_common(struct fixture *f)
{
    enum { MANY = 3 * RELATED_MOST };
    const struct post *got[MOST];
    make_site(f, MANY, 1);
    struct related related = {0};
    for (size_t i = 0; i < MANY; i++) {
        struct post *post = f->site.posts.p[i];
        post->terms.n = 0;
    }
    struct term *all = &f->terms[0];
    struct term rare = {0};
    struct term own = {0};
    all->as.posts = f->site.posts;
    all->places.n = 0;
    for (size_t i = 0; i < MANY; i++) {
        *VEC_PUSH(&f->site.posts.p[i]->terms, &f->arena) = all;
        related_add(all, i, &f->arena);
    }
    const struct post *last = f->site.posts.p[MANY - 1];
    size_t n = related_find(&related, &f->site, last, MOST, got, &f->arena);
    CHECK(&f->tap, n == MOST && got[0] == f->site.posts.p[0] &&
                       got[4] == f->site.posts.p[4]);

    posts_add(&own.as.posts, &f->arena, f->site.posts.p[MANY - 1]);
    related_add(&own, MANY - 1, &f->arena);
    *VEC_PUSH(&f->site.posts.p[MANY - 1]->terms, &f->arena) = &own;
    n = related_find(&related, &f->site, last, MOST, got, &f->arena);
    CHECK(&f->tap, n == MOST); /* a term of its own alone is no better */

    struct post *one = f->site.posts.p[MANY - 1];
    struct post *two = f->site.posts.p[MANY - 2];
    posts_add(&rare.as.posts, &f->arena, two);
    posts_add(&rare.as.posts, &f->arena, one);
    related_add(&rare, MANY - 2, &f->arena);
    related_add(&rare, MANY - 1, &f->arena);
    *VEC_PUSH(&one->terms, &f->arena) = &rare;
    *VEC_PUSH(&two->terms, &f->arena) = &rare;
    n = related_find(&related, &f->site, one, MOST, got, &f->arena);
    CHECK(&f->tap, n == 1 && got[0] == two);
}

static void check_none(struct fixture *f)
{
    struct related related = {0};
    struct post alone = {.front = &plain};
    const struct post *got[MOST];
    CHECK(&f->tap,
          related_find(&related, &f->site, &alone, MOST, got, &f->arena) == 0);
    CHECK(&f->tap, related_find(&related, &f->site, f->site.posts.p[0], 0, got,
                                &f->arena) == 0);
}

int main(void)
{
    struct fixture f = {0};
    check_weight(&f);
    check_all(&f);
    check_common(&f);
    check_none(&f);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
