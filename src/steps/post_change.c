/* SPDX-License-Identifier: MIT */
#include "steps/post_change.h"

#include "site/view/fact_source.h"
#include "steps/generation.h"
#include "steps/outputs.h"

bool post_may_come(struct generation *built, str path,
                   const struct fs_stat *stat, const struct map *files,
                   const struct post *goes, struct new_post *out)
{
    return site_may_add(built->site, path, stat, out) &&
           plan_may_add(built->site, &built->plan, files, &out->address, goes);
}

bool post_may_go(const struct generation *built, const struct post *post,
                 const struct map *files, struct arena *arena)
{
    return map_get(files, post->address.file) &&
           site_may_remove(built->site, post, arena) &&
           plan_may_change(&built->plan);
}

/* --- keys --- */

/* A key keeps its id, should its object come back. */
static void forget(struct objects *objects, struct engine *engine,
                   struct object *object)
{
    if (object->number) {
        objects->of.p[object->number] = NULL;
        fact_set_gone(&engine->facts, object->number, &engine->arena);
        object->number = 0;
    }
}

static void forget_output(struct objects *objects, struct engine *engine,
                          const struct output *output)
{
    if (output->list) {
        forget(objects, engine, &output->list->object);
        forget(objects, engine, &output->list->paginator);
        forget(objects, engine, &output->list->posts.object);
    }
    if (output->entry) {
        forget(objects, engine, &output->entry->object);
    }
}

static void number_output(struct objects *objects, struct engine *engine,
                          struct output *output, struct arena *arena)
{
    if (output->list) {
        objects_add_list_page(objects, arena, output->list);
    }
    if (output->entry) {
        objects_add(objects, arena, &output->entry->object, OBJECT_ADDRESS, 0,
                    output->address->file);
    }
    output_plan(output, engine);
}

/* --- facts --- */

struct stale {
    struct site_facts *facts;
    const struct site_change *change;
    const struct plan_change *plan;
    uint16_t *sources; /* by key */
};

static void add(const struct stale *stale, const struct object *object,
                unsigned sources)
{
    if (object->number) {
        stale->sources[object->number] |= (uint16_t)sources;
    }
}

static void add_posts(const struct stale *stale, const struct posts *posts,
                      unsigned sources)
{
    for (size_t i = 0; i < posts->n; i++) {
        add(stale, &posts->p[i]->object, sources);
    }
}

static void add_taxonomy(const struct stale *stale,
                         const struct taxonomy *taxonomy)
{
    for (size_t i = 0; i < taxonomy->terms.n; i++) {
        add(stale, &taxonomy->terms.p[i]->as.object, FROM_ORDER);
    }
}

/* Weights hang on the largest term. */
static void add_weights(const struct stale *stale)
{
    const struct site *site = stale->facts->site;
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        add_taxonomy(stale, site->taxonomies.p[i]);
    }
    for (size_t i = 0; i < site->unpublished.n; i++) {
        add_taxonomy(stale, site->unpublished.p[i]);
    }
}

/* Unlisted posts may have the post's terms, and are in none of their lists. */
static void add_lists(const struct stale *stale, const struct post *post)
{
    const struct site_change *change = stale->change;
    for (size_t i = 0; i < change->lists.n; i++) {
        add(stale, &change->lists.p[i]->object, FROM_ORDER);
    }
    for (size_t i = 0; i < change->counts.n; i++) {
        add(stale, &change->counts.p[i]->object, FROM_ORDER);
    }
    for (size_t i = 0; i < change->beside.n; i++) {
        add(stale, &change->beside.p[i]->object, FROM_LISTS);
    }
    for (size_t i = 0; i < post->terms.n; i++) {
        add_posts(stale, &post->terms.p[i]->as.posts, FROM_TERMS);
    }
    add_posts(stale, &stale->facts->site->unlisted, FROM_TERMS);
    if (change->scale) {
        add_posts(stale, &stale->facts->site->posts, FROM_TERMS);
    }
    if (change->weights) {
        add_weights(stale);
    }
}

static void add_output(const struct stale *stale, const struct output *output)
{
    if (output->list) {
        add(stale, &output->list->posts.object, FROM_ORDER);
        add(stale, &output->list->paginator, FROM_ORDER);
    }
    if (output->feed) {
        add(stale, &output->feed->object, FROM_ORDER);
        add(stale, &output->feed->posts.object, FROM_ORDER);
    }
    if (output->entry) {
        add(stale, &output->entry->object, FROM_ORDER);
    }
}

/* What stands at an address for the first time, perhaps not since ever. */
static void add_made(const struct stale *stale, const struct output *output)
{
    enum { ALL = UINT16_MAX };
    if (output->list) {
        add(stale, &output->list->object, ALL);
        add(stale, &output->list->paginator, ALL);
        add(stale, &output->list->posts.object, ALL);
    }
    if (output->post) {
        add(stale, &output->post->object, ALL);
    }
    if (output->entry) {
        add(stale, &output->entry->object, ALL);
    }
}

static void update_facts(struct stale stale, const struct post *post,
                         const struct plan *plan)
{
    struct arena work = {0};
    stale.sources =
        arena_zalloc(&work, stale.facts->objects->of.n, sizeof *stale.sources);
    add_lists(&stale, post);
    for (size_t i = 0; i < stale.plan->lists.n; i++) {
        add_output(&stale, stale.plan->lists.p[i]);
    }
    for (size_t i = 0; i < stale.plan->made.n; i++) {
        add_made(&stale, stale.plan->made.p[i]);
    }
    add(&stale, &plan->entries.object, FROM_ORDER);
    site_facts_of_objects(stale.facts, stale.sources);
    site_facts_of_order(stale.facts);
    arena_free(&work);
}

/* --- one more, one less --- */

struct post *post_come(struct generation *built, struct site_facts *facts,
                       const struct new_post *new, const struct map *files,
                       struct plan_change *out)
{
    struct site *site = built->site;
    struct engine *engine = facts->engine;
    struct site_change change = {.arena = out->arena};
    struct post *post = site_add(site, new, &change);
    plan_follow_add(site, &built->plan, files, post, &change, out);
    objects_add(site->objects, site->arena, &post->object, OBJECT_POST, 0,
                post->file->path);
    for (size_t i = 0; i < out->made.n; i++) {
        number_output(site->objects, engine, out->made.p[i], site->arena);
        theme_take_output(built->theme, &built->plan, out->made.p[i]);
    }
    engine_grow(engine);
    update_facts((struct stale){facts, &change, out, NULL}, post, &built->plan);
    return post;
}

void post_go(struct generation *built, struct site_facts *facts,
             struct post *post, const struct map *files,
             struct plan_change *out)
{
    struct site *site = built->site;
    struct engine *engine = facts->engine;
    struct site_change change = {.arena = out->arena};
    struct output *output = map_get(files, post->address.file);
    site_remove(site, post, &change);
    plan_follow_remove(site, &built->plan, output, &change, out);
    for (size_t i = 0; i < out->gone.n; i++) {
        forget_output(site->objects, engine, out->gone.p[i]);
    }
    forget(site->objects, engine, &post->object);
    update_facts((struct stale){facts, &change, out, NULL}, post, &built->plan);
}
