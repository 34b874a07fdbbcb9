/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_BODY_SEARCH_H
#define CRUMB_SITE_VIEW_BODY_SEARCH_H

#include "site/site.h"

struct view;

/* The words by which the site's search finds a post: those of its text, title
 * and summary, and its tags, categories and sections. */

/* Returns them as a record of the index, in view->texts. `html`: the body. */
str body_search_words(const struct post *post, str html,
                      const struct view *view);
/* A hash of what body_search_words reads beside the body: some is inherited. */
uint64_t body_search_hash(const struct post *post);

#endif
