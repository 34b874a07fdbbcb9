/* SPDX-License-Identifier: MIT */
#include "steps/generation.h"

#include "base/pool.h"
#include "engine/gate.h"
#include "site/config/words.h"
#include "site/view/view_class.h"
#include "steps/asset_hash.h"
#include "steps/last_build.h"
#include "steps/outputs.h"
#include "steps/search.h"

/* Gives all that templates can see its key. */
static void number_objects(struct engine *engine, struct generation *built)
{
    struct site *site = built->site;
    struct objects *objects =
        objects_new(site, engine, built->shared.doubts.has_backlinks);
    plan_number(&built->plan, objects, site->arena);
    for (size_t i = 0; i < site->languages.n; i++) {
        site->languages.p[i]->objects = objects;
    }
}

/* Whether a template reads backlinks is certain only when all pages are
 * rendered, as names of templates and attributes may be computed. */
static bool saw_backlinks(const struct last_build *last,
                          const struct site *site)
{
    const struct engine *engine = last->engine;
    uint64_t saw = 0;
    for (uint32_t i = 1; last->known && i < engine->facts.rows.n; i++) {
        const struct key *key = key_get(&engine->keys, i);
        bool post = key->class == KEY_OBJECT && key->kind == OBJECT_POST;
        saw |= post ? fact_row(&engine->facts, i)->bits : 0;
    }
    return site->nall &&
           (saw & fact_bit(&site->all[0].object, STR("backlinks")));
}

/* --- all of it --- */

/* The check of the plan, beside what does not depend on it. */
struct plan_checking {
    struct plan *plan;
    struct diags said;
    struct pool_aside aside;
};

static void check_plan(void *context)
{
    struct plan_checking *checking = context;
    plan_check(checking->plan, &checking->said);
}

struct generation *generation_new(struct site *site, struct last_build *last,
                                  bool backlinks, struct diags *diags)
{
    struct generation *generation = ARENA_NEW(site->arena, struct generation);
    struct plan *plan = &generation->plan;
    generation->site = site;
    if (site_is_cancelled(site)) {
        return generation;
    }
    generation->theme = theme_open(site, diags);
    words_load(site, &generation->theme->files, diags);
    plan_make(site, diags, plan);
    if (site_is_cancelled(site)) {
        return generation;
    }
    struct plan_checking checking = {.plan = plan};
    diags_init(&checking.said, &site->workers[0]);
    pool_start(&checking.aside, check_plan, &checking);
    theme_compile(generation->theme, site, plan, diags);
    struct view_shared *shared = &generation->shared;
    struct view_doubts *doubts = &shared->doubts;
    doubts->names_backlinks = generation->theme->files.names_backlinks;
    doubts->has_backlinks =
        backlinks || doubts->names_backlinks || saw_backlinks(last, site);
    number_objects(last->engine, generation);
    pool_wait(&checking.aside);
    diags_merge(diags, &checking.said);
    plan_finish(site, plan, diags);
    outputs_plan(plan, last->engine);
    shared->files = &plan->files;
    shared->feeds = plan->home_feeds;
    shared->shortcodes = &generation->theme->shortcodes;
    generation->fingerprints = fingerprints_new(site, plan, doubts);
    generation->search = search_new(site);
    return generation;
}

void generation_take_theme(struct generation *generation, struct theme *theme)
{
    theme_free(generation->theme);
    generation->theme = theme;
    generation->shared.shortcodes = &theme->shortcodes;
    generation->shared.doubts.names_backlinks = theme->files.names_backlinks;
}

void generation_free(struct generation *generation)
{
    gate_release(generation->site);
    search_free(generation->search, generation->site);
    theme_free(generation->theme);
    site_free(generation->site);
}
