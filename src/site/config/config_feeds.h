/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_CONFIG_FEEDS_H
#define CRUMB_SITE_CONFIG_CONFIG_FEEDS_H

/* The settings below `feeds` in site.yaml. */

#include "site/config/config.h"
#include "site/config/schema.h"

/* Reads them over the defaults that *out holds. False: reported. */
bool config_feeds_read(const struct schema *schema, const struct dict *dict,
                       struct config_feeds *out);

/* A number of posts; 0 is all of them. False: it is none, reported. */
bool config_count(const struct schema *schema, int64_t count, span at,
                  size_t *out);

#endif
