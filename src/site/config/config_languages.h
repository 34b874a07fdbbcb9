/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_CONFIG_LANGUAGES_H
#define CRUMB_SITE_CONFIG_CONFIG_LANGUAGES_H

/* The settings below `languages` in site.yaml. */

#include "site/config/schema.h"

/* A language of `languages`. Settings that are missing are empty. */
struct config_language {
    str code; /* a BCP 47 tag */
    str title;
    str description;
    value menu; /* undefined: the menu of the site */
};

struct config_languages {
    struct config_language *p;
    size_t n;
    size_t cap;
};

/* Reads a list of codes, or a map from codes to {title, description, menu}.
 * Returns false after reporting mistakes. */
bool config_languages_read(const struct schema *schema, value v, span at,
                           struct config_languages *out);
/* Whether the tag has the shape of BCP 47: en, es-MX, zh-Hant-TW. */
bool config_is_language(str tag);

#endif
