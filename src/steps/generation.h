/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_GENERATION_H
#define CRUMB_STEPS_GENERATION_H

/* A generation is what pages are made from: the site, the plan and the compiled
 * templates, all of the same instant. Afterwards bodies are made on
 * demand, and a preview replaces bodies, front matter that only pages read
 * (site/site_reload.h), and the theme. It lives in the site's arena. */

#include "plan/plan.h"
#include "site/view/view.h"
#include "steps/theme.h"

struct fingerprints;
struct site_search;
struct last_build;

/* A published file that is none of the plan's. */
struct made_file {
    str file;
    struct step *step;
};

struct generation {
    struct site *site;
    struct plan plan;
    struct theme *theme;
    struct fingerprints *fingerprints;
    struct site_search *search; /* of each language */
    struct view_shared shared;
    VEC(struct made_file) made; /* forms of pictures, parts of a search */
};

/* Plans an organised site, gives its objects keys in last->engine, and compiles
 * its templates. Outputs with errors are reported and left out. backlinks:
 * posts get them even if no template has that word. If the site was cancelled
 * (site_is_cancelled), the generation is incomplete and can only be freed. */
struct generation *generation_new(struct site *site, struct last_build *last,
                                  bool backlinks, struct diags *diags);
/* Replaces the theme, and frees the one before. The new one must be compiled
 * for this plan, without errors. */
void generation_take_theme(struct generation *generation, struct theme *theme);
/* Frees the generation and its site, but not the site's arena. */
void generation_free(struct generation *generation);

#endif
