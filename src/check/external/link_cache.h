/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_EXTERNAL_LINK_CACHE_H
#define CRUMB_CHECK_EXTERNAL_LINK_CACHE_H

/* The results of earlier requests for outside links, in .crumb/links:
 *
 *     crumb-links 1
 *     200 1795257600 https://example.org/
 *     200 1795257600 https://example.org/old https://example.org/new
 *
 * A line has the status, the time of the request in seconds since 1970, the
 * address and, if it has moved permanently, its new address. Lines are sorted
 * by address. Invalid ones are ignored: their addresses are requested again. */

#include "base/memory/map.h"
#include "base/memory/vec.h"

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

/* Reads the file. One that is missing, or of another version, is an empty
 * cache.
 */
void link_cache_read(struct link_cache *cache, str path, struct arena *arena);
/* The entry of an address that answered well less than a week ago. NULL: there
 * is none, so request it. */
const struct cached_link *link_cache_fresh(const struct link_cache *cache,
                                           str url, int64_t now);
/* Adds or replaces an entry; its texts are borrowed. */
void link_cache_put(struct link_cache *cache, struct cached_link link);
/* Writes the entries that link_cache_fresh returns, and sorts the list. Returns
 * 0 or an errno value. */
int link_cache_write(struct link_cache *cache, str path, int64_t now);

#endif
