/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_DRY_RUN_H
#define CRUMB_EDIT_DRY_RUN_H

/* Loads and plans the site as it would be if some files of content/ were added,
 * moved or rewritten, to find errors before any file is touched. It includes
 * drafts and scheduled posts, because their addresses count as taken. */

#include "plan/plan.h"
#include "site/site_load.h"

struct dry_run {
    struct content_changes changes;
    const struct site_options *options;
    const struct site *before; /* the site without the changes: its posts are
                                  reused. It must live longer. NULL: those of
                                  the last build are reused */
};

/* Makes that site in the arena, to be freed with site_free. Adds its errors and
 * warnings to diags. content/ is walked only without `before`. NULL: the site
 * can't be read, which is reported. */
struct site *dry_run_site(const struct dry_run *run, struct arena *arena,
                          struct diags *diags);
/* Makes its plan, and adds the errors and warnings of that; renders nothing.
 * The plan is in `room`, which may be freed before the site. */
void dry_run_plan(struct site *site, struct arena *room, struct diags *diags,
                  struct plan *plan);
/* A post of `before` that has another address in `after`, although its file is
 * at the same path (an address may depend on the names of files beside it).
 * NULL: none. */
const struct post *dry_run_displaced(const struct site *before,
                                     const struct site *after,
                                     struct arena *arena);
/* The first in the list `after` that is new and an error, or the warning
 * "slug-date" (two posts keep their files' dates in their addresses) or
 * "alias-taken" (an old address would lead elsewhere). Code, file and message
 * tell whether it is new. NULL: there is none. */
struct diag *dry_run_error(const struct diags *before,
                           const struct diags *after);

#endif
