/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_KEY_TYPO_H
#define CRUMB_SITE_CONFIG_KEY_TYPO_H

/* Tells misspelled keys of front matter and site.yaml from keys of other
 * generators. */

#include "base/str.h"

/* Whether it is a key of another generator. Such a key is no typo, however
 * similar it is to one of crumb's. */
bool key_is_foreign(str name);
/* Whether the key is probably a typo of the known one. Case is ignored. */
bool key_is_typo(str name, str known);

/* The setting of crumb that does what this setting of another generator does;
 * empty: there is none. */
str key_foreign_setting(str name);

#endif
