/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_GIT_DATES_H
#define CRUMB_SITE_GIT_DATES_H

/* `updated: git`: the date of the last commit that changed a post's file. git
 * runs once for all of content/, and only if a post needs it. */

#include "base/diag/diag.h"

struct site;

/* Sets the dates, after loading, on one thread. Posts that are in no commit, or
 * whose last one is not after their own date, get none. Without git, a
 * repository or its full history, or if authors are not trusted, no post gets
 * one, and one warning ("git-history") says why. It is an error if git can't be
 * run for another reason, such as a lack of memory. */
void git_dates_set(struct site *site, struct diags *diags);
/* Whether a post or the settings ask for such dates. */
bool git_dates_asked(const struct site *site);

#endif
