/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_CONFIG_PARTS_H
#define CRUMB_SITE_CONFIG_CONFIG_PARTS_H

/* Readers of settings that have parts. Each is the function `take` of its key
 * in site.yaml, and reads into a struct config that holds the defaults. */

#include "site/config/config.h"
#include "site/config/schema.h"

/* `feeds`: a map. */
bool config_take_feeds(const struct schema_setting *setting, void *config);
/* `languages`: a list of codes, or a map from codes to titles or to maps of
 * {title, description, menu}. Without `language`, a list without English also
 * sets the site's own language: its first. */
bool config_take_languages(const struct schema_setting *setting, void *config);
/* `math`: false, true, or a map with `macros`, a map itself:
 *
 *     math:
 *       macros:
 *         \RTT: \mathrm{RTT}
 */
bool config_take_math(const struct schema_setting *setting, void *config);
/* `images`: a map with `clean`, whether pictures are published without
 * private data, and `keep`, the data that stay then: credit, none or all;
 * `resize`, `width`, `quality`. */
bool config_take_images(const struct schema_setting *setting, void *config);
/* `cards`: true, or a map with `font`, the path of a file. Reports what this
 * machine lacks for them. */
bool config_take_cards(const struct schema_setting *setting, void *config);
/* `permalink`: the pattern of all posts; or a map with patterns for `posts`,
 * for `pages` and for sections by their folders. All are checked, as a mistake
 * in one gives many posts wrong addresses. */
bool config_take_permalink(const struct schema_setting *setting, void *config);
/* `urls`: slash, bare or ugly. */
bool config_take_urls(const struct schema_setting *setting, void *config);
/* `theme`: the name of a folder in themes/. */
bool config_take_theme(const struct schema_setting *setting, void *config);
/* Reads theme.yaml of that folder, if there is one: parameters that site.yaml
 * lacks get the theme's values, the others must be of their kinds. Returns
 * false after reporting mistakes. */
bool config_read_theme(struct config *config, struct arena *arena,
                       struct diags *diags);
/* `paginate`: a number of posts; 0: all. */
bool config_take_paginate(const struct schema_setting *setting, void *config);

/* Whether the tag has the shape of BCP 47: en, es-MX, zh-Hant-TW. */
bool config_is_language(str tag);

#endif
