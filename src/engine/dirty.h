/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_DIRTY_H
#define CRUMB_ENGINE_DIRTY_H

/* The dirty check: finds out whether a step is still right, and if not, why.
 *
 * It walks the step's trace once. If no fact in it has changed since the step
 * was last right, it is right in this revision. The check makes nothing and
 * reads nothing of the site, so its cost is the length of the trace. A fragment
 * that the trace names is checked when the first page needs it, and its step
 * keeps the result. The result for a column is kept until the revision changes.
 *
 * An invalid trace, as a forged ledger may have, makes the step stale. */

#include "engine/engine.h"

/* Whether the step is right in this revision. If not, step->cause says why; a
 * step that was never made has no cause. One thread, or, when all fragments
 * were checked in this revision, any, each for another step. */
bool dirty_check(struct engine *engine, struct step *step);
/* Checks all fragments. One thread. */
void dirty_check_fragments(struct engine *engine);
/* As dirty_check, for the body of a post. Its trace has no fragments; a trace
 * with one makes it stale. Any thread may call it, each for another step. */
bool dirty_check_body(struct engine *engine, struct step *body);
/* Whether all questions in the trace have unchanged answers. Any thread. */
bool dirty_answers_hold(const struct engine *engine, const struct step *body);

#endif
