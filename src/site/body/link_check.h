/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_BODY_LINK_CHECK_H
#define CRUMB_SITE_BODY_LINK_CHECK_H

/* The join of links and headings, once all bodies are rendered: a link to a
 * part of a post that it has not is a warning ("broken-fragment"). */

#include "base/buf.h"
#include "site/body/links.h"

/* The ids and names in the body's HTML that are of none of its headings, a NUL
 * behind each. */
void link_anchors(str html, const struct derived *derived, struct buf *out);
/* Checks the links of a post. Those who are linked to are made if they have
 * not been. eval->host is a struct view. */
void link_check(const struct post *from, struct eval *eval);

#endif
