/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/pool.h"
#include "base/simd.h"
#include "plan/plan_parts.h"
#include "site/entry.h"

/* sitemaps.org: one file has at most 50,000 addresses and 50 MiB. */
enum { MOST_ADDRESSES = 50000, MOST_BYTES = 50 * 1024 * 1024 };
/* Room for the text of templates/sitemap.xml around an address. */
enum { BYTES_OF_ENTRY = 100, BYTES_OF_FILE = 1000 };
/* By how much & and ' grow in XML. */
enum { BYTES_OF_ESCAPE = 4 };

static bool is_listed(const struct output *output)
{
    if (output->kind == OUTPUT_POST) {
        return !output->post->front->unlisted && !output->post->front->noindex;
    }
    const struct list_page *list = output->list;
    return output->kind == OUTPUT_LIST && !list->noindex &&
           !(list->index && list->index->front->unlisted);
}

/* --- when a page changed --- */

static void note_date(struct page_entry *entry, struct date date)
{
    if (!entry->has_lastmod || date_cmp(date, entry->lastmod) > 0) {
        entry->has_lastmod = true;
        entry->lastmod = date;
    }
}

static void note_post(struct page_entry *entry, const struct post *post)
{
    struct date date;
    if (entry_changed(post, &date)) {
        note_date(entry, date);
    }
}

static void note_posts(struct page_entry *entry, const struct posts *posts)
{
    for (size_t i = 0; i < posts->n; i++) {
        note_post(entry, posts->p[i]);
    }
}

/* The date of the newest change of all posts on the page. It need not be the
 * first post's: pinned posts come first, and an old post may have changed
 * last. */
static void set_lastmod(struct page_entry *entry, const struct output *output)
{
    if (output->post) {
        note_post(entry, output->post);
        return;
    }
    if (output->list->index) {
        note_post(entry, output->list->index);
    }
    note_posts(entry, &output->list->posts);
    if (output->list->kind == PAGE_TAXONOMY) {
        const struct taxonomy *taxonomy =
            (const struct taxonomy *)output->listing;
        for (size_t i = 0; i < taxonomy->terms.n; i++) {
            note_posts(entry, &taxonomy->terms.p[i]->as.posts);
        }
    }
}

/* --- a page in several languages --- */

/* Adds the page at that address, if the sitemap has it. */
static void add_translation(struct page_entry *entry, const struct map *known,
                            const struct address *address)
{
    const struct page_entry *other = map_get(known, address->file);
    if (other) {
        entry->translations[entry->ntranslations++] = other;
    }
}

static void set_translations(struct page_entry *entry, const struct site *site,
                             const struct map *known,
                             const struct output *output)
{
    const struct posts *posts =
        output->post ? output->post->translations : NULL;
    const struct list_pages *lists =
        output->list ? output->list->translations : NULL;
    size_t n = (posts ? posts->n : 0) + (lists ? lists->pages.n : 0);
    entry->translations =
        ARENA_ARRAY(site->arena, const struct page_entry *, n);
    entry->ntranslations = 0;
    for (size_t i = 0; posts && i < posts->n; i++) {
        add_translation(entry, known, &posts->p[i]->address);
    }
    for (size_t i = 0; lists && i < lists->pages.n; i++) {
        add_translation(entry, known, &lists->pages.p[i]->address);
    }
    if (entry->ntranslations < 2) { /* itself alone is none */
        entry->ntranslations = 0;
    }
}

static void join_translations(const struct site *site, struct plan *plan)
{
    struct map known = {0};
    for (size_t i = 0; i < plan->entries.n; i++) {
        struct page_entry *entry = plan->entries.p[i];
        *map_put(&known, site->arena, entry->address->file) = entry;
    }
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        struct page_entry *entry = map_get(&known, output->address->file);
        if (entry && output->entry) {
            set_translations(entry, site, &known, output);
        }
    }
}

