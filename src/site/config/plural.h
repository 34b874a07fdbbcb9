/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_PLURAL_H
#define CRUMB_SITE_CONFIG_PLURAL_H

/* Plurals: which form of a word a language uses for a number of things. */

#include "base/str.h"

/* Returns "one", "few", "many" or "other": the category of a whole number by
 * Unicode's CLDR. In a language that plural.c does not know, 1 is "one" and any
 * other number "other". */
str plural_form(str lang, int64_t count);

#endif
