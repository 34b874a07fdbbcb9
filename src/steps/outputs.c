/* SPDX-License-Identifier: MIT */
#include "steps/outputs.h"

#include "base/pool.h"
#include "engine/dirty.h"
#include "steps/key_names.h"

/* --- inputs --- */

/* A hash of the objects that are bound to the template's names. */
static uint64_t input_of_context(const struct output *output)
{
    uint64_t input = hash64(output->template);
    if (output->post) {
        input = hash64_mix(input, output->post->object.number);
        if (output->post->section) {
            input = hash64_mix(input, output->post->section->as.object.number);
        }
    }
    if (output->list) {
        input = hash64_mix(input, output->list->object.number);
        input = hash64_mix(input, hash64(output->list->lang));
    }
    if (output->feed) {
        input = hash64_mix(input, output->feed->object.number);
    }
    if (output->listing) {
        input = hash64_mix(input, output->listing->object.number);
    }
    if (output->entries) {
        input = hash64_mix(input, output->entries->object.number);
    }
    return input;
}

static uint64_t input_of(const struct output *output)
{
    uint64_t input = hash64_mix(output->kind, output->site->language);
    const struct fs_stat *stat = output->from_stat;
    switch (output->kind) {
    case OUTPUT_FILE:
        input = hash64_mix(input, hash64(output->from));
        return hash64_mix(input,
                          hash64_mix(hash64_mix(stat->size, stat->inode),
                                     hash64_mix((uint64_t)stat->modified,
                                                (uint64_t)stat->changed)));
    case OUTPUT_BYTES: return hash64_mix(input, hash64(output->bytes));
    case OUTPUT_ALIAS:
        input = hash64_mix(input, hash64(output->post->address.permalink));
        input = hash64_mix(input, hash64(output->post->title));
        return hash64_mix(input, hash64(output->post->lang));
    case OUTPUT_POST:
    case OUTPUT_DATA:
    case OUTPUT_CARD:
        input = hash64_mix(input, hash64(output->post->lang));
        break;
    case OUTPUT_LIST:
    case OUTPUT_FEED:
    case OUTPUT_PAGES:
    case OUTPUT_SEARCH: break;
    }
    return hash64_mix(input, input_of_context(output));
}

void outputs_plan(struct plan *plan, struct engine *engine)
{
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        struct key key = {.class = KEY_OUTPUT, .name = output->address->file};
        if (!output->dropped) {
            output->step = step_add(
                &engine->steps, key_intern(&engine->keys, key), &engine->arena);
            output->input = input_of(output);
        }
    }
}

/* --- which are right --- */

static bool has_same_input(const struct output *output,
                           const struct last_build *last)
{
    return output->step->input == output->input &&
           (output->kind != OUTPUT_FILE ||
            last_build_is_same(last, output->from_stat, output->from_stat,
                               last->seen));
}

static bool is_up_to_date(const struct output *output,
                          const struct last_build *last, struct engine *engine)
{
    return output->step->right && has_same_input(output, last) &&
           dirty_check(engine, output->step);
}

/* One change makes thousands of pages stale: its text is made once. */
struct cause_text {
    struct cause cause;
    str said;
};

static str why_not(const struct output *output, const struct last_build *last,
                   struct engine *engine, struct cause_text *text)
{
    const struct step *step = output->step;
    if (!step->right) {
        return last->known ? STR("it is new") : last->none;
    }
    if (!has_same_input(output, last)) {
        return output->kind == OUTPUT_FILE
                   ? arena_printf(&engine->arena, "%.*s may have changed",
                                  STR_ARG(output->from))
                   : STR("something else is published there");
    }
    if (!text->said.p || text->cause.key != step->cause.key ||
        text->cause.bits != step->cause.bits) {
        text->cause = step->cause;
        text->said =
            cause_in_words(output->site->objects, step->cause, &engine->arena);
    }
    return text->said;
}

bool output_is_right(struct output *output, const struct last_build *last,
                     struct engine *engine)
{
    struct cause_text text = {0};
    bool right = is_up_to_date(output, last, engine);
    if (!right) {
        output->why = why_not(output, last, engine, &text);
    }
    return right;
}

struct check_job {
    struct plan *plan;
    const struct last_build *last;
    struct engine *engine;
};

static void check_one(void *context, size_t worker, size_t i)
{
    const struct check_job *job = context;
    struct output *output = &job->plan->outputs.p[i];
    (void)worker;
    if (!output->dropped) {
        output->right = is_up_to_date(output, job->last, job->engine);
    }
}

void outputs_check(struct plan *plan, const struct last_build *last,
                   struct engine *engine, size_t jobs)
{
    struct cause_text text = {0};
    dirty_check_fragments(engine);
    pool_run(jobs, plan->outputs.n, check_one,
             &(struct check_job){plan, last, engine});
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        if (!output->dropped && !output->right) {
            output->why = why_not(output, last, engine, &text);
        }
    }
}

void output_to_step(const struct output *output, struct engine *engine,
                    int64_t instant)
{
    struct step *step = output->step;
    step->right = engine->facts.revision;
    step->stale = 0;
    step->input = output->input;
    step->trace = output->trace;
    step->warnings = output->warnings;
    step->source = output->from;
    step->why = output->why;
    step->made = instant;
    step->kept = false;
    engine_keep_step(engine, step);
}

void outputs_to_steps(const struct plan *plan, struct engine *engine,
                      int64_t now)
{
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (output->dropped) {
            continue;
        }
        if (output->right) {
            output->step->kept = true;
            output->step->source = output->from;
        } else {
            output_to_step(output, engine, now);
        }
        output->step->place = output->place;
    }
}
