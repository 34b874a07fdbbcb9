/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_PUBLIC_H
#define CRUMB_SECRETS_PUBLIC_H

/* Public addresses in a text, AS numbers and MAC addresses, and names that are
 * listed. */

#include "secrets/place.h"

/* The next place of the text. False: there is none. */
bool public_place(struct public_search *search, struct public_place *out);
/* Whether it need not be hidden: it is private, for documentation, or known to
 * all. */
bool public_stays(const struct secret_rules *rules,
                  const struct public_place *place);
/* The next place that should be hidden. */
bool public_next(struct public_search *search, struct public_place *out);
/* The place with another unit, in the spelling that it had. */
str public_text(const struct public_place *place, str text, uint64_t unit,
                struct arena *arena);

#endif
