/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_SECRETS_H
#define CRUMB_CHECK_SECRETS_H

/* Passwords and keys in what people publish: by the shape that each kind has,
 * or by the words in front of them in the configuration of a network device.
 * What stands for a secret (<x>, $X, {{ x }}, ****) is none. */

#include "check/findings.h"
#include "check/multi_search.h"

/* The table of what to look for, made ready. */
void secrets_init(struct needles *needles, struct arena *arena);
/* Adds a warning for each in the text; `at` names the file. */
void secrets_find(const struct needles *needles, str text, struct spot at,
                  struct findings *findings);

#endif
