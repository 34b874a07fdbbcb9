/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_SLUG_DATE_H
#define CRUMB_SITE_ORGANISE_SLUG_DATE_H

/* 2024-01-01-post.md has the slug `post`. If another file of the folder would
 * get the same address, each of the two whose name begins with a date keeps it
 * in its slug, with a warning
 * ("slug-date"). This does not apply to addresses that have the date anyway, or
 * no slug. */

#include "base/diag/diag.h"
#include "site/site.h"

/* Puts the date back into the slugs of such posts. Call it before posts get
 * addresses. Drafts count too, so that no published post moves when a draft is
 * published. */
void slug_date_keep(struct site *site, struct diags *diags);

#endif
