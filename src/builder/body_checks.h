/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BODY_CHECKS_H
#define CRUMB_BUILDER_BODY_CHECKS_H

/* Checks the bodies of posts and their links. The warnings of a body do not
 * depend on the page that shows it, so they are reported apart from those of
 * pages. */

#include <stdatomic.h>

#include "builder/worker.h"
#include "steps/last_build.h"
#include "steps/reachable.h"

struct body_checks {
    struct site *site;
    bool *checked;        /* by number in site->all: body_check was called */
    struct diags **links; /* by the same number: links to parts of pages that
                             are missing; NULL: none */
};

void body_checks_init(struct body_checks *checks, struct site *site);
/* Renders a body that no page shows, or whose page has errors, so that its
 * mistakes are found. */
void body_check(struct body_checks *checks, const struct post *post,
                struct worker *worker);
/* Checks the links of bodies to parts of pages: only of bodies that were
 * rendered or had broken links, if the last build's results still hold for the
 * rest. last: the last build; NULL: all bodies are checked. Call it on one
 * thread when all bodies are known; `worker` is that of the thread. Returns
 * false if it was cancelled; cancel may be NULL. */
bool body_checks_links(struct body_checks *checks,
                       const struct last_build *last, struct worker *worker,
                       const atomic_bool *cancel);
/* Reports the warnings of all bodies that a clean build would make. */
void body_checks_report(const struct body_checks *checks,
                        const struct view_doubts *doubts,
                        const struct reachable *live, struct diags *diags);

#endif
