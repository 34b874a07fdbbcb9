/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_TAXONOMY_H
#define CRUMB_SITE_ORGANISE_TAXONOMY_H

/* Taxonomies and their terms: which posts carry which tag. Two spellings with
 * the same slug are one term.
 *
 * site.yaml's `taxonomies` have pages; without it these are tags, and
 * categories if a post has any. A post shows its tags, categories and series
 * in any case. */

#include "base/diag/diag.h"
#include "site/site.h"

/* Decides which taxonomies have pages, once the held-back posts are known. */
void taxonomy_settle(struct site *site);
/* Makes the terms of all listed posts, and places the words that _index.md
 * has for them; site->posts is in order. A tag without a letter or digit has
 * no address: a warning, and none of its posts carries it. */
void taxonomy_organise(struct site *site, struct diags *diags);

#endif
