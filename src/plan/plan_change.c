/* SPDX-License-Identifier: MIT */
#include "plan/plan_change.h"

#include "plan/plan_parts.h"
#include "site/view/view_class.h"

/* Outputs are appended without moving the others: a post has a few lists, and
 * each of them gets one page more at most. */
enum { ROOM = 128 };

/* --- is it possible? --- */

/* Whether the file is below a folder that has the name of the other one. */
static bool needs_folder(str file, str name)
{
    return name.n < file.n && file.p[name.n] == '/' &&
           str_eq_nocase(str_sub(file, 0, name.n), name);
}

/* The address is plain: small letters, and a "/" at its end. */
static bool is_in_the_way(const struct output *output, str file)
{
    str other = output->address->file;
    str html = STR(".html");
    if (other.n == file.n) {
        return str_eq_nocase(other, file);
    }
    size_t dir = file.n - STR("/index.html").n;
    bool bare = other.n == dir + html.n &&
                str_eq_nocase(str_sub(other, 0, dir), str_sub(file, 0, dir)) &&
                str_ends(other, html);
    return bare || needs_folder(file, other) || needs_folder(other, file);
}

static bool is_free(const struct plan *plan, str file, const struct post *goes)
{
    bool free = true;
    bool model = false; /* its template is known to have compiled */
    for (size_t i = 0; i < plan->outputs.n && free; i++) {
        const struct output *output = &plan->outputs.p[i];
        bool post = output->kind == OUTPUT_POST;
        model = model || (post && !output->dropped &&
                          str_eq(output->template, STR("post.html")));
        free = (post && (output->dropped || output->post == goes)) ||
               !is_in_the_way(output, file);
    }
    return free && model;
}

/* Of the last page of a list: one more would be a page that no other has. */
static bool has_next(const struct site *site, const struct output *output,
                     const struct map *files, struct arena *arena)
{
    const struct list_page *page = output->list;
    bool full = page && page->number == page->pages && page->per_page &&
                page->total && page->total % page->per_page == 0;
    if (!full) {
        return true;
    }
    struct address next = address_of_page(arena, &site->config, page->path,
                                          page->number + 1, page->pages + 1);
    return !map_get(files, next.file);
}

bool plan_may_change(const struct plan *plan)
{
    return plan->outputs.cap - plan->outputs.n >= ROOM && !plan->replaced.n &&
           plan_sitemap_may_change(plan);
}

/* All lists have their next pages. */
static bool have_next(const struct site *site, const struct plan *plan,
                      const struct map *files)
{
    struct arena work = {0};
    bool have = true;
    for (size_t i = 0; i < plan->outputs.n && have; i++) {
        const struct output *output = &plan->outputs.p[i];
        have = output->dropped || has_next(site, output, files, &work);
    }
    arena_free(&work);
    return have;
}

bool plan_may_add(const struct site *site, const struct plan *plan,
                  const struct map *files, const struct address *address,
                  const struct post *goes)
{
    return plan_may_change(plan) && is_free(plan, address->file, goes) &&
           have_next(site, plan, files);
}

/* --- lists --- */

struct following {
    struct site *site;
    struct plan *plan;
    const struct site_change *change;
    struct plan_change *out;
};

static bool has_changed(const struct following *f, const struct posts *of)
{
    bool has = false;
    for (size_t i = 0; i < f->change->lists.n && !has; i++) {
        has = f->change->lists.p[i] == of;
    }
    return has;
}

static void drop(struct following *f, struct output *output)
{
    plan_sitemap_remove(f->plan, output);
    output->dropped = true;
    *VEC_PUSH(&f->out->gone, f->out->arena) = output;
}

static void count(const struct following *f, struct list_page *page,
                  size_t pages)
{
    struct posts now = plan_posts_of_page(f->site, page->of, page->per_page,
                                          page->number, pages);
    page->posts.p = now.p;
    page->posts.n = now.n;
    page->posts.cap = 0;
    page->total = page->of->n;
    page->pages = pages;
}

/* One page more than the list had, behind `last`. */
static void add_page(struct following *f, const struct output *last)
{
    struct site *site = f->site;
    struct list_page *page = ARENA_NEW(site->arena, struct list_page);
    *page = *last->list;
    page->number++;
    page->address = address_of_page(site->arena, &site->config, page->path,
                                    page->number, page->number);
    page->object = (struct object){0};
    page->paginator = (struct object){0};
    page->posts = (struct posts){0};
    count(f, page, page->number);
    view_init_list_page(page);
    struct output *output =
        plan_add(site, f->plan, OUTPUT_LIST, &page->address);
    output->list = page;
    output->listing = last->listing;
    output->template = last->template;
    output->at = last->at;
    plan_sitemap_add(site, f->plan, output, last);
    *VEC_PUSH(&f->out->made, f->out->arena) = output;
}

static void follow_list(struct following *f, struct output *output)
{
    struct list_page *page = output->list;
    size_t before = page->pages;
    size_t pages = plan_count_pages(page->of->n, page->per_page);
    bool last = page->number == before;
    if (page->number > pages) {
        drop(f, output);
        return;
    }
    count(f, page, pages);
    plan_sitemap_date(output);
    *VEC_PUSH(&f->out->lists, f->out->arena) = output;
    if (last && pages > before) {
        add_page(f, output);
    }
}

static void follow_output(struct following *f, struct output *output)
{
    if (output->list && output->list->of && has_changed(f, output->list->of)) {
        follow_list(f, output);
    } else if (output->list && output->list->kind == PAGE_TAXONOMY) {
        plan_sitemap_date(output);
        *VEC_PUSH(&f->out->lists, f->out->arena) = output;
    } else if (output->feed && has_changed(f, output->feed->of)) {
        plan_feed_posts(f->site, output->feed->of, &output->feed->posts);
        *VEC_PUSH(&f->out->lists, f->out->arena) = output;
    }
}

/* --- all of it --- */

/* The page before it in the sitemap, where posts come first, in their order. */
static const struct output *page_before(const struct post *post,
                                        const struct map *files)
{
    const struct output *output = NULL;
    for (const struct post *p = post->newer; p && !(output && output->entry);
         p = p->newer) {
        output = p->address.file.n ? map_get(files, p->address.file) : NULL;
    }
    return output && output->entry ? output : NULL;
}

static void follow_lists(struct following *f)
{
    size_t n = f->plan->outputs.n;
    for (size_t i = 0; i < n; i++) {
        if (!f->plan->outputs.p[i].dropped) {
            follow_output(f, &f->plan->outputs.p[i]);
        }
    }
}

void plan_follow_add(struct site *site, struct plan *plan,
                     const struct map *files, const struct post *post,
                     const struct site_change *change, struct plan_change *out)
{
    struct following f = {site, plan, change, out};
    follow_lists(&f);
    struct output *output = plan_post(site, plan, post);
    plan_sitemap_add(site, plan, output, page_before(post, files));
    *VEC_PUSH(&out->made, out->arena) = output;
}

void plan_follow_remove(struct site *site, struct plan *plan,
                        struct output *gone, const struct site_change *change,
                        struct plan_change *out)
{
    struct following f = {site, plan, change, out};
    follow_lists(&f);
    drop(&f, gone);
}
