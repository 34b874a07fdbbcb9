/* SPDX-License-Identifier: MIT */
/* How many files a sitemap is, at the limits of sitemaps.org: 50,000 addresses
 * and 50 MiB. The pages are nothing but addresses. */
#include <string.h>

#include "plan/plan_parts.h"
#include "tap.h"

enum { DAYS = 5 };

struct fixture {
    struct arena arena;
    struct site site;
    struct plan plan;
    struct frontmatter front;
    struct post posts[DAYS]; /* dated 0, 1, 2 ...: pages show them in turn */
};

static struct list_page *new_page(struct fixture *f, str permalink,
                                  size_t number, size_t languages)
{
    struct list_page *page = ARENA_NEW(&f->arena, struct list_page);
    struct list_pages *all = ARENA_NEW(&f->arena, struct list_pages);
    page->address.permalink = permalink;
    page->address.file = arena_printf(&f->arena, "%zu", number);
    page->translations = all;
    *VEC_PUSH(&page->posts, &f->arena) = &f->posts[number % DAYS];
    for (size_t i = 0; i < languages; i++) {
        *VEC_PUSH(&all->pages, &f->arena) = page;
    }
    return page;
}

/* Plans the sitemap of n pages whose addresses have that many bytes, each with
 * so many translations in its entry. */
static void plan_pages(struct fixture *f, size_t n, size_t bytes,
                       size_t languages)
{
    char *text = ARENA_ARRAY(&f->arena, char, bytes);
    memset(text, 'a', bytes);
    f->site.arena = &f->arena;
    f->site.config.url = STR("https://example.org");
    f->site.languages.n = languages;
    for (size_t i = 0; i < DAYS; i++) {
        f->posts[i].front = &f->front;
        f->posts[i].has_date = true;
        f->posts[i].date.instant = (int64_t)i;
    }
    for (size_t i = 0; i < n; i++) {
        struct list_page *page = new_page(f, (str){text, bytes}, i, languages);
        plan_add(&f->site, &f->plan, OUTPUT_LIST, &page->address)->list = page;
    }
    plan_sitemap(&f->site, &f->plan);
}

/* The names of the files planned after the pages, and their contents. */
static str files(struct fixture *f, size_t pages)
{
    str names = STR("");
    for (size_t i = pages; i < f->plan.outputs.n; i++) {
        const struct output *output = &f->plan.outputs.p[i];
        size_t n = output->entries ? output->entries->n : f->plan.entries.n;
        names = arena_printf(&f->arena, "%.*s %.*s:%zu", STR_ARG(names),
                             STR_ARG(output->address->file), n);
    }
    return names;
}

static void check(struct tap *tap, size_t pages, size_t bytes, size_t languages,
                  const char *want)
{
    struct fixture f = {0};
    plan_pages(&f, pages, bytes, languages);
    CHECK_STR(tap, files(&f, pages), want);
    const struct output *last = &f.plan.outputs.p[f.plan.outputs.n - 1];
    bool one = f.plan.outputs.n == pages + 1;
    CHECK_STR(tap, last->template, one ? "sitemap.xml" : "sitemap-index.xml");
    arena_free(&f.arena);
}

/* In sitemap.xml a file has the date of its newest page. */
static void test_dates(struct tap *tap)
{
    enum { PAGES = 50001 };
    struct fixture f = {0};
    plan_pages(&f, PAGES, 30, 1);
    const struct output *last = &f.plan.outputs.p[f.plan.outputs.n - 1];
    const struct page_entries *parts = last->entries;
    CHECK(tap, parts->p[0]->has_lastmod && parts->p[1]->has_lastmod);
    CHECK(tap, parts->p[0]->lastmod.instant == DAYS - 1);
    CHECK(tap, parts->p[1]->lastmod.instant == (PAGES - 1) % DAYS);
    arena_free(&f.arena);
}

int main(void)
{
    struct tap tap = {0};
    check(&tap, 0, 30, 1, " sitemap.xml:0");
    check(&tap, 24999, 30, 1, " sitemap.xml:24999");
    check(&tap, 25000, 30, 1, " sitemap.xml:25000");
    check(&tap, 50000, 30, 1, " sitemap.xml:50000");
    check(&tap, 50001, 30, 1,
          " sitemap-1.xml:50000 sitemap-2.xml:1 sitemap.xml:2");
    check(&tap, 100000, 30, 1,
          " sitemap-1.xml:50000 sitemap-2.xml:50000 sitemap.xml:2");
    /* 52,428,800 bytes; 2,000 and some 100 for each address. */
    check(&tap, 24000, 2000, 1, " sitemap.xml:24000");
    check(&tap, 26500, 2000, 1,
          " sitemap-1.xml:24965 sitemap-2.xml:1535 sitemap.xml:2");
    /* Three translations of 500 and 100 with each: 2,400. */
    check(&tap, 22000, 500, 3,
          " sitemap-1.xml:21844 sitemap-2.xml:156 sitemap.xml:2");
    test_dates(&tap);
    return tap_done(&tap);
}
