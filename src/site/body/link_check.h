/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_BODY_LINK_CHECK_H
#define CRUMB_SITE_BODY_LINK_CHECK_H

/* The join of links and headings, once all bodies are rendered: a link to a
 * part of a post that it has not is a warning ("broken-fragment"). */

#include "site/site.h"

/* Checks the links of a post. Those who are linked to are made if they have
 * not been. eval->host is a struct view. */
void link_check(const struct post *from, struct eval *eval);

#endif
