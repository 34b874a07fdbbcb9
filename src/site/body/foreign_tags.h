/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_BODY_FOREIGN_TAGS_H
#define CRUMB_SITE_BODY_FOREIGN_TAGS_H

/* "foreign-tag": posts that came from another generator have its template tags
 * in them, which are text here. One warning for each name in the whole site,
 * with how often it stands there. */

#include "base/diag/diag.h"

struct markdown;

/* A post's: one for each name, at its first place, that has counted the
 * others. */
void foreign_tags_warn(const struct markdown *markdown, struct diags *diags);
/* Those of all posts: one for each name, at the first place of all. */
void foreign_tags_join(struct diags *diags);

#endif
