/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_TAXONOMY_H
#define CRUMB_SITE_TAXONOMY_H

/* Taxonomies and their terms: which posts carry which tag. Two spellings with
 * the same slug are one term. */

#include "base/diag.h"
#include "site/site.h"

/* Makes the terms of all listed posts; site->posts is in order. A tag without
 * a letter or digit has no address: an error. */
void taxonomy_organise(struct site *site, struct diags *diags);
/* content/tags or content/tags/TERM: the place for words about terms. */
bool taxonomy_owns(const struct site *site, str folder);

#endif
