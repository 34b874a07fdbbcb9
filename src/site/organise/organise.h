/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_ORGANISE_H
#define CRUMB_SITE_ORGANISE_ORGANISE_H

/* From loaded files to a site: what is held back, sections, terms, order,
 * neighbours, addresses. One thread; everything in content's order, so that
 * the result is the same for any number of loading threads. */

#include "base/diag/diag.h"
#include "site/site.h"

void organise(struct site *site, struct diags *diags);
/* Of all that organise and the plan go by beside posts' records and settings:
 * which files there are in content/, which posts and files are held back. With
 * the same hash and the same records the site is in the same order. */
uint64_t organise_hash(const struct site *site);

#endif
