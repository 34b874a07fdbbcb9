/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_KEY_TYPO_H
#define CRUMB_SITE_CONTENT_KEY_TYPO_H

/* Whether a key of front matter is one of crumb's, misspelled. */

#include "base/str.h"

/* A key that other generators know, however near to one of ours. */
bool slip_is_word(str name);
/* Likely enough a slip of the known key to say so; capitals don't count. */
bool slip_is_of(str name, str known);

/* What a setting of another generator is called in site.yaml; may be empty. */
str slip_setting(str name);

#endif
