/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_KEY_TYPO_H
#define CRUMB_SITE_CONFIG_KEY_TYPO_H

/* Whether a key of front matter or site.yaml is one of crumb's, misspelled. */

#include "base/str.h"

/* Whether the key is one of another generator, even if it is like one of ours.
 */
bool key_is_foreign(str name);
/* Whether the key is probably a typo of the known one. Case is ignored. */
bool key_is_typo(str name, str known);

/* The name in site.yaml for a setting of another generator; may be empty. */
str key_foreign_setting(str name);

#endif
