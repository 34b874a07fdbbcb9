/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_ALIASES_H
#define CRUMB_SITE_ORGANISE_ALIASES_H

/* The aliases of a post as addresses: front matter has them as they were typed.
 */

#include "base/diag/diag.h"
#include "site/config/schema.h"

/* Returns the aliases as paths from the site's root, with a '/' in front. As in
 * Hugo, one that was typed without it counts from the folder that the post's
 * address is in: of /a/x/, `old` is /a/old/, and `../was/` is /was/. `own` is
 * the path of the post's address, without a '/' in front.
 *
 * Leaves out the post's own address and repetitions, which say nothing new, and
 * reports those that lead out of the site as errors. The results live in
 * `keep`; `work` is for temporary data. */
struct text_list aliases_resolve(const struct text_list *aliases, str own,
                                 struct arena *keep, struct arena *work,
                                 struct diags *diags);

#endif
