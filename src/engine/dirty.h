/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_DIRTY_H
#define CRUMB_ENGINE_DIRTY_H

/* The dirty check: is a step still right, and if not, why?
 *
 * It walks the step's trace once. If no fact in it has changed since the step
 * was last right, it is right in this revision. Nothing is made and nothing of
 * the site is read: the cost is that of the trace. A fragment that the trace
 * names is checked when the first page asks, and what came out is remembered in
 * its step; so is a column, until the revision changes.
 *
 * Traces are looked at pair by pair: one that makes no sense, as a forged
 * ledger may have, does not hold. */

#include "engine/engine.h"

/* Is the step right in this revision? If not, step->cause says why; it has none
 * if the step was never made. One thread. */
bool dirty_check(struct engine *engine, struct step *step);
/* The same for the body of a post, which has no fragments and no columns: one
 * that has counts as stale. Any thread, if no two have the same step. */
bool dirty_check_body(const struct engine *engine, struct step *body);
/* Nothing that it asked has another answer now. Any thread. */
bool dirty_answers_hold(const struct engine *engine, const struct step *body);

#endif
