/* SPDX-License-Identifier: MIT */
/* How many files a sitemap is, at the limits of sitemaps.org: 50,000 addresses
 * and 50 MiB. The pages are nothing but addresses. */
#include <string.h>

#include "plan/plan_parts.h"
#include "tap.h"

struct fixture {
    struct arena arena;
    struct site site;
    struct plan plan;
};

/* Plans the sitemap of n pages whose addresses have that many bytes. */
static void plan_pages(struct fixture *f, size_t n, size_t bytes)
{
    struct list_page *page = ARENA_NEW(&f->arena, struct list_page);
    char *text = ARENA_ARRAY(&f->arena, char, bytes);
    struct address *address = ARENA_NEW(&f->arena, struct address);
    memset(text, 'a', bytes);
    address->permalink = (str){text, bytes};
    f->site.arena = &f->arena;
    f->site.config.url = STR("https://example.org");
    for (size_t i = 0; i < n; i++) {
        plan_add(&f->site, &f->plan, OUTPUT_LIST, address)->list = page;
    }
    plan_sitemap(&f->site, &f->plan);
}

/* The names of the files planned behind the pages, and what is in each. */
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

static void check(struct tap *tap, size_t pages, size_t bytes, const char *want)
{
    struct fixture f = {0};
    plan_pages(&f, pages, bytes);
    CHECK_STR(tap, files(&f, pages), want);
    const struct output *last = &f.plan.outputs.p[f.plan.outputs.n - 1];
    bool one = f.plan.outputs.n == pages + 1;
    CHECK_STR(tap, last->template, one ? "sitemap.xml" : "sitemap-index.xml");
    arena_free(&f.arena);
}

int main(void)
{
    struct tap tap = {0};
    check(&tap, 0, 30, " sitemap.xml:0");
    check(&tap, 50000, 30, " sitemap.xml:50000");
    check(&tap, 50001, 30,
          " sitemap-1.xml:50000 sitemap-2.xml:1 sitemap.xml:2");
    check(&tap, 100000, 30,
          " sitemap-1.xml:50000 sitemap-2.xml:50000 sitemap.xml:2");
    /* 52,428,800 bytes; 2,000 and some 100 for each address. */
    check(&tap, 24000, 2000, " sitemap.xml:24000");
    check(&tap, 26500, 2000,
          " sitemap-1.xml:24965 sitemap-2.xml:1535 sitemap.xml:2");
    return tap_done(&tap);
}
