/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_OUTPUTS_H
#define CRUMB_STEPS_OUTPUTS_H

/* The outputs of a plan as steps: which would come out as they are. */

#include "plan/plan.h"
#include "steps/last_build.h"

/* Gives each output its step. jobs: threads that look for them. */
void outputs_plan(struct plan *plan, struct engine *engine, size_t jobs);
/* The hash of what each is, whatever it reads. */
void outputs_identify(struct plan *plan);
/* Whether it would come out as it is; else says why it is made. */
bool output_is_right(struct output *output, const struct last_build *last,
                     struct engine *engine);
/* Marks those that are right, and says of the others why they are made. */
void outputs_check(struct plan *plan, const struct last_build *last,
                   struct engine *engine);
/* What was made of an output is what its step is from now on. */
void output_to_step(const struct output *output, struct engine *engine,
                    int64_t instant);
/* Every output of the plan; `now`: the instant of the build. */
void outputs_to_steps(const struct plan *plan, struct engine *engine,
                      int64_t now);

#endif
