/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HEADING_LINKS_H
#define CRUMB_TEXT_HEADING_LINKS_H

/* Permalinks of headings. */

#include "base/memory/arena.h"

/* Puts a link to the heading at the end of each h2, h3 and h4 that has an id
 * and no such link yet:
 *
 *     <a class="permalink" href="#ID" aria-label="LABEL: the heading">#</a>
 *
 * Returns the slice itself if there is no such heading, else a copy in the
 * arena. */
str heading_links(struct arena *arena, str html, str label);

#endif
