/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_SECRETS_H
#define CRUMB_CHECK_SECRETS_H

/* Finds passwords and keys in sources: by the shape of each kind, or by the
 * words in front of them in the configuration of a network device. Placeholders
 * (<x>, $X, {{ x }}, ****) are no secrets. */

#include "check/findings.h"
#include "check/multi_search.h"

/* Prepares the search. */
void secrets_init(struct multi_search *search, struct arena *arena);
/* Adds a warning for each secret in the text of the file `name`. */
void secrets_find(const struct multi_search *search, str text, str name,
                  struct findings *findings);

#endif
