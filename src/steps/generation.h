/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_GENERATION_H
#define CRUMB_STEPS_GENERATION_H

/* What pages are made from: the site, the plan and the compiled templates, all
 * of one moment. Nothing in it is written once it is made, but for texts of
 * posts, which are made on demand. It lives in the site's arena. */

#include "plan/plan.h"
#include "site/view/view_shared.h"
#include "steps/theme.h"

struct fingerprints;
struct last_build;

struct generation {
    struct site *site;
    struct plan plan;
    struct theme *theme;
    struct fingerprints *fingerprints;
    struct view_shared shared;
};

/* Plans and compiles for a site that is organised, whose objects get their keys
 * in last->engine. What is wrong is reported, and left out. backlinks: posts
 * have them, even if no template is known to ask. Of a site that is cancelled
 * (site_is_cancelled) it makes a part, to be freed. */
struct generation *generation_new(struct site *site, struct last_build *last,
                                  bool backlinks, struct diags *diags);
/* Pages are made with that theme from now on; the one before is freed. It is
 * compiled for this plan, without errors. */
void generation_take_theme(struct generation *generation, struct theme *theme);
/* With its site. Its arena is the caller's. */
void generation_free(struct generation *generation);

#endif
