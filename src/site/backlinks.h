/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_BACKLINKS_H
#define CRUMB_SITE_BACKLINKS_H

/* Who links to a post: the join of all links, before anything is rendered that
 * shows it. */

#include "site/links.h"

/* Adds the log's links to the backlinks of the posts they lead to. */
void backlinks_add(struct site *site, const struct link_log *log);
/* Once all logs are added: newest first, whichever thread met them. */
void backlinks_sort(struct site *site);

#endif
