/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_CONFIG_LANGUAGES_H
#define CRUMB_SITE_CONFIG_CONFIG_LANGUAGES_H

/* The settings below `languages` in site.yaml. */

#include "site/config/schema.h"

/* A language of `languages`; texts that were not given are empty. */
struct config_language {
    str code; /* a BCP 47 tag */
    str title;
    str description;
    value menu; /* undefined: the site's */
};

struct config_languages {
    struct config_language *p;
    size_t n;
    size_t cap;
};

/* A list of codes, or a map from codes to {title, description, menu}. False:
 * reported. */
bool config_languages_read(const struct schema *schema, value v, span at,
                           struct config_languages *out);
/* The shape of BCP 47: en, es-MX, zh-Hant-TW. */
bool config_is_language(str tag);

#endif
