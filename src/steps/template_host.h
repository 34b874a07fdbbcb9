/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_TEMPLATE_HOST_H
#define CRUMB_STEPS_TEMPLATE_HOST_H

/* ctx->host points to this while pages are rendered: to the view, the part that
 * site/ knows, and to data that only render/ needs. One per worker. */

#include "site/view/view.h"

struct fingerprints;
struct memo;

struct template_host {
    struct view view; /* first: ctx->host is a view as well */
    const struct fingerprints *fingerprints;
    struct memo *memo; /* steps/fragment_cache.h */
};

#endif
