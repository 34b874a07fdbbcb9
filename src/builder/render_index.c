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
        if (part->made ||
            last_build_keeps(last, rendering->publish, 0, part->path,
                             last_build_place(last, part->path))) {
            struct arena *arena = rendering->site->arena;
            *map_put(done, arena, arena_str(arena, part->path)) = done;
        } else {
            all = false;
        }
    }
    return all;
}

/* Tables by key, as of reachable_new, have room for the parts' steps. */
static void name_parts(const struct rendering *rendering,
                       const struct site_search *search)
{
    for (size_t i = 0; i < search->parts.n; i++) {
        struct key key = {.class = KEY_OUTPUT, .name = search->parts.p[i].path};
        engine_key(rendering->last->engine, key);
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
    str bytes;
    /* Its warnings were reported the first time. */
    struct diags unheard = {.arena = worker->keep};
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
    for (size_t i = 0; search && i < search->parts.n; i++) {
        const struct search_part *part = &search->parts.p[i];
        struct step *step =
            reachable_add_made(live, part->path, 0, !part->made,
                               output->why.p ? output->why : STR("it is new"));
        step->trace = output->right ? output->step->trace : output->trace;
        *VEC_PUSH(&rendering->built->made, rendering->site->arena) =
            (struct made_file){part->path, step};
    }
}
