/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_GIT_DATES_H
#define CRUMB_SITE_GIT_DATES_H

/* `updated: git`: the date of the last commit that touched a post's file. One
 * run of git for all of content/, and none if no post asks. */

#include "base/diag/diag.h"

struct site;

/* After loading, one thread. Posts in no commit stay without the date. No
 * git, no repository, one without its history, or authors that are not
 * trusted: warned of once ("git-history"), and no post gets one. */
void git_dates_set(struct site *site, struct diags *diags);
/* Some post or the settings ask for such dates. */
bool git_dates_asked(const struct site *site);

#endif
