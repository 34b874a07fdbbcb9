/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_BODY_FOREIGN_TAGS_H
#define CRUMB_SITE_BODY_FOREIGN_TAGS_H

/* Warnings "foreign-tag": posts from another generator may hold its template
 * tags, which crumb shows as text. There is one warning for each name in the
 * whole site, with the number of its tags. */

#include "base/diag/diag.h"

struct markdown;

/* Adds the warnings of a post: one for each name, at its first place. */
void foreign_tags_warn(const struct markdown *markdown, struct diags *diags);
/* Merges the warnings of all posts: one for each name, at its first place. */
void foreign_tags_join(struct diags *diags);

#endif
