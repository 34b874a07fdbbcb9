/* SPDX-License-Identifier: MIT */
#include "builder/builder_state.h"

#include <errno.h>
#include <stdlib.h>

#include "builder/build_report.h"
#include "builder/pictures.h"
#include "builder/save.h"
#include "files/fs_at.h"
#include "files/state_file.h"
#include "markdown/markdown.h"
#include "steps/bodies.h"
#include "steps/new_deps.h"
#include "steps/outputs.h"
#include "steps/reachable.h"
#include "text/url.h"

/* --- shared by the files of the builder --- */

int64_t builder_clock(const struct builder *builder)
{
    int64_t now;
    return builder->clock >= 0 && fs_at_clock(builder->clock, &now) == 0 ? now
                                                                         : 0;
}

size_t builder_memory(const struct builder *builder)
{
    const struct site *site = builder->current->site;
    size_t bytes = arena_size(site->arena);
    for (size_t i = 0; i < site->options.jobs; i++) {
        bytes += arena_size(&site->workers[i]);
    }
    for (size_t i = 0; i < site->ntexts; i++) {
        bytes += text_store_size(&site->texts[i]);
    }
    return bytes;
}

static size_t most_left(const struct builder *builder)
{
    enum { MOST_LEFT = 32 << 20 };
    return builder->options.most_left ? builder->options.most_left : MOST_LEFT;
}

static bool has_grown(const struct builder *builder, size_t now, size_t then)
{
    return now > then && now - then > most_left(builder);
}

bool builder_is_fragmented(const struct builder *builder)
{
    return has_grown(builder, builder_memory(builder), builder->size) ||
           has_grown(builder, engine_size(builder_engine(builder)),
                     builder->previous->size);
}

bool builder_must_compact(const struct builder *builder)
{
    enum { TIMES = 4 };
    return builder_memory(builder) / TIMES >
           builder->size / TIMES + most_left(builder);
}

void builder_clear_changes(struct builder *builder)
{
    builder->changes = (struct builder_changes){0};
    arena_clear(&builder->changes_arena);
}

void builder_add_change(struct builder *builder, str file)
{
    *VEC_PUSH(&builder->changes.files, &builder->changes_arena) =
        arena_str(&builder->changes_arena, file);
}

void builder_add_stale_sheets(struct builder *builder, struct plan *plan,
                              const struct previous_build *previous)
{
    const struct last_build *last = &previous->last;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        if (!output->dropped && output->template.n &&
            str_ends(output->address->file, STR(".css")) &&
            !output_is_right(output, last, last->engine)) {
            builder_add_change(builder, output->address->file);
        }
    }
}

void builder_next_revision(struct builder *builder)
{
    builder->revision++;
    builder->next = 0;
    builder->unsaved = true;
}

static void learn_bodies(struct builder *builder, struct new_deps *deps)
{
    const struct site *site = builder->current->site;
    struct engine *engine = builder_engine(builder);
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        const struct derived *derived = atomic_load(post->derived);
        if (!derived || builder->learned[i]) {
            continue;
        }
        builder->learned[i] = true;
        if (!derived->recalled) {
            const struct step *step = body_to_step(engine, post);
            new_deps_add(deps, step->trace);
            if (builder->previous->readers) {
                readers_add(builder->previous->readers, engine, step);
            }
        }
    }
}

static bool learn_once(struct builder *builder, const struct rendered *pages,
                       size_t n)
{
    struct arena work = {0};
    render_hand_over(builder->rendering);
    struct new_deps deps = new_deps_begin(builder->facts, &work);
    learn_bodies(builder, &deps);
    for (size_t i = 0; i < n; i++) {
        const struct output *output =
            &builder->current->plan.outputs.p[pages[i].number];
        if (pages[i].done) {
            new_deps_add(&deps, output->step->trace);
        }
    }
    bool more = new_deps_end(&deps);
    arena_free(&work);
    return more;
}

void builder_add_bodies(struct builder *builder, const struct rendered *pages,
                        size_t n)
{
    while (learn_once(builder, pages, n)) {
        n = 0;
    }
}

/* Includes readers that are deleted posts: they may come back unchanged. */
struct readers *builder_readers(struct builder *builder)
{
    const struct engine *engine = builder_engine(builder);
    struct previous_build *previous = builder->previous;
    if (!previous->readers) {
        previous->readers = readers_new(&previous->arena);
        for (uint32_t key = 1; key < engine->steps.by_key.n; key++) {
            const struct step *step = step_find(&engine->steps, key);
            if (step && key_get(&engine->keys, key)->class == KEY_OBJECT) {
                readers_add(previous->readers, engine, step);
            }
        }
    }
    return previous->readers;
}

/* --- the previous build --- */

struct previous_build *previous_open(const struct builder *builder,
                                     struct hash128 key)
{
    struct previous_build *previous = calloc(1, sizeof *previous);
    if (!previous) {
        arena_out_of_memory();
    }
    previous->key = key;
    previous->last.arena = &previous->arena;
    last_build_open(&previous->last, builder->options.ledger, key, 0);
    last_build_read(&previous->last);
    previous->size = engine_size(previous->last.engine);
    return previous;
}

