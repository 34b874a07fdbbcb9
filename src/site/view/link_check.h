/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_LINK_CHECK_H
#define CRUMB_SITE_VIEW_LINK_CHECK_H

/* Checks links to parts of posts, once all bodies are rendered: if the post has
 * no such part, the link gets a warning ("broken-fragment"). */

#include "site/site.h"

/* Checks the links of a post. Renders the bodies of their targets if necessary.
 * ctx->host is a struct view. */
void link_check(const struct post *from, struct render_context *ctx);

#endif
