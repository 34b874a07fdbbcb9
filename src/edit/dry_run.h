/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_DRY_RUN_H
#define CRUMB_EDIT_DRY_RUN_H

/* The site as it would be if some files of content/ were added, moved or
 * written anew: loaded and planned, so that what is wrong with it is known
 * before any file is touched. Drafts and posts with a date to come are in it,
 * for their addresses are as good as taken. */

#include "plan/plan.h"
#include "site/site_load.h"

/* NULL: it can't be read. Errors and warnings are those of loading and of the
 * plan; nothing is rendered. *plan is that plan; plan may be NULL. The site is
 * freed with site_free. */
struct site *dry_run_site(const struct content_change *changes, size_t n,
                          const struct site_options *options, struct plan *plan,
                          struct arena *arena, struct diags *diags);
/* A post that is elsewhere after the changes, though it is none of them: its
 * address hung on the names of its neighbours. NULL: there is none. */
const struct post *dry_run_displaced(const struct site *before,
                                     const struct site *after,
                                     struct arena *arena);
/* The first error that was none before, in the order of diags_sort, or the
 * first warning of two posts that must keep the dates of their files apart;
 * NULL: there is none. */
struct diag *dry_run_error(const struct diags *before,
                           const struct diags *after);

#endif
