/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_TAXONOMY_H
#define CRUMB_SITE_ORGANISE_TAXONOMY_H

/* Taxonomies and their terms: which posts have which tag. Spellings with the
 * same slug are one term.
 *
 * The taxonomies that site.yaml names have pages. Without that setting these
 * are tags, and categories if a post has any. A post shows its tags, categories
 * and series in any case. */

#include "base/diag/diag.h"
#include "site/site.h"

/* Decides which taxonomies have pages. Call it when it is known which posts are
 * held back. */
void taxonomy_settle(struct site *site);
/* Makes the terms of all listed posts, and finds the _index.md files that
 * describe them. site->posts must be sorted. A tag without a letter or digit
 * can have no address: it gets a warning and is ignored. */
void taxonomy_organise(struct site *site, struct diags *diags);
#endif
