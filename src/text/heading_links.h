/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HEADING_LINKS_H
#define CRUMB_TEXT_HEADING_LINKS_H

/* A link to itself at the end of each heading. */

#include "base/arena.h"

/* Into h2, h3 and h4 with an id, and without a link to it:
 *
 *     <a class="permalink" href="#ID" aria-label="LABEL: the heading">#</a>
 *
 * The HTML itself if there are none. */
str heading_links(struct arena *arena, str html, str label);

#endif
