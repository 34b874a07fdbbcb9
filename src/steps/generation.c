/* SPDX-License-Identifier: MIT */
#include "steps/generation.h"

#include "engine/gate.h"
#include "jinja/jinja.h"
#include "render/asset_hash.h"
#include "render/fragment_cache.h"
#include "render/functions.h"
#include "site/config/words.h"
#include "site/view/question.h"
#include "site/view/view_class.h"
#include "steps/last_build.h"
#include "steps/outputs.h"

static enum jinja_undefined undefined_mode(const struct site *site)
{
    const struct config *config = &site->config;
    if (config->unread || site->data_unread) {
        return JINJA_CHAINABLE; /* what it lacks is no template's fault */
    }
    switch (config->undefined) {
    case CONFIG_UNDEFINED_WARN: return JINJA_WARN;
    case CONFIG_UNDEFINED_IGNORE: return JINJA_CHAINABLE;
    case CONFIG_UNDEFINED_ERROR: break;
    }
    return JINJA_ERROR;
}

/* --- templates and the host --- */

static void note_template(struct eval *eval, str name,
                          const struct source *source)
{
    const struct view *view = eval->host;
    uint64_t *answer =
        question_open(view->recorder, view->site, ASK_TEMPLATE, name);
    if (answer) {
        *answer = theme_files_hash(source);
    }
}

static struct profile *profile_of(struct eval *eval)
{
    const struct view *view = eval->host;
    return view->profile;
}

/* What jinja asks of a build. */
static struct jinja_host host_of(struct theme_files *theme)
{
    struct jinja_host host = theme_files_host(theme);
    host.note_template = note_template;
    host.find_fragment = fragment_cache_find;
    host.keep_fragment = fragment_cache_keep;
    host.profile_of = profile_of;
    return host;
}

/* Gives all that templates can see its key, and the plan to the engine. */
static void number_objects(struct engine *engine, struct generation *built)
{
    struct site *site = built->site;
    struct objects *objects = objects_new(site, engine);
    plan_number(&built->plan, objects, site->arena);
    outputs_plan(&built->plan, engine);
    for (size_t i = 0; i < site->languages.n; i++) {
        site->languages.p[i]->objects = objects;
    }
}

/* What templates see of the plan. */
static void share_plan(struct generation *built)
{
    struct view_shared *shared = &built->shared;
    view_shared_init(shared, built->site);
    shared->files = &built->plan.files;
    shared->feeds = built->plan.home_feeds;
    shared->shortcodes = &built->shortcodes;
    built->fingerprints =
        fingerprints_new(built->site, &built->plan, &shared->doubts);
}

/* Which template asks who links to a post is known for certain only when all
 * are rendered: names of templates and of attributes may be computed. */
static bool saw_backlinks(const struct last_build *last,
                          const struct site *site)
{
    const struct engine *engine = last->engine;
    uint64_t saw = 0;
    for (uint32_t i = 1; last->known && i < engine->facts.rows.n; i++) {
        const struct key *key = key_get(&engine->keys, i);
        bool post = key->class == KEY_OBJECT && key->kind == OBJECT_POST;
        saw |= post ? engine->facts.rows.p[i].bits : 0;
    }
    return site->nall &&
           (saw & fact_bit(&site->all[0].object, STR("backlinks")));
}

/* --- all of it --- */

/* Every template that the plan names; errors of all are reported. */
static void compile_all(struct plan *plan, struct jinja *jinja,
                        struct diags *diags)
{
    const struct output *last = NULL;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        if (!output->template.n) {
            continue;
        }
        bool same = last && str_eq(last->template, output->template);
        /* One that is missing is told wherever it is asked for. */
        if (same && (last->compiled || !output->at.source)) {
            output->compiled = last->compiled;
        } else {
            output->compiled =
                jinja_get(jinja, output->template, output->at, diags);
        }
        last = output;
    }
}

static void compile(struct generation *generation, struct diags *diags)
{
    struct site *site = generation->site;
    struct jinja_options settings = {.undefined = undefined_mode(site)};
    generation->jinja =
        jinja_new(site->arena, settings, host_of(&generation->theme));
    functions_add(generation->jinja);
    jinja_add_global(generation->jinja, STR("data"),
                     value_object(&site->data->object));
    compile_all(&generation->plan, generation->jinja, diags);
    shortcode_table_make(&generation->shortcodes, generation->jinja,
                         &generation->theme, site->arena, diags);
}

struct generation *generation_new(struct site *site, struct last_build *last,
                                  bool backlinks, struct diags *diags)
{
    struct generation *generation = ARENA_NEW(site->arena, struct generation);
    generation->site = site;
    if (site_is_cancelled(site)) {
        return generation;
    }
    theme_files_of_site(&generation->theme, &site->config, site->arena);
    theme_files_check(&generation->theme, diags);
    words_load(site, &generation->theme, diags);
    plan_make(site, STR("static"), diags, &generation->plan);
    number_objects(last->engine, generation);
    share_plan(generation);
    if (site_is_cancelled(site)) {
        return generation;
    }
    compile(generation, diags);
    struct view_doubts *doubts = &generation->shared.doubts;
    doubts->names_backlinks = generation->theme.names_backlinks;
    doubts->has_backlinks =
        backlinks || doubts->names_backlinks || saw_backlinks(last, site);
    return generation;
}

void generation_free(struct generation *generation)
{
    gate_release(generation->site);
    if (generation->jinja) {
        jinja_free(generation->jinja);
    }
    view_shared_free(&generation->shared);
    site_free(generation->site);
}
