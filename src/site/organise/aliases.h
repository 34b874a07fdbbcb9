/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_ALIASES_H
#define CRUMB_SITE_ORGANISE_ALIASES_H

/* The aliases of a post as addresses: front matter has them as they were typed.
 */

#include "base/diag/diag.h"
#include "site/site.h"

/* Returns an alias as a path from the site's root, with a '/' in front. As in
 * Hugo, one that was typed without it counts from the folder that the post's
 * address is in: of /a/x/, `old` is /a/old/, and `../was/` is /was/. `own` is
 * the path of the address, without a '/' in front. p == NULL: it leads out of
 * the site. */
str alias_path(str alias, str own, struct arena *arena);
/* Makes the post's aliases such paths.
 *
 * Leaves out the post's own address and repetitions, which say nothing new, and
 * reports those that lead out of the site as errors. */
void aliases_resolve(const struct site *site, struct post *post, str own,
                     struct diags *diags);
/* Resolves the aliases of a list's _index.md, if the list has an address. */
void aliases_resolve_index(const struct site *site, struct post *index,
                           struct diags *diags);

#endif
