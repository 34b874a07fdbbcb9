/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_PAGE_ADDRESS_H
#define CRUMB_SITE_ORGANISE_PAGE_ADDRESS_H

/* The addresses of posts and pages, by front matter and the site's permalink
 * patterns (site/config/permalink.h). */

#include "site/site.h"

/* The site's permalink pattern for the post. */
str address_pattern(const struct config *config, const struct post *post);
/* The path of a post or page by its front matter's url, else the site's
 * permalink pattern: /{section}/{slug}/ -> "networking/evpn/". For
 * address_make_page. */
str address_path(struct arena *arena, const struct config *config,
                 const struct post *post);

#endif
