/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_CONFIG_FEEDS_H
#define CRUMB_SITE_CONFIG_CONFIG_FEEDS_H

/* The settings below `feeds` in site.yaml. */

#include "site/config/schema.h"

/* The formats of feeds. A set of formats has the bit 1u << FEED_x for each. */
enum feed_format { FEED_ATOM, FEED_RSS, FEED_JSON, FEED_FORMATS };

/* Defaults are in brackets. */
struct config_feeds {
    size_t limit;      /* entries of a feed (20); SIZE_MAX: all */
    unsigned site;     /* formats of the site's feed (all) */
    unsigned sections; /* formats of each section's feed (Atom) */
    unsigned terms;    /* formats of each term's feed (Atom) */
    bool summary;      /* entries hold summaries, not whole posts (false) */
};

/* Reads the settings into *out, which holds the defaults. Returns false after
 * reporting mistakes. */
bool config_feeds_read(const struct schema *schema, const struct dict *dict,
                       struct config_feeds *out);

/* Reads a number of posts; 0 stands for all. Returns false after reporting a
 * number below 0 or over a million. */
bool config_count(const struct schema *schema, int64_t count, span at,
                  size_t *out);

#endif
