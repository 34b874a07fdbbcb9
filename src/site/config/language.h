/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_LANGUAGE_H
#define CRUMB_SITE_CONFIG_LANGUAGE_H

/* Which language a file of content/ is in, by its name and place alone:
 *
 *     baking/rye.md        the site's own
 *     baking/rye.es.md     Spanish, beside it
 *     es/baking/rye.md     Spanish, in a folder of its own
 *
 * The setting `languages` of site.yaml lists the languages. Without it, a code
 * counts as a language if content/ uses it as one:
 *
 * - a file rye.es.md beside rye.md or rye.de.md
 * - a file index.es.md or _index.es.md, of the site's own language too
 * - a folder es/ with a file that is also outside of es/
 * - a folder es/ beside a folder of the site's own language
 *
 * Otherwise it is a part of a name: v1.2.md, node.js.md, a section ml/. */

#include "site/config/config.h"

struct languages {
    VEC(str) codes; /* the site's own first; only one: no translations */
    bool own_named; /* names have the site's own code, with one language too */
};

/* Adds the languages of a site to *out, which is empty. `stems` are the n paths
 * of its posts, without their extensions. */
void language_find(const struct config *config, const str *stems, size_t n,
                   struct arena *arena, struct languages *out);

struct language_place {
    uint32_t language; /* its number in codes */
    bool folder;       /* it is in a folder of its language */
    str plain;         /* the path without the language's code: baking/rye.md */
    str prefix;        /* the beginning of its addresses: "" or es/ */
};

/* Finds the language of a file. `ext` is the extension of a post, as in the
 * path; empty: the file is no post. */
struct language_place language_place(const struct languages *languages,
                                     str path, str ext, struct arena *arena);

/* Whether it is a code of ISO 639-1, perhaps with a script or a region: es,
 * pt-BR, zh-Hant. */
bool language_is_code(str code);

#endif
