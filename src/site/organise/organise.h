/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_ORGANISE_H
#define CRUMB_SITE_ORGANISE_ORGANISE_H

/* Makes the site from its loaded files: decides which posts are held back, and
 * makes sections, terms, order, neighbours and addresses. Addresses are made on
 * several threads, all else on one and in the order of content, so that the
 * number of threads has no effect. */

#include "base/diag/diag.h"
#include "site/site.h"

void organise(struct site *site, struct diags *diags);
/* A hash of the input of organise and the plan, except posts' records and
 * settings: the files of content/, and which posts and files are held back. The
 * same hash and the same records give the same order. */
uint64_t organise_hash(const struct site *site);

#endif
