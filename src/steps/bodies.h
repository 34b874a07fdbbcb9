/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_BODIES_H
#define CRUMB_STEPS_BODIES_H

/* The bodies of posts as steps of the engine: which are still right, and which
 * must be made again since pages or other bodies have read them. */

#include "steps/site_facts.h"

/* Sets the records of bodies that are still right, and makes those again that
 * are stale and that something has read. */
void bodies_refresh(struct site_facts *facts, struct site *site);
/* Makes a body again. One thread. */
void body_remake(struct site_facts *facts, struct post *post);
/* Updates the step of a body that was made in this revision, and returns it. */
struct step *body_to_step(struct engine *engine, const struct post *post);
/* Updates the steps of all bodies. */
void bodies_to_steps(struct engine *engine, const struct site *site);

#endif
