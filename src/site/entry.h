/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ENTRY_H
#define CRUMB_SITE_ENTRY_H

/* What feeds and the sitemap say of a post: when it changed, and the id by
 * which a feed reader knows it again. */

#include "site/site.h"

/* False: the post has no date at all. */
bool entry_changed(const struct post *post, struct date *out);
/* An absolute IRI that no change of the title changes: the post's address. If
 * that is made of the title, a tag: URI (RFC 4151) of the site's host, the
 * post's day and its path in content/; where there is no address because the
 * site has no url, a UUID of that path. */
str entry_id(const struct site *site, const struct post *post,
             struct arena *arena);
/* The same for a feed: its address, else a UUID of its path and of the site's
 * title. */
str entry_feed_id(const struct site *site, const struct address *address,
                  struct arena *arena);

#endif
