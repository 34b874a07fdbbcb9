/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_PERMALINK_H
#define CRUMB_SITE_PERMALINK_H

/* The pattern of posts' addresses, /{section}/{slug}/, as site.yaml has it.
 * address.c fills it in. */

#include "base/diag.h"

/* The pattern is not empty. Wrong here means wrong addresses for every post, so
 * all that can be told from the pattern is. False: reported. */
bool permalink_check(str pattern, span at, struct diags *diags);

#endif
