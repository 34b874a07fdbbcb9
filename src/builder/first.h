/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_FIRST_H
#define CRUMB_BUILDER_FIRST_H

/* What somebody looks at comes before the rest of a long build. */

#include "builder/build.h"
#include "builder/render.h"
#include "plan/plan.h"

struct first_parts {
    struct rendering *rendering; /* refreshed */
    struct plan *plan;
    struct publish *publish;
    struct diags *diags;
};

/* Nothing is put in place if something is wrong with it, or if there is so
 * little to make that all of it is there as soon. */
void first_show(const struct build_first *first,
                const struct build_hooks *hooks,
                const struct first_parts *parts);

#endif
