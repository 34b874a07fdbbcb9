/* SPDX-License-Identifier: MIT */
#include "build/plan.h"

#include <string.h>

#include "base/fs.h"
#include "base/path.h"
#include "base/tree.h"
#include "build/builtin.h"
#include "build/claims.h"
#include "site/post.h"

/* Entries a feed shows. */
static struct posts newest(const struct site *site, const struct posts *posts)
{
    struct posts shown = {.p = posts->p};
    while (shown.n < posts->n && shown.n < site->config.feed_limit &&
           posts->p[shown.n]->has_date) {
        posts->p[shown.n]->kept = true;
        shown.n++;
    }
    return shown;
}

static struct output *add(struct site *site, struct plan *plan,
                          enum output_kind kind, const struct address *address)
{
    struct output *output = VEC_PUSH(&plan->outputs, site->arena);
    *output = (struct output){.kind = kind, .address = address};
    return output;
}

static struct address *new_address(struct site *site, str path)
{
    struct address *address = ARENA_NEW(site->arena, struct address);
    *address = address_make(site->arena, &site->config, path);
    return address;
}

/* Front matter's template, of a post or of a list's _index.md, else the kind's
 * own. */
static void set_template(struct output *output, const struct post *post,
                         const char *name)
{
    output->template = str_from(name);
    if (post && post->front.template.n) {
        output->template = post->front.template;
        output->template_at = post->front.template_at;
    }
}

/* --- posts and pages --- */

static void plan_posts(struct site *site, struct plan *plan,
                       const struct posts *posts)
{
    for (size_t i = 0; i < posts->n; i++) {
        const struct post *post = posts->p[i];
        struct output *output = add(site, plan, OUTPUT_POST, &post->address);
        output->post = post;
        set_template(output, post,
                     post->kind == PAGE_POST ? "post.html" : "page.html");
        output->from = post->source->name;
    }
}

static str without_slash(str path)
{
    return path.n && path.p[0] == '/' ? str_from_offset(path, 1) : path;
}

static void plan_aliases(struct site *site, struct plan *plan,
                         const struct posts *posts)
{
    for (size_t i = 0; i < posts->n; i++) {
        const struct post *post = posts->p[i];
        for (size_t a = 0; a < post->front.aliases.n; a++) {
            const struct text_item *alias = &post->front.aliases.p[a];
            str path = without_slash(alias->text);
            bool file = path_ext(path_base(path)).n != 0;
            if (!file && path.n && path.p[path.n - 1] != '/') {
                path = arena_concat(site->arena, path, STR("/"));
            }
            struct output *output =
                add(site, plan, OUTPUT_ALIAS, new_address(site, path));
            output->post = post;
            output->at = alias->at;
            output->from = post->source->name;
        }
    }
}

/* --- lists --- */

struct list_spec {
    enum page_kind kind;
    const char *template;
    str title;
    str path;                  /* below the root: networking/ */
    const struct posts *posts; /* NULL: lists none */
    const struct listing *listing;
    const struct post *index;
    size_t per_page; /* 0: all on one page */
    int year;
    bool noindex;
};

static struct list_page *new_list_page(struct site *site,
                                       const struct list_spec *spec,
                                       size_t number, size_t pages)
{
    struct list_page *page = ARENA_NEW(site->arena, struct list_page);
    size_t total = spec->posts ? spec->posts->n : 0;
    size_t first = (number - 1) * spec->per_page;
    size_t left = total - first;
    page->kind = spec->kind;
    page->title = spec->title;
    page->lang = site->config.language;
    page->noindex = spec->noindex;
    page->index = spec->index;
    if (spec->index) {
        page->description = spec->index->front.description;
    } else if (spec->kind == PAGE_HOME) {
        page->description = site->config.description;
    }
    page->path = spec->path;
    page->year = spec->year;
    page->number = number;
    page->pages = pages;
    page->total = total;
    page->per_page = spec->per_page;
    page->address =
        address_of_page(site->arena, &site->config, spec->path, number);
    if (spec->posts) {
        page->posts.p = spec->posts->p + first;
        page->posts.n =
            spec->per_page && left > spec->per_page ? spec->per_page : left;
    }
    view_init_list_page(page);
    return page;
}