static void fill_entry(void *context, size_t worker, size_t i)
{
    const struct plan *plan = context;
    const struct output *output = &plan->outputs.p[i];
    (void)worker;
    struct page_entry *entry = output->entry;
    if (entry) {
        entry->address = output->address;
        entry->lang = output->post ? output->post->lang : output->list->lang;
        set_lastmod(entry, output);
    }
}

static void find_entries(struct site *site, struct plan *plan)
{
    struct page_entries *entries = &plan->entries;
    size_t n = 0;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        n += is_listed(&plan->outputs.p[i]);
    }
    struct page_entry *all = arena_zalloc(site->arena, n, sizeof *all);
    VEC_RESERVE(entries, site->arena, n);
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        if (is_listed(output)) {
            output->entry = &all[entries->n];
            entries->p[entries->n++] = output->entry;
        }
    }
    pool_run(site->options.jobs, plan->outputs.n, fill_entry, plan);
    if (site->languages.n > 1) {
        join_translations(site, plan);
    }
    view_init_entries(entries);
}

/* --- files --- */

static uint32_t escaped_mask(simd16 x)
{
    return simd16_mask(simd16_is(x, '&') | simd16_is(x, '\''));
}

static size_t bytes_of(const struct page_entry *entry)
{
    str address = entry->address->permalink;
    size_t bytes = address.n + BYTES_OF_ENTRY;
    size_t i = simd16_find(address, 0, escaped_mask);
    for (; i < address.n; i = simd16_find(address, i + 1, escaped_mask)) {
        bytes += BYTES_OF_ESCAPE;
    }
    return bytes;
}

/* How many entries from the first on one file may hold. */
static size_t fitting(struct page_entry *const *p, size_t n)
{
    size_t bytes = BYTES_OF_FILE;
    size_t count = 0;
    n = n < MOST_ADDRESSES ? n : MOST_ADDRESSES;
    while (count < n) {
        bytes += bytes_of(p[count]);
        for (size_t i = 0; i < p[count]->ntranslations; i++) {
            bytes += bytes_of(p[count]->translations[i]);
        }
        if (bytes > MOST_BYTES) {
            break;
        }
        count++;
    }
    return count ? count : 1;
}

static struct output *add_sitemap(struct site *site, struct plan *plan,
                                  str name, const char *template)
{
    struct output *output =
        plan_add(site, plan, OUTPUT_PAGES, plan_address(site, name));
    output->template = str_from(template);
    return output;
}

/* sitemap-1.xml ..., and sitemap.xml, which lists them as they do pages. */
static void plan_parts(struct site *site, struct plan *plan, size_t parts)
{
    const struct page_entries *all = &plan->entries;
    struct page_entries *files = ARENA_NEW(site->arena, struct page_entries);
    VEC_RESERVE(files, site->arena, parts);
    for (size_t done = 0; done < all->n;) {
        struct page_entries *part = ARENA_NEW(site->arena, struct page_entries);
        struct page_entry *file = ARENA_NEW(site->arena, struct page_entry);
        files->p[files->n++] = file;
        part->p = all->p + done;
        part->n = fitting(part->p, all->n - done);
        view_init_entries(part);
        for (size_t i = 0; i < part->n; i++) {
            if (part->p[i]->has_lastmod) {
                note_date(file, part->p[i]->lastmod);
            }
        }
        str name = arena_printf(site->arena, "sitemap-%zu.xml", files->n);
        struct output *output = add_sitemap(site, plan, name, "sitemap.xml");
        output->entries = part;
        file->address = output->address;
        done += part->n;
    }
    view_init_entries(files);
    add_sitemap(site, plan, STR("sitemap.xml"), "sitemap-index.xml")->entries =
        files;
}

void plan_sitemap(struct site *site, struct plan *plan)
{
    find_entries(site, plan);
    const struct page_entries *all = &plan->entries;
    size_t parts = 0;
    for (size_t done = 0; done < all->n; parts++) {
        done += fitting(all->p + done, all->n - done);
    }
    if (parts > 1) {
        plan_parts(site, plan, parts);
    } else {
        add_sitemap(site, plan, STR("sitemap.xml"), "sitemap.xml");
    }
}