void previous_close(struct previous_build *previous)
{
    if (previous) {
        last_build_close(&previous->last);
        arena_free(&previous->arena);
        free(previous);
    }
}

void builder_free_generation(struct generation *generation,
                             struct rendering *rendering, struct arena *arena)
{
    if (generation) {
        rendering_free(rendering);
        generation_free(generation);
        arena_recycle(arena);
    }
}

/* --- save --- */

/* The next start takes each step of the ledger for right, but pages that the
 * last changes made stale may not be made yet. */
static void check_steps(const struct builder *builder)
{
    struct plan *plan = &builder->current->plan;
    outputs_check(plan, &builder->previous->last, builder_engine(builder),
                  builder->current->site->options.jobs);
    for (size_t i = 0; i < plan->outputs.n; i++) {
        if (!plan->outputs.p[i].right) {
            plan->outputs.p[i].trace = (struct trace){{NULL, 0}};
        }
    }
}

/* The next start makes them. */
static void leave_out_stale(const struct builder *builder,
                            struct reachable *live)
{
    const struct plan *plan = &builder->current->plan;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (!output->dropped && !output->right) {
            live->steps[output->step->key] = false;
        }
    }
}

/* A file that was read in the tick in which it changed may have changed again:
 * the next start reads it. */
static void forget_young(struct engine *engine)
{
    for (uint32_t i = 0; i < engine->files.n; i++) {
        struct file_record *file = engine_file(engine, i);
        if (file && (file->stat.modified >= file->seen ||
                     file->stat.changed >= file->seen)) {
            file->stat = (struct fs_stat){0};
        }
    }
}

static bool write_ledger(struct builder *builder, struct reachable *live,
                         struct arena *work)
{
    const struct site *site = builder->current->site;
    struct last_build *last = &builder->previous->last;
    struct summary summary = summary_of(site, &builder->current->plan, work);
    struct ledger_head head = {.key = builder->previous->key,
                               .now = site->options.now,
                               .seen = last->seen};
    leave_out_stale(builder, live);
    forget_young(builder_engine(builder));
    int error =
        save_ledger(live, builder->facts, &summary,
                    (struct ledger_rest){.head = head,
                                         .said = STR(""),
                                         .root = url_path(site->config.url),
                                         .last = last_build_ledger(last),
                                         .follow = &last->ledger,
                                         .cancel = builder->cancel},
                    builder->options.ledger, false);
    last->read = last->read || !error;
    return error != ECANCELED;
}

bool builder_save(struct builder *builder)
{
    struct arena work = {0};
    if (!builder->current || !builder->unsaved) {
        return true;
    }
    check_steps(builder);
    bool done = !builder_is_cancelled(builder);
    if (done) {
        struct reachable *live =
            reachable_new(builder->facts, &builder->current->plan, &work);
        done = !builder_is_cancelled(builder) &&
               write_ledger(builder, live, &work);
    }
    arena_free(&work);
    if (done) {
        math_save(builder->options.site.math);
        picture_store_save(builder->options.site.pictures);
        builder->unsaved = false;
    }
    return done;
}

/* --- beginning and end --- */

struct builder *builder_open(const struct builder_options *options,
                             const atomic_bool *cancel)
{
    struct builder *builder = calloc(1, sizeof *builder);
    if (!builder) {
        arena_out_of_memory();
    }
    builder->options = *options;
    builder->options.site.math =
        math_new(STR(FORMULAS_FILE), !options->site.untrusted);
    builder->options.site.pictures = picture_store_new(
        options->site.untrusted ? (str){NULL, 0} : STR(PICTURES_FOLDER));
    builder->cancel = cancel;
    if (state_file_open_lock(options->clock, &builder->clock) != 0) {
        builder->clock = -1;
    }
    pthread_mutex_init(&builder->lock, NULL);
    markdown_init();
    return builder;
}

const struct builder_changes *builder_changes(const struct builder *builder)
{
    return &builder->changes;
}

int64_t builder_until(const struct builder *builder)
{
    return builder->current ? builder->until : INT64_MAX;
}

uint32_t builder_revision(const struct builder *builder)
{
    return builder->revision;
}

const struct site *builder_site(const struct builder *builder)
{
    return builder->current ? builder->current->site : NULL;
}

const struct plan *builder_plan(const struct builder *builder)
{
    return builder->current ? &builder->current->plan : NULL;
}

void builder_close(struct builder *builder)
{
    if (!builder) {
        return;
    }
    builder_free_generation(builder->current, builder->rendering,
                            &builder->arenas[builder->arena_index]);
    arena_free(&builder->arenas[0]);
    arena_free(&builder->arenas[1]);
    arena_free(&builder->lookup_arena);
    previous_close(builder->previous);
    if (builder->clock >= 0) {
        fs_at_close(builder->clock);
    }
    arena_free(&builder->changes_arena);
    arena_free(&builder->results);
    arena_free(&builder->idle);
    math_free(builder->options.site.math);
    picture_store_free(builder->options.site.pictures);
    pthread_mutex_destroy(&builder->lock);
    free(builder);
}