static void plan_list(struct site *site, struct plan *plan,
                      const struct list_spec *spec)
{
    size_t total = spec->posts ? spec->posts->n : 0;
    size_t pages =
        spec->per_page ? (total + spec->per_page - 1) / spec->per_page : 1;
    pages = pages ? pages : 1;
    for (size_t number = 1; number <= pages; number++) {
        struct list_page *page = new_list_page(site, spec, number, pages);
        struct output *output = add(site, plan, OUTPUT_LIST, &page->address);
        output->list = page;
        output->listing = spec->listing;
        set_template(output, spec->index, spec->template);
    }
}

static void plan_feed(struct site *site, struct plan *plan, str title, str path,
                      const struct posts *posts)
{
    struct feed *feed = ARENA_NEW(site->arena, struct feed);
    feed->title = title;
    feed->home = address_make(site->arena, &site->config, path);
    feed->address =
        address_make(site->arena, &site->config,
                     arena_concat(site->arena, path, STR("feed.xml")));
    feed->posts = newest(site, posts);
    view_init_feed(feed);
    struct output *output = add(site, plan, OUTPUT_FEED, &feed->address);
    output->feed = feed;
    output->template = STR("feed.xml");
}

/* A listing's path below the root. */
static str path_of(const struct listing *listing)
{
    return str_sub(listing->address.file, 0,
                   listing->address.file.n - strlen("index.html"));
}

static void plan_listing(struct site *site, struct plan *plan,
                         const struct listing *listing, enum page_kind kind,
                         const char *template)
{
    bool lists = kind != PAGE_TAXONOMY;
    struct list_spec spec = {
        .kind = kind,
        .template = template,
        .title = listing->title,
        .path = path_of(listing),
        .posts = lists ? &listing->posts : NULL,
        .listing = listing,
        .index = listing->index,
        .per_page = lists ? site->config.paginate : 0,
    };
    plan_list(site, plan, &spec);
    if (lists && listing->posts.n) {
        str title =
            arena_printf(site->arena, "%.*s: %.*s", STR_ARG(site->config.title),
                         STR_ARG(listing->title));
        plan_feed(site, plan, title, spec.path, &listing->posts);
    }
}

static void plan_archives(struct site *site, struct plan *plan)
{
    struct list_spec all = {.kind = PAGE_ARCHIVE,
                            .template = "archive.html",
                            .title = STR("Archive"),
                            .path = STR("archive/"),
                            .posts = &site->posts};
    plan_list(site, plan, &all);
    for (size_t i = 0; i < site->years.n; i++) {
        const struct year *year = site->years.p[i];
        struct list_spec spec = all;
        spec.title = arena_printf(site->arena, "%04d", year->year);
        spec.path = arena_printf(site->arena, "archive/%04d/", year->year);
        spec.posts = &year->posts;
        spec.year = year->year;
        plan_list(site, plan, &spec);
    }
}

static void plan_lists(struct site *site, struct plan *plan)
{
    struct list_spec home = {.kind = PAGE_HOME,
                             .template = "home.html",
                             .title = site->config.title,
                             .path = STR(""),
                             .posts = &site->home,
                             .index = site->index,
                             .per_page = site->config.paginate};
    plan_list(site, plan, &home);
    plan_feed(site, plan, site->config.title, STR(""), &site->posts);
    for (size_t i = 0; i < site->sections.n; i++) {
        plan_listing(site, plan, &site->sections.p[i]->as, PAGE_SECTION,
                     "section.html");
    }
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        const struct taxonomy *taxonomy = site->taxonomies.p[i];
        plan_listing(site, plan, &taxonomy->as, PAGE_TAXONOMY, "taxonomy.html");
        for (size_t t = 0; t < taxonomy->terms.n; t++) {
            plan_listing(site, plan, &taxonomy->terms.p[t]->as, PAGE_TERM,
                         "term.html");
        }
    }
    plan_archives(site, plan);
}

/* --- single files --- */

static void plan_singles(struct site *site, struct plan *plan)
{
    struct list_page *missing = ARENA_NEW(site->arena, struct list_page);
    missing->kind = PAGE_404;
    missing->title = STR("Page not found");
    missing->lang = site->config.language;
    missing->noindex = true;
    missing->number = missing->pages = 1;
    missing->address =
        address_make(site->arena, &site->config, STR("404.html"));
    view_init_list_page(missing);
    struct output *output = add(site, plan, OUTPUT_LIST, &missing->address);
    output->list = missing;
    output->template = STR("404.html");

    static const str templates[] = {STR_INIT("sitemap.xml"),
                                    STR_INIT("robots.txt")};
    for (size_t i = 0; i < 2; i++) {
        output = add(site, plan, OUTPUT_PAGES, new_address(site, templates[i]));
        output->template = templates[i];
    }
}

