/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ENTRY_H
#define CRUMB_SITE_ENTRY_H

/* Data of feeds and the sitemap: the date of a post's last change, and ids by
 * which feed readers recognise posts and feeds. */

#include "site/site.h"

/* The date of the last change, never before the post's own date. False: the
 * post has no date at all. */
bool entry_changed(const struct post *post, struct date *out);
/* An absolute IRI that does not change with the title: the post's address; if
 * that is made from the title, a tag: URI (RFC 4151) of the site's host, the
 * post's day and its path in content/; without a date, or if the site has no
 * url, a UUID of that path. */
str entry_id(const struct site *site, const struct post *post,
             struct arena *arena);
/* The id of a feed: its address, else a UUID of its path and the site's
 * title. */
str entry_feed_id(const struct site *site, const struct address *address,
                  struct arena *arena);

#endif
