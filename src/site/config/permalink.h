/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_PERMALINK_H
#define CRUMB_SITE_CONFIG_PERMALINK_H

/* The patterns of posts' addresses, /{section}/{slug}/, as site.yaml has them.
 * site/organise/page_address.h fills them in. */

#include "base/diag/diag.h"
#include "base/vec.h"
#include "data/value.h"

struct schema;

/* How the address ends where the pattern ends in '/'. */
enum permalink_style {
    PERMALINK_SLASH, /* /baking/rye/: baking/rye/index.html */
    PERMALINK_BARE,  /* /baking/rye: baking/rye.html */
    PERMALINK_UGLY,  /* /baking/rye.html */
};

struct permalink_rule {
    str section; /* its folder */
    str pattern;
    span at; /* of the section's name */
};

struct permalink {
    str posts; /* "/{section}/{slug}/" */
    str pages; /* "/{slug}/" */
    VEC(struct permalink_rule) sections;
    enum permalink_style style;
};

/* Every pattern is checked: wrong here means wrong addresses for many posts,
 * so all that can be told from the pattern is. */
/* A text: the pattern of all posts. A map: one each for `posts`, `pages` and
 * sections by their folders. False: reported. */
bool permalink_read(const struct schema *schema, value v, span at,
                    struct permalink *out);
/* slash, bare or ugly. */
bool permalink_read_style(str word, span at, struct diags *diags,
                          enum permalink_style *out);
/* The pattern of the posts in that folder: the nearest section's, else that
 * of all posts. */
str permalink_of(const struct permalink *permalink, str folder);

#endif
