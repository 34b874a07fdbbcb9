/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_BACKLINKS_H
#define CRUMB_SITE_ORGANISE_BACKLINKS_H

/* Who links to a post: the join of all links, before anything is rendered that
 * shows it. */

#include "site/body/links.h"

/* When all bodies have been made: fills in every post's backlinks, newest
 * first. */
void backlinks_join(struct site *site);

#endif
