/* SPDX-License-Identifier: MIT */
#include "steps/bodies.h"

#include "base/pool.h"
#include "engine/dirty.h"
#include "site/view/body.h"

enum body_state {
    BODY_OTHER,   /* made when something reads it, if anything does */
    BODY_CHANGED, /* its file or its answers changed */
    BODY_LAST,    /* neither did; other facts that it read may have changed */
    BODY_STALE,   /* they did */
};

struct bodies {
    struct site_facts *facts;
    struct site *site;
    uint8_t *states; /* enum body_state, by number in site->all */
    uint8_t wanted;  /* of a pass: the state whose bodies are made */
};

static struct step *step_of(const struct bodies *bodies,
                            const struct post *post)
{
    return step_find(&bodies->facts->engine->steps, post->object.number);
}

static void find_state(void *context, size_t worker, size_t i)
{
    const struct bodies *bodies = context;
    const struct post *post = &bodies->site->all[i];
    const struct step *step = step_of(bodies, post);
    (void)worker;
    if (post->held != HELD_NOT) {
        return;
    }
    if (step && step->record.p && step->input == body_input_hash(post) &&
        dirty_answers_hold(bodies->facts->engine, step)) {
        bodies->states[i] = BODY_LAST;
    } else if (fact_row(&bodies->facts->engine->facts, post->object.number)
                   ->bits &
               bodies->facts->body_bits) {
        bodies->states[i] = BODY_CHANGED;
    }
}

static void put_back(void *context, size_t worker, size_t i)
{
    const struct bodies *bodies = context;
    struct post *post = &bodies->site->all[i];
    (void)worker;
    if (bodies->states[i] != BODY_LAST) {
        return;
    }
    struct step *step = step_of(bodies, post);
    if (dirty_check_body(bodies->facts->engine, step)) {
        post->body = step;
    } else {
        bodies->states[i] = BODY_STALE;
    }
}

static void make(void *context, size_t worker, size_t i)
{
    const struct bodies *bodies = context;
    struct render_context *ctx = &bodies->facts->workers->contexts[worker];
    if (bodies->states[i] == bodies->wanted) {
        view_reset(ctx->host);
        body_derive(&bodies->site->all[i], ctx);
        arena_clear(ctx->arena);
    }
    progress_step(bodies->site->options.progress);
}

/* A page that shows a body made here would make it once more; of a few they
 * are kept. */
static void make_all(struct bodies *bodies, uint8_t state)
{
    enum { FEW = 256 };
    struct site *site = bodies->site;
    size_t n = 0;
    bodies->wanted = state;
    for (size_t i = 0; i < site->nall; i++) {
        if (bodies->states[i] == state && n++ < FEW) {
            site->all[i].kept = true;
        }
    }
    progress_begin(site->options.progress, "reading texts", site->nall);
    pool_run(bodies->facts->workers->jobs, site->nall, make, bodies);
    for (size_t i = 0; i < site->nall; i++) {
        if (bodies->states[i] == state) {
            site_facts_of_body(bodies->facts, &site->all[i]);
        }
    }
}

/* A body reads only measures of other bodies, and these depend on the other's
 * file, its shortcodes and its words alone. So bodies whose file or answers
 * changed are made first, and one pass over the rest is enough. */
void bodies_refresh(struct site_facts *facts, struct site *site)
{
    struct bodies bodies = {facts, site, NULL, 0};
    size_t jobs = facts->workers->jobs;
    bodies.states = arena_zalloc(site->arena, site->nall, sizeof(uint8_t));
    pool_run(jobs, site->nall, find_state, &bodies);
    make_all(&bodies, BODY_CHANGED);
    pool_run(jobs, site->nall, put_back, &bodies);
    for (size_t i = 0; i < site->nall; i++) {
        if (bodies.states[i] == BODY_LAST) {
            site_facts_check_body(facts, &site->all[i]);
        }
    }
    make_all(&bodies, BODY_STALE);
}

void body_remake(struct site_facts *facts, struct post *post)
{
    struct render_context *ctx = &facts->workers->contexts[0];
    view_reset(ctx->host);
    post->kept = true;
    atomic_store(post->derived, NULL);
    post->body = NULL;
    body_derive(post, ctx);
    arena_clear(ctx->arena);
    site_facts_of_body(facts, post);
}

static uint64_t hints_of(const struct post *post, const struct derived *derived)
{
    return derived->hints | (post->broken ? DERIVED_BROKEN : 0U);
}

struct step *body_to_step(struct engine *engine, const struct post *post)
{
    const struct derived *derived = atomic_load(post->derived);
    uint32_t id = post->object.number;
    struct step *step = step_add(&engine->steps, id, &engine->arena);
    step->record = derived->record;
    step->parts = derived->parts_record;
    step->search = derived->search;
    step->result = hints_of(post, derived);
    step->input = derived->input_hash;
    step->trace = derived->trace;
    step->right = engine->facts.revision;
    step->stale = 0;
    engine_keep_step(engine, step);
    return step;
}

void bodies_to_steps(struct engine *engine, const struct site *site)
{
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        const struct derived *derived = atomic_load(post->derived);
        struct step *step = step_find(&engine->steps, post->object.number);
        if (derived && !derived->recalled) {
            body_to_step(engine, post);
        } else if (derived && step) {
            step->result = hints_of(post, derived);
        }
    }
}
