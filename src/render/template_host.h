/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RENDER_TEMPLATE_HOST_H
#define CRUMB_RENDER_TEMPLATE_HOST_H

/* What eval.host points to while pages are rendered: the view, which is all
 * that site/ knows of it, and what only render/ needs. One per worker. */

#include "site/view/view.h"

struct fingerprints;
struct memo;

struct template_host {
    struct view view; /* first: eval.host is a view as well */
    const struct fingerprints *fingerprints;
    struct memo *memo; /* render/fragment_cache.h */
};

#endif
