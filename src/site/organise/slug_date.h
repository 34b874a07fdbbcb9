/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_SLUG_DATE_H
#define CRUMB_SITE_ORGANISE_SLUG_DATE_H

/* 2024-01-01-post.md has the slug `post`. Where another file of the folder
 * makes that address too, the date stays in the slugs of both, with a warning
 * ("slug-date"). Not where the address has that date already, or no slug. */

#include "base/diag/diag.h"
#include "site/site.h"

/* Before addresses are given. Drafts count: what is published must not move
 * when they are. */
void slug_date_keep(struct site *site, struct diags *diags);

#endif
