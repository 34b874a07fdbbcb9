/* SPDX-License-Identifier: MIT */
#include "builder/builder_state.h"

#include <stdlib.h>
#include <time.h>

#include "base/diag/diag.h"
#include "base/pool.h"
#include "builder/save.h"
#include "builder/scan/content_walk.h"
#include "files/fs.h"

/* --- the next generation --- */

struct next {
    struct arena *arena;
    struct previous_build
        *previous; /* the builder's, or for other settings a new one */
    struct site *site;
    struct generation *generation;
    struct rendering *rendering;
    struct map outputs;        /* by their files... */
    struct arena lookup_arena; /* ...in this arena */
    struct fs_list walked;     /* content/, if that could be walked */
    bool is_walked;
    int64_t seen; /* the file system's clock before anything was read */
};

/* Walks content/, or updates the current generation's walk at the named files.
 */
static bool walk_content(const struct builder *builder,
                         const struct changed_files *changed, struct next *next)
{
    struct arena *arena = next->arena;
    if (builder->is_walked && !builder->outdated && !changed->all &&
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

/* Files that the watcher names are read even if their times are the same. */
static const struct known_post *known_posts(const struct next *next,
                                            const struct changed_files *changed)
{
    const struct content *content = &next->site->content;
    struct known_post *known =
        last_build_posts(&next->previous->last, next->site, next->arena);
    for (size_t i = 0; known && i < content->files.n; i++) {
        if (is_named(changed, content->files.p[i]->path)) {
            known[i] = (struct known_post){0};
        }
    }
    return known;
}

struct open_job {
    const struct builder *builder;
    struct hash128 key;
    struct previous_build *previous;
};

static void open_previous(void *context)
{
    struct open_job *job = context;
    job->previous = previous_open(job->builder, job->key);
}

/* Reads the ledger, if there is another one to read, beside the walk. Returns
 * false if there is no content. */
static bool scan_next(struct builder *builder,
                      const struct changed_files *changed, struct next *next,
                      struct diags *diags)
{
    struct open_job job = {builder, last_build_key(next->site),
                           builder->previous};
    struct pool_aside aside = {.started = false};
    /* After many edits the engine is fragmented: it is loaded again from the
     * ledger once that is saved. */
    bool reuses = builder->previous &&
                  hash128_eq(builder->previous->key, job.key) &&
                  (builder->unsaved || !builder_is_fragmented(builder));
    if (!reuses) {
        pool_start(&aside, open_previous, &job);
    }
    next->is_walked = walk_content(builder, changed, next);
    bool scanned =
        site_scan(next->site, next->is_walked ? &next->walked : NULL, diags);
    pool_wait(&aside);
    next->previous = job.previous;
    return scanned;
}

static bool load_next(struct builder *builder,
                      const struct changed_files *changed, struct next *next,
                      struct diags *diags)
{
    struct site_options options = builder->options.site;
    options.cancel = builder->cancel;
    options.now = builder->options.now_given ? options.now : time(NULL);
    next->arena = &builder->arenas[!builder->arena_index];
    next->site = site_open(&options, next->arena, diags);
    if (!next->site) {
        return false;
    }
    if (!scan_next(builder, changed, next, diags)) {
        return false;
    }
    site_load(next->site, known_posts(next, changed), diags);
    site_organise(next->site, diags);
    next->generation = generation_new(next->site, &next->previous->last,
                                      builder->backlinks, diags);
    return !site_is_cancelled(next->site) && !diags->errors;
}

static void drop_next(struct builder *builder, struct next *next)
{
    if (next->rendering) {
        rendering_free(next->rendering);
    }
    if (next->generation) {
        generation_free(next->generation);
    } else if (next->site) {
        site_free(next->site);
    }
    arena_free(&next->lookup_arena);
    arena_recycle(next->arena);
    if (next->previous != builder->previous) {
        previous_close(next->previous);
    }
}

/* --- replacing the current generation --- */

/* Runs beside the comparison of facts, which does not read the map. */
static void map_outputs(void *context)
{
    struct next *next = context;
    struct plan *plan = &next->generation->plan;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        if (!output->dropped) {
            *map_put(&next->outputs, &next->lookup_arena,
                     output->address->file) = output;
        }
    }
}

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

/* A file that was written again with the same bytes is still right. Of any
 * other file the step learns the hash of the bytes that browsers see. */
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

/* The output of that file, in a plan whose outputs `by_file` has. Two plans
 * have nearly the same order: the one after the last one found, *next, is
 * tried first. */
static const struct output *find_output(const struct plan *plan,
                                        const struct map *by_file, str file,
                                        size_t *next)
{
    const struct output *output = &plan->outputs.p[*next];
    if (*next == plan->outputs.n || output->dropped ||
        !str_eq(output->address->file, file)) {
        output = map_get(by_file, file);
    }
    *next = output ? (size_t)(output - plan->outputs.p) + 1 : *next;
    return output;
}

static bool is_other(const struct output *output, const struct output *was,
                     size_t *left)
{
    const struct post *post = output->post;
    bool other = !was || was->input != output->input ||
                 (post && (!was->post || post->loaded->file_hash !=
                                             was->post->loaded->file_hash));
    return other &&
           !(output->kind == OUTPUT_FILE && has_same_bytes(output, was, left));
}

/* Compares the next generation with the current one. */
static void find_changes(struct builder *builder, const struct next *next)
{
    builder->changes.whole = true;
    if (!builder->current) {
        builder->changes.first = true;
        return;
    }
    builder->changes.other |=
        !hash128_eq(builder->previous->key, next->previous->key);
    struct plan *now = &next->generation->plan;
    struct plan *then = &builder->current->plan;
    size_t left = BUILDER_MOST_READ;
    size_t at = 0;
    for (size_t i = 0; i < now->outputs.n; i++) {
        struct output *output = &now->outputs.p[i];
        if (output->dropped) {
            continue;
        }
        str file = output->address->file;
        if (is_other(output, find_output(then, &builder->outputs, file, &at),
                     &left)) {
            builder_add_change(builder, file);
        }
    }
    builder_add_stale_sheets(builder, now, next->previous);
    at = 0;
    for (size_t i = 0; i < then->outputs.n; i++) {
        const struct output *output = &then->outputs.p[i];
        if (!output->dropped &&
            !find_output(now, &next->outputs, output->address->file, &at)) {
            builder_add_change(builder, output->address->file);
        }
    }
}

static void replace_current(struct builder *builder, struct next *next)
{
    struct site *site = next->site;
    struct arena *arena = &builder->arenas[builder->arena_index];
    struct previous_build *previous = builder->previous;
    struct generation *good = builder->current;
    pthread_mutex_lock(&builder->lock);
    struct arena lookup_arena = builder->lookup_arena;
    builder->current = next->generation;
    builder->walked = next->walked;
    builder->is_walked = next->is_walked;
    builder->outputs = next->outputs;
    builder->lookup_arena = next->lookup_arena;
    pthread_mutex_unlock(&builder->lock);
    builder_free_generation(good, builder->rendering, arena);
    arena_free(&lookup_arena);
    if (previous != next->previous) {
        previous_close(previous);
    }
    builder->previous = next->previous;
    builder->arena_index = !builder->arena_index;
    builder->rendering = next->rendering;
    builder->facts = rendering_facts(next->rendering);
    builder->until =
        builder->options.now_given ? INT64_MAX : save_next_change(site);
    builder->learned = arena_zalloc(site->arena, site->nall, sizeof(bool));
    builder->size = builder_memory(builder);
}

/* Compares facts. It can be cancelled only if the engine is a new one: facts
 * belong to one site, the current or the next. */
static bool compare_facts(struct builder *builder, struct next *next,
                          struct diags *diags)
{
    struct pool_aside aside;
    next->site->options.cancel = NULL;
    pool_start(&aside, map_outputs, next);
    next->rendering = rendering_new(next->generation, &next->previous->last);
    render_compare(next->rendering, next->site, diags);
    pool_wait(&aside);
    return next->previous == builder->previous ||
           !builder_is_cancelled(builder);
}

static void show_next(struct builder *builder, struct next *next)
{
    struct last_build *last = &next->previous->last;
    find_changes(builder, next);
    files_learn(last->engine, next->site, next->seen);
    last->known = true;
    last->seen = next->seen;
    last->order = rendering_facts(next->rendering)->changed.order;
    replace_current(builder, next);
    builder_add_bodies(builder, NULL, 0);
    builder_next_revision(builder);
}

/* A file that is gone or another one when it is read takes another walk. */
enum update_result builder_update_site(struct builder *builder,
                                       const struct changed_files *changed,
                                       struct diags *diags)
{
    enum { TRIES = 3 };
    struct changed_files now = *changed;
    for (int left = TRIES;; now.all = true) {
        struct next next = {.seen = builder_clock(builder)};
        struct diags said = {.arena = diags->arena};
        if (load_next(builder, &now, &next, &said) &&
            compare_facts(builder, &next, &said)) {
            diags_merge(diags, &said);
            show_next(builder, &next);
            builder->outdated = false;
            return UPDATE_DONE;
        }
        bool cancelled = builder_is_cancelled(builder);
        bool again = said.moving && !cancelled && --left;
        if (!again) {
            diags_copy(&said, diags); /* the site is dropped */
        }
        drop_next(builder, &next);
        if (!again) {
            builder->outdated = builder->outdated || !cancelled;
            return cancelled ? UPDATE_CANCELLED : UPDATE_BAD;
        }
    }
}

/* --- both ways --- */

enum update_result builder_update(struct builder *builder,
                                  const struct changed_files *changed,
                                  struct diags *diags)
{
    enum update_result result = UPDATE_SAME;
    builder_clear_changes(builder);
    arena_clear(&builder->results);
    if (!builder->current || builder->outdated || changed->all || !changed->n ||
        !builder_update_in_place(builder, changed, diags, &result)) {
        result = builder_update_site(builder, changed, diags);
    }
    return result;
}

/* The ledger is saved, so the new generation starts from it without a loss. */
void builder_collect(struct builder *builder)
{
    struct arena work = {0};
    if (!builder->current || builder->outdated || builder->unsaved ||
        !builder_is_fragmented(builder)) {
        return;
    }
    struct diags quiet = {.arena = &work};
    builder_clear_changes(builder);
    struct changed_files none = {0};
    if (builder_update_site(builder, &none, &quiet) == UPDATE_DONE) {
        builder->unsaved = false;
    }
    arena_free(&work);
}
