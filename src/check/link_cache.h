/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_LINK_CACHE_H
#define CRUMB_CHECK_LINK_CACHE_H

/* What is known of outside links since earlier checks, in .crumb/links:
 *
 *     crumb-links 1
 *     200 1795257600 https://example.org/
 *     200 1795257600 https://example.org/old https://example.org/new
 *
 * A line is the status, the second since 1970 when it was asked for, the
 * address and, if it has moved for good, where to; by address. A line that
 * can't be read is passed over: at worst a host is asked once more. */

#include "base/map.h"
#include "base/vec.h"

struct cached_link {
    str url;
    int status;
    int64_t time;
    str moved;
};

struct link_cache {
    struct arena *arena;
    VEC(struct cached_link *) list;
    struct map by_url;
};

/* A missing file is an empty cache. */
void link_cache_read(struct link_cache *cache, str path, struct arena *arena);
/* What is known well enough: it was there, less than a week ago. NULL: ask. */
const struct cached_link *link_cache_fresh(const struct link_cache *cache,
                                           str url, int64_t now);
/* Adds or replaces; slices are borrowed. */
void link_cache_put(struct link_cache *cache, struct cached_link link);
/* Writes what is fresh. An errno value. */
int link_cache_write(struct link_cache *cache, str path, int64_t now);

#endif
