/* SPDX-License-Identifier: MIT */
#include "builder/render_index.h"

#include "base/diag/diag.h"
#include "publish/publish.h"
#include "site/view/view.h"
#include "steps/search.h"

static struct site_search *search_of(const struct rendering *rendering,
                                     const struct output *output)
{
    return output->kind == OUTPUT_SEARCH && !output->dropped
               ? &rendering->built->search[output->site->language]
               : NULL;
}

void render_index_new_parts(const struct rendering *rendering,
                            const struct output *output, struct worker *worker,
                            size_t number)
{
    struct site_search *search = search_of(rendering, output);
    for (size_t i = 0; search && i < search->parts.n; i++) {
        const struct search_part *part = &search->parts.p[i];
        if (part->made) {
            publish_file(rendering->publish, number, part->path, part->bytes,
                         &worker->diags);
        }
    }
    if (search) {
        search_free_bytes(search);
    }
}

/* Keeps the parts that did not change, and puts the path of every part that is
 * published into *done, for when the parts are made once more. Returns false if
 * one is not there. */
static bool keep_parts(const struct rendering *rendering,
                       const struct site_search *search, struct map *done)
{
    const struct last_build *last = rendering->last;
    bool all = search->parts.n > 0;
    for (size_t i = 0; i < search->parts.n; i++) {
        const struct search_part *part = &search->parts.p[i];
        const struct step *step = step_find(&last->engine->steps, part->key);
        uint32_t place = step ? step->place : 0;
        struct fs_stat stat;
        bool believed =
            step && !last->hash_all && ledger_stat(&last->ledger, place, &stat);
        if (part->made || publish_keep(rendering->publish, 0, part->path,
                                       believed ? &stat : NULL, place)) {
            struct arena *arena = rendering->site->arena;
            *map_put(done, arena, arena_str(arena, part->path)) = done;
        } else {
            all = false;
        }
    }
    return all;
}

static void name_parts(const struct rendering *rendering,
                       struct site_search *search)
{
    for (size_t i = 0; i < search->parts.n; i++) {
        struct key key = {.class = KEY_OUTPUT, .name = search->parts.p[i].path};
        search->parts.p[i].key = engine_key(rendering->last->engine, key);
    }
}

void render_index_parts(struct rendering *rendering, struct output *output)
{
    struct site_search *search = search_of(rendering, output);
    struct worker *worker = &rendering->workers[0];
    struct map done = {0};
    if (!search) {
        return;
    }
    if (output->right) {
        search_load_parts(search, output);
    }
    name_parts(rendering, search);
    if (keep_parts(rendering, search, &done)) {
        return;
    }
    struct diags unheard; /* the first time they were heard */
    str bytes;
    diags_init(&unheard, worker->keep);
    search->publish = NULL;
    worker_make(worker, output, &unheard, worker->work, &bytes);
    output->trace.pairs = text_store_put(&worker->host.view.texts[KEPT_TRACES],
                                         output->trace.pairs);
    for (size_t i = 0; i < search->parts.n; i++) {
        const struct search_part *part = &search->parts.p[i];
        if (!map_get(&done, part->path)) {
            publish_file(rendering->publish, 0, part->path, part->bytes,
                         &worker->diags);
        }
    }
    name_parts(rendering, search);
    arena_clear(worker->work);
}

void render_index_to_steps(const struct rendering *rendering,
                           const struct output *output, struct reachable *live)
{
    const struct site_search *search = search_of(rendering, output);
    struct engine *engine = rendering->last->engine;
    for (size_t i = 0; search && i < search->parts.n; i++) {
        const struct search_part *part = &search->parts.p[i];
        struct step *step = step_add(&engine->steps, part->key, &engine->arena);
        step->kept = step->right && !part->made;
        step->right = engine->facts.revision;
        if (!step->kept) {
            step->made = rendering->site->options.now;
            step->why = output->why.p ? output->why : STR("it is new");
        }
        step->trace = output->right ? output->step->trace : output->trace;
        reachable_add(live, part->key, step->trace);
    }
}
