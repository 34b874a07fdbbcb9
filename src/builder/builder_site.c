/* SPDX-License-Identifier: MIT */
#include "builder/builder_site.h"

#include <stdlib.h>
#include <time.h>

#include "base/diag/diag_pack.h"
#include "base/pool.h"
#include "builder/save.h"
#include "builder/scan/content_walk.h"
#include "files/fs.h"
#include "steps/outputs.h"

/* --- the next generation --- */

struct next {
    struct arena *arena;
    struct past *past; /* the builder's, or for other settings a new one */
    struct site *site;
    struct generation *generation;
    struct rendering *rendering;
    struct map outputs;    /* by their files... */
    struct arena finding;  /* ...in this arena */
    struct fs_list walked; /* content/, if that could be walked */
    bool is_walked;
    int64_t seen; /* the file system's clock before anything was read */
};

/* What was walked for the good generation is looked at again where something is
 * named. */
static bool walk(const struct builder *builder,
                 const struct changed_files *changed, struct next *next)
{
    struct arena *arena = next->arena;
    if (builder->is_walked && !builder->behind && !changed->all &&
        content_walk_again(&builder->walked, changed->paths, changed->n, arena,
                           &next->walked)) {
        return true;
    }
    return fs_walk(STR("content"), arena, &next->walked) == 0;
}

static bool is_named(const struct changed_files *changed, str path)
{
    for (size_t i = 0; i < changed->n; i++) {
        str named = changed->paths[i];
        if (str_starts(named, STR("content/")) &&
            str_eq(str_from_offset(named, sizeof "content/" - 1), path)) {
            return true;
        }
    }
    return false;
}

/* What the watcher names is read, whatever its times say. */
static const struct known_post *known_posts(const struct next *next,
                                            const struct changed_files *changed)
{
    const struct content *content = &next->site->content;
    struct known_post *known =
        last_build_posts(&next->past->last, next->site, next->arena);
    for (size_t i = 0; known && i < content->files.n; i++) {
        if (is_named(changed, content->files.p[i]->path)) {
            known[i] = (struct known_post){0};
        }
    }
    return known;
}

/* What many edits have left something in is read anew from the ledger, once
 * that says all that the engine knows. */
static bool is_good_for(const struct builder *builder, struct hash128 key)
{
    return builder->past && hash128_eq(builder->past->key, key) &&
           (builder->unsaved || !builder_is_worn(builder));
}

struct opening {
    const struct builder *builder;
    struct hash128 key;
    struct past *past;
};

static void open_past(void *context)
{
    struct opening *opening = context;
    opening->past = past_open(opening->builder, opening->key);
}

/* Reads the ledger, if there is another one to read, beside the walk. Returns
 * false if there is no content. */
static bool look(struct builder *builder, const struct changed_files *changed,
                 struct next *next, struct diags *diags)
{
    struct opening opening = {builder, last_build_key(next->site),
                              builder->past};
    struct pool_aside aside = {.started = false};
    if (!is_good_for(builder, opening.key)) {
        pool_start(&aside, open_past, &opening);
    }
    next->is_walked = walk(builder, changed, next);
    bool scanned =
        site_scan(next->site, next->is_walked ? &next->walked : NULL, diags);
    pool_wait(&aside);
    next->past = opening.past;
    return scanned;
}

static bool load(struct builder *builder, const struct changed_files *changed,
                 struct next *next, struct diags *diags)
{
    struct site_options options = builder->options.site;
    options.cancel = builder->cancel;
    options.now = builder->options.now_given ? options.now : time(NULL);
    next->arena = &builder->arenas[!builder->current];
    next->site = site_open(&options, next->arena, diags);
    if (!next->site) {
        return false;
    }
    if (!look(builder, changed, next, diags)) {
        return false;
    }
    site_load(next->site, known_posts(next, changed), diags);
    site_organise(next->site, diags);
    next->generation = generation_new(next->site, &next->past->last,
                                      builder->backlinks, diags);
    return !site_is_cancelled(next->site) && !diags->errors;
}

static void drop(struct builder *builder, struct next *next)
{
    if (next->rendering) {
        rendering_free(next->rendering);
    }
    if (next->generation) {
        generation_free(next->generation);
    } else if (next->site) {
        site_free(next->site);
    }
    arena_free(&next->finding);
    arena_free(next->arena);
    if (next->past != builder->past) {
        past_close(next->past);
    }
}

/* --- it takes its place --- */

/* Beside the comparison of facts, which needs nothing of this. */
static void map_outputs(void *context)
{
    struct next *next = context;
    struct plan *plan = &next->generation->plan;
    outputs_identify(plan);
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        if (!output->dropped) {
            *map_put(&next->outputs, &next->finding, output->address->file) =
                output;
        }
    }
}

/* Of files that were saved, so many bytes are read in one update. */
enum { MOST_READ = 32 << 20 };

