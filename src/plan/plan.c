/* SPDX-License-Identifier: MIT */
#include "plan/plan.h"

#include "base/hash.h"
#include "files/path.h"
#include "plan/plan_parts.h"
#include "site/config/words.h"
#include "site/content/post.h"
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

/* One a language: hosts that know of it show the nearest one. */
static void plan_missing(struct site *site, struct plan *plan)
{
    struct list_page *missing = ARENA_NEW(site->arena, struct list_page);
    missing->kind = PAGE_404;
    missing->title =
        words_text(site->words, site->config.language, STR("page_not_found"));
    missing->lang = site->config.language;
    missing->noindex = true;
    missing->number = missing->pages = 1;
    missing->first = address_make(site->arena, &site->config, STR("")).url;
    missing->address =
        address_make(site->arena, &site->config,
                     arena_concat(site->arena, site->prefix, ADDRESS_MISSING));
    view_init_list_page(missing);
    struct output *output =
        plan_add(site, plan, OUTPUT_LIST, &missing->address);
    output->list = missing;
    plan_template(output);
}

/* The page with the form, and the index that it reads. */
static void plan_search(struct site *site, struct plan *plan)
{
    struct list_page *page = ARENA_NEW(site->arena, struct list_page);
    str folder = arena_concat(site->arena, site->prefix, STR("search/"));
    page->kind = PAGE_SEARCH;
    page->title = words_text(site->words, site->config.language, STR("search"));
    page->lang = site->config.language;
    page->noindex = true;
    page->number = page->pages = 1;
    page->address = address_make(site->arena, &site->config, folder);
    page->first = page->address.url;
    view_init_list_page(page);
    struct output *output = plan_add(site, plan, OUTPUT_LIST, &page->address);
    output->list = page;
    plan_template(output);
    plan_add(site, plan, OUTPUT_SEARCH,
             plan_address(
                 site, arena_concat(site->arena, folder, STR("index.json"))));
}

void plan_make(struct site *site, str statics, struct diags *diags,
               struct plan *plan)
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
    plan_files(site, plan, statics, diags);
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
