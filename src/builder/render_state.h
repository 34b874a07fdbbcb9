/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_RENDER_STATE_H
#define CRUMB_BUILDER_RENDER_STATE_H

/* A rendering, for the files that render (render.h has what others see). */

#include "builder/body_checks.h"
#include "builder/worker.h"

struct rendering {
    const struct site *site;
    struct plan *plan;
    struct publish *publish;
    const struct last_build *last;
    struct site_facts *facts;
    struct generation *built;
    struct worker *workers;
    struct workers *work; /* the same workers, for steps/site_facts.h */
    struct body_checks bodies;
    uint32_t *order;        /* numbers of outputs */
    size_t first;           /* in `order`, of this phase */
    struct rendered *pages; /* of the last render_pages */
    uint32_t fragments_of;  /* the revision in which render_pages keeps some */
};

#endif
