/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_RENDER_H
#define CRUMB_BUILDER_RENDER_H

/* Renders all Outputs on several threads: posts first, since that makes what
 * lists show of them, then the rest. Each finished Output goes to the publisher
 * at once, so each thread holds no more than one page in memory. */

#include <stdatomic.h>

#include "jinja/jinja.h"
#include "plan/plan.h"
#include "publish/publish.h"
#include "steps/last_build.h"
#include "steps/reachable.h"

struct generation;
struct rendering;

/* A rendering of a generation that is complete. It lives in the site's arena;
 * call rendering_free when it is no longer needed. */
struct rendering *rendering_new(struct generation *built,
                                const struct last_build *last);
/* Begins the engine's next revision: hashes the site's facts as they are now,
 * and makes stale bodies again. */
void render_compare(struct rendering *rendering, struct site *site,
                    struct diags *diags);
/* Does the same, and marks the Outputs that must be made. */
void render_check(struct rendering *rendering, struct site *site);
/* Renders and publishes the Outputs that must be made. Errors of an Output are
 * reported and do not stop the others. Where a template has errors, the body of
 * the post is checked all the same. publish == NULL: renders all Outputs, and
 * publishes none. Returns the steps that the ledger keeps. */
struct reachable *render_all(struct rendering *rendering, struct site *site,
                             struct publish *publish, struct diags *diags);

/* A page in memory. */
struct rendered {
    size_t number; /* of its Output in the plan; set by the caller */
    bool done;     /* false: it has errors, which are reported */
    uint64_t hash; /* of its bytes */
    str bytes;     /* valid until the next call of render_pages; p == NULL: it
                      has errors, or is sent from the disk */
};

/* Renders these Outputs into memory. Their traces and warnings, in the plan,
 * last as long as their bytes. */
void render_pages(struct rendering *rendering, struct rendered *pages, size_t n,
                  struct diags *diags);
/* Moves the answers and fragments that the threads have recorded into the
 * engine: before the steps that depend on them. render_all and render_pages end
 * with it; bodies are also made without them. */
void render_hand_over(struct rendering *rendering);
/* Reports the mistakes in texts that outputs show, and in their links, and
 * again the warnings of all outputs. Call it when they are made or right. Once
 * *cancel is true, it may end without a report. */
void render_check_texts(struct rendering *rendering, struct reachable *live,
                        const atomic_bool *cancel, struct diags *diags);
/* Frees what no arena holds. */
void rendering_free(struct rendering *rendering);
struct site_facts *rendering_facts(const struct rendering *rendering);

#endif