static bool site_has_static(const struct fs_list *list, str name)
{
    for (size_t i = 0; i < list->n; i++) {
        if (str_eq(list->entries[i].name, name)) {
            return true;
        }
    }
    return false;
}

/* A site need not have the folder; one that can't be read is not the same. */
static struct fs_list scan_statics(const struct site *site, str statics,
                                   struct diags *diags)
{
    struct fs_list list;
    int error = tree_scan(statics, STR("."), site->arena, diags, &list);
    if (error && fs_kind(statics, false) != FS_MISSING) {
        struct source source = {.name = statics};
        diag_error(diags, span_of(&source, 0, 0), "unreadable", "%s",
                   strerror(error));
    }
    return list;
}

/* The site's static/, then what the theme has and the site has not. */
static void plan_statics(struct site *site, struct plan *plan, str statics,
                         struct diags *diags)
{
    struct fs_list list = scan_statics(site, statics, diags);
    for (size_t i = 0; i < list.n; i++) {
        struct output *output = add(site, plan, OUTPUT_FILE,
                                    new_address(site, list.entries[i].name));
        output->from = path_join(site->arena, statics, list.entries[i].name);
    }
    str prefix = STR("static/");
    for (size_t i = 0; i < builtin_count; i++) {
        const struct builtin *builtin = &builtin_files[i];
        str name = str_from_offset(builtin->name, prefix.n);
        if (str_starts(builtin->name, prefix) &&
            !site_has_static(&list, name)) {
            struct output *output =
                add(site, plan, OUTPUT_BYTES, new_address(site, name));
            output->bytes = builtin->bytes;
            output->from = builtin->name;
        }
    }
}

static void plan_assets(struct site *site, struct plan *plan)
{
    for (size_t i = 0; i < site->assets.n; i++) {
        const struct asset *asset = &site->assets.p[i];
        struct output *output = add(site, plan, OUTPUT_FILE, &asset->address);
        output->from =
            path_join(site->arena, STR("content"), asset->file->path);
    }
}

/* What posts may show by its path from the root: ![](/img/x.png). */
static void plan_files(struct site *site, const struct plan *plan)
{
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (output->kind == OUTPUT_FILE || output->kind == OUTPUT_BYTES) {
            str *file = VEC_PUSH(&site->files, site->arena);
            *file = output->address->file;
        }
    }
    for (size_t i = 0; i < site->files.n; i++) {
        str *file = &site->files.p[i];
        *map_put(&site->files_by_path, site->arena, *file) = file;
    }
}

/* --- the sitemap --- */

static bool is_listed(const struct output *output)
{
    if (output->kind == OUTPUT_POST) {
        return !output->post->front.unlisted && !output->post->front.noindex;
    }
    return output->kind == OUTPUT_LIST && !output->list->noindex;
}

/* The newest date among what the page shows. */
static void set_lastmod(const struct output *output, struct page_entry *entry)
{
    const struct post *post = output->post;
    if (!post && output->list->posts.n) {
        post = output->list->posts.p[0];
    }
    if (post && (post->has_date || post->front.has_updated)) {
        entry->has_lastmod = true;
        entry->lastmod =
            post->front.has_updated ? post->front.updated : post->date;
    }
}

static void plan_entries(struct site *site, struct plan *plan)
{
    struct page_entries *entries = &plan->entries;
    entries->p =
        arena_zalloc(site->arena, plan->outputs.n, sizeof(struct page_entry));
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (is_listed(output)) {
            struct page_entry *entry = &entries->p[entries->n++];
            entry->address = output->address;
            set_lastmod(output, entry);
        }
    }
    view_init_entries(entries);
}

void plan_make(struct site *site, str statics, struct diags *diags,
               struct plan *plan)
{
    plan_posts(site, plan, &site->posts);
    plan_posts(site, plan, &site->pages);
    plan_posts(site, plan, &site->unlisted);
    plan->nposts = plan->outputs.n;
    plan_lists(site, plan);
    plan_singles(site, plan);
    plan_aliases(site, plan, &site->posts);
    plan_aliases(site, plan, &site->pages);
    plan_aliases(site, plan, &site->unlisted);
    plan_assets(site, plan);
    plan_statics(site, plan, statics, diags);
    plan_entries(site, plan);
    plan_files(site, plan);
    claims_check(plan->outputs.p, plan->outputs.n, site->arena, diags);
}
