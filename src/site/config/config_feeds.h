/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_CONFIG_FEEDS_H
#define CRUMB_SITE_CONFIG_CONFIG_FEEDS_H

/* The settings below `feeds` in site.yaml. */

#include "site/config/schema.h"

/* What a feed is written as. A set of them has a bit 1u << FEED_x each. */
enum feed_format { FEED_ATOM, FEED_RSS, FEED_JSON, FEED_FORMATS };

struct config_feeds {
    size_t limit;      /* entries of each (20); all: SIZE_MAX */
    unsigned site;     /* formats of the site's (all) */
    unsigned sections; /* of each section's (Atom) */
    unsigned terms;    /* of each term's (Atom) */
    bool summary;      /* entries have their summary for content (false) */
};

/* Reads them over the defaults that *out holds. False: reported. */
bool config_feeds_read(const struct schema *schema, const struct dict *dict,
                       struct config_feeds *out);

/* A number of posts; 0 is all of them. False: it is none, reported. */
bool config_count(const struct schema *schema, int64_t count, span at,
                  size_t *out);

#endif
