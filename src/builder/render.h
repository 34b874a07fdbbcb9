/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_RENDER_H
#define CRUMB_BUILDER_RENDER_H

/* From Outputs to bytes, on several threads: posts first, for what lists show
 * of them is made on the way, then the rest. Each finished one goes to the
 * publisher at once, so no more than one page a thread is in memory. */

#include "jinja/jinja.h"
#include "plan/plan.h"
#include "publish/publish.h"
#include "steps/last_build.h"
#include "steps/live.h"

struct generation;
struct rendering;

/* Once the plan is numbered and the templates are compiled. It lives in the
 * site's arena. */
struct rendering *rendering_new(struct generation *built,
                                const struct last_build *last);
/* Tells the engine of the site as it is now. later: see bodies_refresh. */
void render_compare(struct rendering *rendering, struct site *site, bool later,
                    struct diags *diags);
/* The same, and finds what the last build did not leave as it would be. */
void render_check(struct rendering *rendering, struct site *site);
/* Renders and publishes it; errors of every Output are reported, none stops the
 * others. Of posts whose template has errors the body is checked. publish ==
 * NULL: renders only. Returns what stays. */
struct live *render_all(struct rendering *rendering, struct site *site,
                        struct publish *publish, struct diags *diags);

/* A page in memory. */
struct rendered {
    size_t number; /* of its output in the plan: the caller's */
    bool done;     /* else it has errors, which are reported */
    str bytes;     /* until the next call */
};

/* Renders those outputs into memory. What they read and say, in the outputs,
 * lasts as long as their bytes. */
void render_pages(struct rendering *rendering, struct rendered *pages, size_t n,
                  struct diags *diags);
/* What is wrong with the texts that outputs show, and with their links, once
 * all outputs are made or right. */
void render_check_texts(struct rendering *rendering, struct live *live,
                        struct diags *diags);
/* Frees what no arena holds. */
void rendering_free(struct rendering *rendering);
struct site_facts *rendering_facts(const struct rendering *rendering);

#endif
