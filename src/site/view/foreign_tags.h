/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_FOREIGN_TAGS_H
#define CRUMB_SITE_VIEW_FOREIGN_TAGS_H

/* Warnings "foreign-tag": posts from another generator may hold its template
 * tags, which crumb shows as text. There is one warning for each language in a
 * post, at the first of its tags. */

#include "base/diag/diag.h"

struct markdown;

void foreign_tags_warn(const struct markdown *markdown, struct diags *diags);

#endif
