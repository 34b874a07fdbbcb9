/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_LINK_CHECK_H
#define CRUMB_SITE_LINK_CHECK_H

/* The join of links and headings, once all bodies are rendered: a link to a
 * part of a post that it has not is a warning ("broken-fragment"). */

#include "site/links.h"

/* Bodies in which a part is not among the headings are rendered again, into
 * eval's arena, to look at their raw HTML. eval->host is a struct view. */
void link_check(const struct link_log *log, struct eval *eval);

#endif
