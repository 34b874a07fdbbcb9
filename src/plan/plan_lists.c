/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "base/memory/map.h"
#include "files/path.h"
#include "plan/plan_parts.h"
#include "site/config/words.h"
#include "site/content/post.h"

static str word(const struct site *site, const char *key)
{
    return words_text(site->words, site->config.language, str_from(key));
}

struct list_spec {
    enum page_kind kind;
    str title;
    const struct address *address;
    str path;                  /* below the root: networking/ */
    const struct posts *posts; /* NULL: lists none */
    const struct listing *listing;
    const struct post *index;
    size_t per_page;             /* 0: all on one page */
    const struct period *period; /* of an archive */
    const struct feeds *feeds;   /* NULL: it has none */
};

/* A list that is counted from its oldest page has full pages, except the
 * newest.
 */
struct posts plan_posts_of_page(const struct site *site, const struct posts *of,
                                size_t per_page, size_t number, size_t pages)
{
    size_t total = of->n;
    size_t n = per_page ? per_page : total;
    size_t newest = n;
    if (site->config.stable_pages && total) {
        newest = total - (pages - 1) * n;
    }
    size_t first = number == 1 ? 0 : newest + (number - 2) * n;
    size_t left = total - first;
    n = number == 1 ? newest : n;
    return (struct posts){.p = of->p + first, .n = left > n ? n : left};
}

static struct list_page *new_list_page(struct site *site,
                                       const struct list_spec *spec,
                                       size_t number, size_t pages)
{
    struct list_page *page = ARENA_NEW(site->arena, struct list_page);
    size_t total = spec->posts ? spec->posts->n : 0;
    page->kind = spec->kind;
    page->title = spec->title;
    page->lang = site->config.language;
    page->noindex = spec->index && spec->index->front->noindex;
    page->index = spec->index;
    if (spec->index) {
        page->description = post_copied(spec->index)->front->description;
    } else if (spec->kind == PAGE_HOME) {
        page->description = site->config.description;
    }
    page->path = spec->path;
    page->period = spec->period;
    page->feeds = spec->feeds;
    page->number = number;
    page->pages = pages;
    page->total = total;
    page->address = address_make(
        site->arena, &site->config,
        address_of_page(site->arena, &site->config, spec->path, number, pages));
    if (spec->posts) {
        page->posts = plan_posts_of_page(site, spec->posts, spec->per_page,
                                         number, pages);
    }
    view_init_list_page(page);
    return page;
}

size_t plan_count_pages(size_t total, size_t per_page)
{
    size_t pages = per_page ? (total + per_page - 1) / per_page : 1;
    return pages ? pages : 1;
}

/* The list of this address, if organise has replaced it; else NULL. */
static const struct replaced_list *replaced_before(const struct site *site,
                                                   const struct address *list)
{
    for (size_t i = 0; i < site->replaced.n; i++) {
        if (site->replaced.p[i].list == list) {
            return &site->replaced.p[i];
        }
    }
    return NULL;
}

/* *other: the page at the list's address, as organise has found, or a file. */
static bool is_replaced(struct site *site, const struct plan *plan,
                        const struct list_spec *spec,
                        struct replaced_list *other)
{
    const struct address *address = spec->address;
    const struct replaced_list *known = replaced_before(site, address);
    if (known) {
        *other = *known;
        return true;
    }
    str file = address->file;
    if (!published_files_find(&plan->files, file)) {
        file = path_dir(file); /* a file where the list needs a folder */
        if (!published_files_find(&plan->files, file)) {
            return false;
        }
    }
    for (size_t i = plan->nposts; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (str_eq(output->address->file, file)) {
            other->source = output->from;
            other->url = output->address->url;
            return true;
        }
    }
    return false;
}

static void plan_list(struct site *site, struct plan *plan,
                      const struct list_spec *spec)
{
    struct replaced_list other = {0};
    if (is_replaced(site, plan, spec, &other)) {
        struct list_page page = {.kind = spec->kind,
                                 .title = spec->title,
                                 .number = 1,
                                 .period = spec->period};
        struct output list = {
            .kind = OUTPUT_LIST, .list = &page, .listing = spec->listing};
        other.name = output_name(&list, site->arena);
        *VEC_PUSH(&plan->replaced, site->arena) = other;
        return;
    }
    size_t total = spec->posts ? spec->posts->n : 0;
    size_t pages = plan_count_pages(total, spec->per_page);
    str first = {NULL, 0};
    for (size_t number = 1; number <= pages; number++) {
        struct list_page *page = new_list_page(site, spec, number, pages);
        first = number == 1 ? page->address.url : first;
        page->first = first;
        struct output *output =
            plan_add(site, plan, OUTPUT_LIST, &page->address);
        output->list = page;
        output->listing = spec->listing;
        plan_template(output);
    }
}

