/* SPDX-License-Identifier: MIT */
#include "plan/plan.h"

#include "base/hash.h"
#include "plan/plan_parts.h"
#include "site/config/words.h"
#include "site/view/recipe_facts.h"

/* --- posts and pages --- */

static void plan_posts(struct site *site, struct plan *plan,
                       const struct posts *posts)
{
    for (size_t i = 0; i < posts->n; i++) {
        const struct post *post = posts->p[i];
        if (plan_renders(post)) {
            struct output *output =
                plan_add(site, plan, OUTPUT_POST, &post->address);
            output->post = post;
            plan_template(output);
            output->from = post->source->name;
        }
    }
}

/* A file beside "baking/rye/index.html". */
static void plan_beside(struct site *site, struct plan *plan,
                        const struct post *post, enum output_kind kind,
                        str name)
{
    str folder = address_shown(post->address.file);
    struct output *output =
        plan_add(site, plan, kind,
                 plan_address(site, arena_concat(site->arena, folder, name)));
    output->post = post;
    output->template = kind == OUTPUT_CARD ? STR("card.json") : name;
    output->from = post->source->name;
}

/* Recipes have their data, posts without a cover a card. A page that is no
 * folder has none. */
static void plan_beside_posts(struct site *site, struct plan *plan,
                              const struct posts *posts)
{
    for (size_t i = 0; i < posts->n; i++) {
        const struct post *post = posts->p[i];
        if (post->kind == PAGE_POST && plan_renders(post) &&
            post_has_recipe(post) &&
            str_ends(post->address.file, STR("index.html"))) {
            plan_beside(site, plan, post, OUTPUT_DATA, STR("recipe.json"));
        }
        if (post_has_card(site, post)) {
            plan_beside(site, plan, post, OUTPUT_CARD, STR(CARD_FILE));
        }
    }
}

/* --- single files --- */

/* A page that lists nothing, in the site's language, and is not to be found. */
static struct list_page *plan_single(struct site *site, struct plan *plan,
                                     enum page_kind kind, const char *title,
                                     str path)
{
    struct list_page *page = ARENA_NEW(site->arena, struct list_page);
    page->kind = kind;
    page->title =
        words_text(site->words, site->config.language, str_from(title));
    page->lang = site->config.language;
    page->noindex = true;
    page->number = page->pages = 1;
    page->address = address_make(site->arena, &site->config,
                                 arena_concat(site->arena, site->prefix, path));
    page->first = page->address.url;
    view_init_list_page(page);
    struct output *output = plan_add(site, plan, OUTPUT_LIST, &page->address);
    output->list = page;
    plan_template(output);
    return page;
}

/* One a language: hosts that know of it show the nearest one. */
static void plan_missing(struct site *site, struct plan *plan)
{
    plan_single(site, plan, PAGE_404, "page_not_found", ADDRESS_MISSING)
        ->first = address_make(site->arena, &site->config, STR("")).url;
}

/* The page with the form, and the index that it reads. */
static void plan_search(struct site *site, struct plan *plan)
{
    str index =
        arena_concat(site->arena, site->prefix, STR("search/index.json"));
    plan_single(site, plan, PAGE_SEARCH, "search", STR("search/"));
    plan_add(site, plan, OUTPUT_SEARCH, plan_address(site, index));
}

void plan_make(struct site *site, struct diags *diags, struct plan *plan)
{
    VEC_RESERVE(&plan->outputs, site->arena, 2 * site->nall + 256);
    plan->home_feeds =
        ARENA_ARRAY(site->arena, const struct feeds *, site->languages.n);
    for (size_t i = 0; i < site->languages.n; i++) {
        struct site *one = site->languages.p[i];
        plan_posts(one, plan, &one->posts);
        plan_posts(one, plan, &one->pages);
        plan_posts(one, plan, &one->unlisted);
    }
    plan->nposts = plan->outputs.n;
    for (size_t i = 0; i < site->languages.n; i++) {
        struct site *one = site->languages.p[i];
        plan_beside_posts(one, plan, &one->posts);
        plan_beside_posts(one, plan, &one->unlisted);
    }
    plan_files(site, plan, diags);
    for (size_t i = 0; i < site->languages.n; i++) {
        plan_lists(site->languages.p[i], plan);
        plan_missing(site->languages.p[i], plan);
        if (site->config.search) {
            plan_search(site->languages.p[i], plan);
        }
    }
    plan_translations(site, plan);
    plan_add(site, plan, OUTPUT_PAGES, plan_address(site, STR("robots.txt")))
        ->template = STR("robots.txt");
    plan_sitemap(site, plan);
    plan_aliases(site, plan, diags);
    plan_redirects(site, plan);
}

void plan_check(struct plan *plan, struct diags *diags)
{
    address_conflicts_check(plan->outputs.p, plan->outputs.n, diags);
}

void plan_finish(struct site *site, struct plan *plan, struct diags *diags)
{
    /* Until now aliases that are written only as server redirects took part in
     * the check for conflicts. */
    for (size_t i = 0; !site->config.redirects.pages && i < plan->outputs.n;
         i++) {
        struct output *output = &plan->outputs.p[i];
        output->dropped = output->dropped || output->kind == OUTPUT_ALIAS;
    }
    for (size_t i = 0; i < site->languages.n; i++) {
        plan_menus(site->languages.p[i], plan, diags);
    }
}

uint64_t plan_hash(const struct plan *plan)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (output->kind == OUTPUT_FILE) {
            hash = hash64_mix(hash, hash64(output->address->file));
        }
    }
    return hash;
}

void plan_number(struct plan *plan, struct objects *objects,
                 struct arena *arena)
{
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (output->list) {
            objects_add_list_page(objects, arena, output->list);
        }
        if (output->feed) {
            objects_add_feed(objects, arena, output->feed);
        }
        if (output->entries) {
            objects_add_entries(objects, arena, output->entries,
                                output->address->file);
        }
    }
    objects_add_entries(objects, arena, &plan->entries, STR(""));
}
