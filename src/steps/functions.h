/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_FUNCTIONS_H
#define CRUMB_STEPS_FUNCTIONS_H

/* The filters and functions that crumb adds to Jinja's own:
 * date slugify markdownify plain truncate_words absolute_url relative_url
 * xml_safe; url_for get_page get_section get_taxonomy asset
 * asset_integrity image today t. */

#include "jinja/jinja.h"

void functions_add(struct jinja *jinja);
/* Adds only t, and only image. */
void functions_add_words(struct jinja *jinja);
void functions_add_images(struct jinja *jinja);
/* Adds only those that need no site: date slugify markdownify plain
 * truncate_words xml_safe. Dates without a zone are then in UTC. */
void functions_add_plain(struct jinja *jinja);

#endif