static const struct feeds *plan_listing_feeds(struct site *site,
                                              struct plan *plan,
                                              const struct listing *listing,
                                              const struct list_spec *list)
{
    const struct post *index = listing->index;
    const struct config_feeds *feeds = &site->config.feeds;
    struct feed_spec spec = {
        .formats = list->kind == PAGE_TERM ? feeds->terms : feeds->sections,
        .title =
            arena_printf(site->arena, "%.*s: %.*s", STR_ARG(site->config.title),
                         STR_ARG(listing->title)),
        .path = list->path,
        .posts = &listing->posts,
    };
    if (index) {
        spec.description = post_copied(index)->front->description;
    }
    return plan_feeds(site, plan, &spec);
}

/* posts: in the order of its pages. */
static void plan_listing(struct site *site, struct plan *plan,
                         const struct listing *listing,
                         const struct posts *posts, enum page_kind kind)
{
    bool lists = kind != PAGE_TAXONOMY;
    if (!plan_renders(listing->index)) {
        return;
    }
    struct list_spec spec = {
        .kind = kind,
        .title = listing->title,
        .address = &listing->address,
        .path = address_beside(site->arena, &listing->address),
        .posts = lists ? posts : NULL,
        .listing = listing,
        .index = listing->index,
        .per_page = lists ? site->config.paginate : 0,
    };
    const struct replaced_list *by = replaced_before(site, &listing->address);
    if (lists && listing->posts.n && !(by && by->by_list)) {
        spec.feeds = plan_listing_feeds(site, plan, listing, &spec);
    }
    plan_list(site, plan, &spec);
}

/* "2024", "May 2024"; "Mayo de 2024", where months are written small. */
static str title_of(struct site *site, const struct period *period)
{
    struct buf out = {0};
    date_format_names(period->posts.p[0]->date,
                      period->month ? word(site, "date_month") : STR("%Y"),
                      words_dates(site->words, site->config.language), &out);
    str text = buf_str(&out);
    bool small = text.n && text.p[0] >= 'a' && text.p[0] <= 'z';
    str first = arena_str(site->arena, str_sub(text, 0, 1));
    if (small) {
        first = arena_printf(site->arena, "%c", text.p[0] - 'a' + 'A');
    }
    str title = arena_concat(site->arena, first, str_from_offset(text, 1));
    buf_free(&out);
    return title;
}

static void plan_archives(struct site *site, struct plan *plan)
{
    struct list_spec all = {.kind = PAGE_ARCHIVE,
                            .title = word(site, "archive"),
                            .address = &site->archive,
                            .path = address_beside(site->arena, &site->archive),
                            .posts = &site->posts};
    plan_list(site, plan, &all);
    for (size_t i = 0; i < site->periods.n; i++) {
        const struct period *period = site->periods.p[i];
        struct list_spec spec = all;
        spec.title = title_of(site, period);
        spec.address = &period->address;
        spec.path = address_beside(site->arena, &period->address);
        spec.posts = &period->posts;
        spec.period = period;
        plan_list(site, plan, &spec);
    }
}

void plan_lists(struct site *site, struct plan *plan)
{
    struct list_spec home = {.kind = PAGE_HOME,
                             .title = site->config.title,
                             .address = &site->root,
                             .path = site->prefix,
                             .posts = &site->home,
                             .index = site->index,
                             .per_page = site->config.paginate};
    struct feed_spec feeds = {.formats = site->config.feeds.site,
                              .title = site->config.title,
                              .path = site->prefix,
                              .posts = &site->posts};
    plan->home_feeds[site->language] = home.feeds =
        plan_feeds(site, plan, &feeds);
    if (plan_renders(site->index)) {
        plan_list(site, plan, &home);
    }
    for (size_t i = 0; i < site->sections.n; i++) {
        const struct listing *section = &site->sections.p[i]->as;
        plan_listing(site, plan, section, &section->posts, PAGE_SECTION);
    }
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        const struct taxonomy *taxonomy = site->taxonomies.p[i];
        plan_listing(site, plan, &taxonomy->as, NULL, PAGE_TAXONOMY);
        for (size_t t = 0; t < taxonomy->terms.n; t++) {
            const struct term *term = taxonomy->terms.p[t];
            bool series = term->parts.n > 0; /* is read from its first part */
            plan_listing(site, plan, &term->as,
                         series ? &term->parts : &term->as.posts, PAGE_TERM);
        }
    }
    plan_archives(site, plan);
}

/* --- translations --- */

/* Equal for a list in all languages: its kind, and its path without the
 * language. */
static str list_key(const struct output *output, struct arena *arena)
{
    str path = output->list->path;
    return arena_printf(arena, "%d/%.*s", (int)output->list->kind,
                        STR_ARG(str_from_offset(path, output->site->prefix.n)));
}

void plan_translations(struct site *site, struct plan *plan)
{
    struct map groups = {0};
    for (size_t i = 0; site->languages.n > 1 && i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (output->kind != OUTPUT_LIST || output->list->number > 1 ||
            output->list->kind == PAGE_404 ||
            output->list->kind == PAGE_SEARCH) {
            continue;
        }
        void **group =
            map_put(&groups, site->arena, list_key(output, site->arena));
        if (!*group) {
            *group = ARENA_NEW(site->arena, struct list_pages);
        }
        struct list_pages *list = *group;
        *VEC_PUSH(&list->pages, site->arena) = output->list;
        output->list->translations = list;
    }
}
