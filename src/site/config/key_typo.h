/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_KEY_TYPO_H
#define CRUMB_SITE_CONFIG_KEY_TYPO_H

/* Whether a key of front matter or site.yaml is one of crumb's, misspelled. */

#include "base/str.h"

/* A key that other generators know, however near to one of ours. */
bool key_is_foreign(str name);
/* Likely enough a typo of the known key to say so; capitals don't count. */
bool key_is_typo(str name, str known);

/* What a setting of another generator is called in site.yaml; may be empty. */
str key_foreign_setting(str name);

#endif