/* 0: not known. */
static uint64_t hash_file(const struct output *output, size_t *left)
{
    struct arena work = {0};
    str bytes;
    uint64_t hash = 0;
    if (output->from_stat->size <= *left &&
        fs_read(output->from, &work, &bytes) == 0) {
        *left -= bytes.n < *left ? bytes.n : *left;
        hash = hash64(bytes);
    }
    arena_free(&work);
    return hash;
}

/* A file that was written again with the bytes that it had is right as it was
 * made; of any other one the step knows from now on what browsers see. */
static bool has_same_bytes(const struct output *output,
                           const struct output *was, size_t *left)
{
    struct step *step = output->step;
    uint64_t before = step->result;
    step->result = hash_file(output, left);
    bool same = was && was->kind == OUTPUT_FILE &&
                str_eq(was->from, output->from) && before &&
                step->result == before;
    if (same) {
        step->input = output->input;
    }
    return same;
}

static bool has_other_text(const struct output *output,
                           const struct output *was)
{
    return output->post && (!was->post || output->post->loaded->file_hash !=
                                              was->post->loaded->file_hash);
}

static bool is_other(const struct builder *builder, const struct output *output,
                     size_t *left)
{
    const struct output *was =
        map_get(&builder->outputs, output->address->file);
    bool other =
        !was || was->input != output->input || has_other_text(output, was);
    return other &&
           !(output->kind == OUTPUT_FILE && has_same_bytes(output, was, left));
}

/* Against the generation that is still shown. */
static void find_changes(struct builder *builder, const struct next *next)
{
    builder_clear_changes(builder);
    if (!builder->good) {
        builder->changes.first = true;
        return;
    }
    builder->changes.other = !hash128_eq(builder->past->key, next->past->key);
    struct plan *now = &next->generation->plan;
    struct plan *then = &builder->good->plan;
    size_t left = MOST_READ;
    for (size_t i = 0; i < now->outputs.n; i++) {
        struct output *output = &now->outputs.p[i];
        if (!output->dropped && is_other(builder, output, &left)) {
            builder_add_change(builder, output->address->file);
        }
    }
    builder_add_stale_sheets(builder, now, next->past);
    for (size_t i = 0; i < then->outputs.n; i++) {
        const struct output *output = &then->outputs.p[i];
        if (!output->dropped &&
            !map_get(&next->outputs, output->address->file)) {
            builder_add_change(builder, output->address->file);
        }
    }
}

static void take(struct builder *builder, struct next *next)
{
    struct site *site = next->site;
    struct arena *arena = &builder->arenas[builder->current];
    struct past *past = builder->past;
    struct generation *good = builder->good;
    pthread_mutex_lock(&builder->lock);
    struct arena finding = builder->finding;
    builder->good = next->generation;
    builder->walked = next->walked;
    builder->is_walked = next->is_walked;
    builder->outputs = next->outputs;
    builder->finding = next->finding;
    pthread_mutex_unlock(&builder->lock);
    builder_free_generation(good, builder->rendering, arena);
    arena_free(&finding);
    if (past != next->past) {
        past_close(past);
    }
    builder->past = next->past;
    builder->current = !builder->current;
    builder->rendering = next->rendering;
    builder->facts = rendering_facts(next->rendering);
    builder->until =
        builder->options.now_given ? INT64_MAX : save_next_change(site);
    builder->noted = arena_zalloc(site->arena, site->nall, sizeof(bool));
    builder->size = builder_held(builder);
}

/* Facts are of the new site or the old: only if the engine is a new one too can
 * it be broken off. */
static bool compare(struct builder *builder, struct next *next,
                    struct diags *diags)
{
    struct pool_aside aside;
    next->site->options.cancel = NULL;
    pool_start(&aside, map_outputs, next);
    next->rendering = rendering_new(next->generation, &next->past->last);
    render_compare(next->rendering, next->site, diags);
    pool_wait(&aside);
    return next->past == builder->past || !builder_is_cancelled(builder);
}

static void show(struct builder *builder, struct next *next)
{
    struct last_build *last = &next->past->last;
    find_changes(builder, next);
    files_learn(last->engine, next->site, next->seen);
    last->known = true;
    last->seen = next->seen;
    last->order = rendering_facts(next->rendering)->changed.order;
    take(builder, next);
    builder_learn(builder, NULL, 0);
    builder_next_revision(builder);
}

enum update_result builder_update_site(struct builder *builder,
                                       const struct changed_files *changed,
                                       struct diags *diags)
{
    struct next next = {.seen = builder_clock(builder)};
    struct diags said;
    diags_init(&said, diags->arena);
    if (!load(builder, changed, &next, &said) ||
        !compare(builder, &next, &said)) {
        bool cancelled = builder_is_cancelled(builder);
        diags_copy(&said, diags); /* the site is dropped */
        drop(builder, &next);
        builder->behind = true;
        return cancelled ? UPDATE_CANCELLED : UPDATE_BAD;
    }
    diags_merge(diags, &said);
    show(builder, &next);
    builder->behind = false;
    return UPDATE_DONE;
}
