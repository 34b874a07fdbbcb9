/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_PLAN_H
#define CRUMB_PLAN_PLAN_H

/* Plans the build: one output for each file, with all that is needed to make
 * it. Two outputs with the same path are an error (plan_parts.h). */

#include "base/diag/diag.h"
#include "plan/output.h"
#include "site/site_keys.h"

/* Makes the plan, in site->arena: this, plan_check and plan_finish, one after
 * the other. */
void plan_make(struct site *site, struct diags *diags, struct plan *plan);
/* Reports what can't have its path, and drops it. Nothing but that is changed,
 * so this may run beside what reads the plan and does not look for dropped
 * outputs. */
void plan_check(struct plan *plan, struct diags *diags);
/* Drops the pages of aliases if the settings want none, and reports the menu
 * entries that lead nowhere (plan_menus). */
void plan_finish(struct site *site, struct plan *plan, struct diags *diags);

/* A hash of the names in static/: lists, feeds and aliases give way to them. */
uint64_t plan_hash(const struct plan *plan);

/* Gives numbers (site/site_keys.h) to the objects that the plan adds to those
 * of the site. */
void plan_number(struct plan *plan, struct objects *objects,
                 struct arena *arena);

#endif
