/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_PAGE_ADDRESS_H
#define CRUMB_SITE_ORGANISE_PAGE_ADDRESS_H

/* The addresses of posts and pages, by front matter and the site's permalink
 * patterns (struct permalink). */

#include "site/site.h"

/* Returns the site's permalink pattern for the post. */
str address_pattern(const struct config *config, const struct post *post);
/* Returns the path of a post or page for address_make_page: the url of its
 * front matter, else by its permalink pattern: /{section}/{slug}/ gives
 * "networking/evpn/". */
str address_path(struct arena *arena, const struct config *config,
                 const struct post *post);

#endif
