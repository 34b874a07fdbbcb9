/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_ANCHORS_H
#define CRUMB_SITE_VIEW_ANCHORS_H

/* The places in a body that a link can lead to: headings, and elements with an
 * `id` or a `name`. */

#include "base/memory/buf.h"
#include "site/site.h"

/* Appends the ids and names in the body's HTML, without those of its headings,
 * with a NUL behind each. */
void anchors_find(str html, const struct derived_parts *parts, struct buf *out);

#endif
