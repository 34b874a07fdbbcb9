/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_PLAN_H
#define CRUMB_PLAN_PLAN_H

/* Everything the build will write: one Output a file, with what is needed to
 * make it. Two that would write the same file, or files that differ in case
 * alone, are an error that names both. */

#include "base/diag/diag.h"
#include "plan/output.h"
#include "site/site_keys.h"

/* statics: the site's static/ folder as the process opens it. The plan lives
 * in site->arena. */
void plan_make(struct site *site, str statics, struct diags *diags,
               struct plan *plan);

/* Numbers what the plan has and the site has not. */
void plan_number(struct plan *plan, struct objects *objects,
                 struct arena *arena);

#endif
