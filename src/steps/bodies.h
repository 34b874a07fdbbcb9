/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_BODIES_H
#define CRUMB_STEPS_BODIES_H

/* The bodies of posts as steps: which are as they were, and which have to be
 * made again for what others read of them. */

#include "steps/site_facts.h"

/* Puts the bodies in place that are as they were, and makes those again that
 * are not and of which something was read. later: what is as it was is looked
 * into when somebody asks. */
void bodies_refresh(struct site_facts *facts, struct site *site, bool later);
/* Makes one again. One thread. */
void body_remake(struct site_facts *facts, struct post *post);
/* What was made of a body in this revision is what its step is from now on,
 * which is returned. */
struct step *body_to_step(struct engine *engine, const struct post *post);
/* All of them. */
void bodies_to_steps(struct engine *engine, const struct site *site);

#endif
