/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_OUTPUTS_H
#define CRUMB_STEPS_OUTPUTS_H

/* The outputs of a plan as steps of the engine: which of them are still right,
 * and why the others must be made. */

#include "plan/plan.h"
#include "steps/last_build.h"

/* Gives each output its step and its input hash, for which its objects must
 * have their numbers. */
void outputs_plan(struct plan *plan, struct engine *engine);
/* Whether the output is still right. If not, sets why it must be made. One
 * thread. */
bool output_is_right(struct output *output, const struct last_build *last,
                     struct engine *engine);
/* Checks all outputs of the plan, on that many threads: sets `right` or `why`.
 */
void outputs_check(struct plan *plan, const struct last_build *last,
                   struct engine *engine, size_t jobs);
/* Updates the step of an output that was made at that instant. */
void output_to_step(const struct output *output, struct engine *engine,
                    int64_t instant);
/* Updates the steps of all outputs of the plan; `now` is the instant of the
 * build. */
void outputs_to_steps(const struct plan *plan, struct engine *engine,
                      int64_t now);

#endif
