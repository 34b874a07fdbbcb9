/* SPDX-License-Identifier: MIT */
#include "builder/refresh.h"

#include "base/pool.h"
#include "site/body/body.h"

/* --- specs --- */

static uint64_t spec_of_stat(const struct fs_stat *stat)
{
    return hash64_mix(
        hash64_mix(stat->size, stat->inode),
        hash64_mix((uint64_t)stat->modified, (uint64_t)stat->changed));
}

/* What is bound to names before the template reads anything of it. */
static uint64_t spec_of_context(const struct output *output)
{
    uint64_t spec = hash64(output->template);
    if (output->post) {
        spec = hash64_mix(spec, output->post->object.number);
        if (output->post->section) {
            spec = hash64_mix(spec, output->post->section->as.object.number);
        }
    }
    if (output->list) {
        spec = hash64_mix(spec, output->list->object.number);
        spec = hash64_mix(spec, hash64(output->list->lang));
    }
    if (output->feed) {
        spec = hash64_mix(spec, output->feed->object.number);
    }
    if (output->listing) {
        spec = hash64_mix(spec, output->listing->object.number);
    }
    if (output->entries) {
        spec = hash64_mix(spec, output->entries->object.number);
    }
    return spec;
}

static uint64_t spec_of(const struct output *output)
{
    uint64_t spec = hash64_mix(output->kind, output->site->language);
    switch (output->kind) {
    case OUTPUT_FILE:
        spec = hash64_mix(spec, hash64(output->from));
        return hash64_mix(spec, spec_of_stat(output->from_stat));
    case OUTPUT_BYTES: return hash64_mix(spec, hash64(output->bytes));
    case OUTPUT_ALIAS:
        spec = hash64_mix(spec, hash64(output->post->address.permalink));
        spec = hash64_mix(spec, hash64(output->post->title));
        return hash64_mix(spec, hash64(output->post->lang));
    case OUTPUT_POST:
        spec = hash64_mix(spec, hash64(output->post->lang));
        break;
    case OUTPUT_LIST:
    case OUTPUT_FEED:
    case OUTPUT_PAGES: break;
    }
    return hash64_mix(spec, spec_of_context(output));
}

void refresh_specs(struct plan *plan)
{
    for (size_t i = 0; i < plan->outputs.n; i++) {
        plan->outputs.p[i].spec = spec_of(&plan->outputs.p[i]);
    }
}

/* --- bodies --- */

enum body_state {
    BODY_OTHER,   /* nobody read it, or it is to be made when somebody does */
    BODY_CHANGED, /* of another file than it was, or with other answers */
    BODY_LAST,    /* of the same; what it read may differ */
    BODY_STALE,   /* it does */
};

struct bodies {
    struct recall *recall;
    struct site *site;
    const struct recall_work *work;
    uint8_t *states; /* enum body_state, by number in site->all */
    uint8_t wanted;  /* of a pass: the state whose bodies are made */
};

static void find_state(void *context, size_t worker, size_t i)
{
    const struct bodies *bodies = context;
    const struct post *post = &bodies->site->all[i];
    (void)worker;
    if (post->held != HELD_NOT) {
        return;
    }
    if (recall_has_input(bodies->recall, post)) {
        bodies->states[i] = BODY_LAST;
    } else if (recall_was_read(bodies->recall, post)) {
        bodies->states[i] = BODY_CHANGED;
    }
}

static void put_back(void *context, size_t worker, size_t i)
{
    const struct bodies *bodies = context;
    const struct view *view = bodies->work->evals[worker].host;
    if (bodies->states[i] == BODY_LAST &&
        !recall_body(bodies->recall, &bodies->site->all[i], view->keep)) {
        bodies->states[i] = BODY_STALE;
    }
}

static void make(void *context, size_t worker, size_t i)
{
    const struct bodies *bodies = context;
    struct eval *eval = &bodies->work->evals[worker];
    if (bodies->states[i] == bodies->wanted &&
        !site_is_cancelled(bodies->site)) {
        view_reset(eval->host);
        body_derive(&bodies->site->all[i], eval);
        arena_clear(eval->arena);
    }
    progress_step(bodies->site->options.progress);
}

/* A page that shows a body made here would make it once more; of a few they
 * are kept. */
static void keep_few(const struct bodies *bodies, uint8_t state)
{
    enum { FEW = 256 };
    size_t n = 0;
    for (size_t i = 0; i < bodies->site->nall; i++) {
        if (bodies->states[i] == state && n++ < FEW) {
            bodies->site->all[i].kept = true;
        }
    }
}

static void make_all(struct bodies *bodies, uint8_t state)
{
    bodies->wanted = state;
    keep_few(bodies, state);
    progress_begin(bodies->site->options.progress, "reading texts",
                   bodies->site->nall);
    pool_run(bodies->work->jobs, bodies->site->nall, make, bodies);
    if (site_is_cancelled(bodies->site)) {
        return;
    }
    struct eval *eval = &bodies->work->hashing[0];
    const struct view *view = eval->host;
    for (size_t i = 0; i < bodies->site->nall; i++) {
        if (bodies->states[i] == state) {
            recall_compare_body(bodies->recall, &bodies->site->all[i], eval,
                                view->keep);
        }
    }
}

static void check_kept(const struct bodies *bodies)
{
    struct eval *eval = &bodies->work->hashing[0];
    const struct view *view = eval->host;
    for (size_t i = 0; i < bodies->site->nall; i++) {
        if (bodies->states[i] == BODY_LAST) {
            recall_check_body(bodies->recall, &bodies->site->all[i], eval,
                              view->keep);
        }
    }
}

/* Measures of a text hang on its own file and on which shortcodes and words
 * there are, and all that a body reads of others' is measures: so those with
 * another file or another answer come first, and one round of the rest is
 * enough. */
void refresh_bodies(struct recall *recall, struct site *site,
                    const struct recall_work *work)
{
    struct bodies bodies = {recall, site, work, NULL, 0};
    if (!recall->known) {
        return;
    }
    bodies.states = arena_zalloc(recall->arena, site->nall, sizeof(uint8_t));
    pool_run(work->jobs, site->nall, find_state, &bodies);
    make_all(&bodies, BODY_CHANGED);
    pool_run(work->jobs, site->nall, put_back, &bodies);
    check_kept(&bodies);
    make_all(&bodies, BODY_STALE);
}

/* --- outputs --- */

static bool is_fresh(struct recall *recall, const struct output *output,
                     struct arena *arena, str *why)
{
    const struct ledger_output *last = output->last;
    struct culprit culprit;
    if (!last) {
        *why = STR("it is new");
        return false;
    }
    if (last->spec != output->spec ||
        (output->kind == OUTPUT_FILE &&
         !recall_is_same(recall, output->from_stat, output->from_stat))) {
        *why = output->kind == OUTPUT_FILE
                   ? arena_printf(arena, "%.*s may have changed",
                                  STR_ARG(output->from))
                   : STR("something else is published there");
        return false;
    }
    if (recall_holds(recall, last->trace, &culprit)) {
        return true;
    }
    *why = recall_say(recall, &culprit, arena);
    return false;
}

void refresh_outputs(struct recall *recall, struct plan *plan,
                     struct arena *arena)
{
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        output->last =
            recall->known ? recall_output(recall, output->address->file) : NULL;
        output->fresh =
            !output->dropped && is_fresh(recall, output, arena, &output->why);
        if (!recall->known) {
            output->why = recall->none;
        }
    }
}
