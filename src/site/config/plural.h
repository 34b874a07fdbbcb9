/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_PLURAL_H
#define CRUMB_SITE_CONFIG_PLURAL_H

/* Which form of a word a language has for a number of things. */

#include "base/str.h"

/* "one", "few", "many" or "other", as Unicode's CLDR names them for whole
 * numbers. Languages it does not know have "one" for 1. */
str plural_form(str lang, int64_t count);

#endif
