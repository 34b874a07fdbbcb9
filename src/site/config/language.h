/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_LANGUAGE_H
#define CRUMB_SITE_CONFIG_LANGUAGE_H

/* Which language a file of content/ is in, by its name and place alone:
 *
 *     baking/rye.md        the site's own
 *     baking/rye.es.md     Spanish, beside it
 *     es/baking/rye.md     Spanish, in a folder of its own
 *
 * The languages are those of site.yaml's `languages`. Without that setting a
 * code is a language once content/ says so: a file rye.es.md beside rye.md or
 * rye.de.md, an index.es.md or _index.es.md, a folder es/ that holds what is
 * also outside of it, or one beside a folder of the site's own language. All
 * else (v1.2.md, node.js.md, a section ml/) is a name as any other. */

#include "site/config/config.h"

struct languages {
    VEC(str) codes; /* the site's own first; one: there are no others */
};

/* stems: the paths of posts, without their extensions. */
void language_find(const struct config *config, const str *stems, size_t n,
                   struct arena *arena, struct languages *out);

struct language_place {
    size_t language; /* number in codes */
    str plain;       /* the path without what names the language */
    str prefix;      /* of its addresses: "", or es/ */
    bool folder;     /* it is in a folder of its language */
};

/* ext: the post's extension, as the path has it; empty: it is no post. */
struct language_place language_place(const struct languages *languages,
                                     str path, str ext, struct arena *arena);

/* A code of ISO 639-1, with a script or a region or without: es, pt-BR. */
bool language_is_code(str code);

#endif
