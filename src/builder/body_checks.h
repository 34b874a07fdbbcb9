/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BODY_CHECKS_H
#define CRUMB_BUILDER_BODY_CHECKS_H

/* What is wrong with the bodies of posts and with their links. A body has its
 * own warnings, whichever page shows it, so they are reported apart from those
 * of pages. */

#include "builder/worker.h"
#include "steps/live.h"

struct body_checks {
    struct site *site;
    bool *checked;        /* by number in site->all: body_check was called */
    struct diags **links; /* by the same number: links to parts of pages that
                             are missing; NULL: none */
};

void body_checks_init(struct body_checks *checks, struct site *site);
/* Renders a body for what is wrong with it, where no page shows it. */
void body_check(struct body_checks *checks, const struct post *post,
                struct worker *worker);
/* Checks the links of all bodies to parts of pages. Call it once all bodies are
 * known, on one thread, which `worker` belongs to: few links have a part that
 * is not found at once. */
void body_checks_links(struct body_checks *checks, struct worker *worker);
/* Reports the warnings of all bodies that a clean build would make. */
void body_checks_report(const struct body_checks *checks,
                        const struct view_doubts *doubts,
                        const struct live *live, struct diags *diags);

#endif
