/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_PERMALINK_H
#define CRUMB_SITE_CONFIG_PERMALINK_H

/* The setting `permalink` of site.yaml: patterns of the addresses of posts,
 * such as /{section}/{slug}/. site/organise/page_address.h makes addresses from
 * them. */

#include "base/diag/diag.h"
#include "base/memory/vec.h"
#include "data/value.h"

struct schema;

/* What addresses end in whose pattern ends in '/'. */
enum permalink_style {
    PERMALINK_SLASH, /* /baking/rye/: baking/rye/index.html */
    PERMALINK_BARE,  /* /baking/rye: baking/rye.html */
    PERMALINK_UGLY,  /* /baking/rye.html */
};

struct permalink_rule {
    str section; /* the folder of the section */
    str pattern;
    span at; /* of the section's name */
};

struct permalink {
    str posts; /* "/{section}/{slug}/" */
    str pages; /* "/{slug}/" */
    VEC(struct permalink_rule) sections;
    enum permalink_style style;
};

/* Reads the setting and checks every pattern, as a mistake in one gives many
 * posts wrong addresses. A text is the pattern of all posts; a map has patterns
 * for `posts`, for `pages` and for sections by their folders. Returns false
 * after reporting mistakes. */
bool permalink_read(const struct schema *schema, value v, span at,
                    struct permalink *out);
/* Reads the name of a style: slash, bare or ugly. Returns false after reporting
 * another word. */
bool permalink_read_style(str word, span at, struct diags *diags,
                          enum permalink_style *out);
/* The pattern of the posts in a folder: that of the nearest section around it
 * that has one, else that of all posts. */
str permalink_of(const struct permalink *permalink, str folder);

#endif
