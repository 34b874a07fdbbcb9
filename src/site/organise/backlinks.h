/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_BACKLINKS_H
#define CRUMB_SITE_ORGANISE_BACKLINKS_H

/* Backlinks: the posts that link to a post. */

#include "site/view/links.h"

/* Sets every post's backlinks, newest first. Call it once, when all bodies are
 * made, and before a page that shows backlinks is rendered. */
void backlinks_join(struct site *site);

#endif
