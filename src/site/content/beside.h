/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_BESIDE_H
#define CRUMB_SITE_CONTENT_BESIDE_H

/* Reads the front matter that other generators keep in files beside posts:
 *
 *     x.meta                        Nikola's, of x.md
 *     x.json, x.11tydata.json       Eleventy's, of x.md
 *     a/a.json, a/a.11tydata.json   Eleventy's, of all posts below a/
 *     x.11tydata.js (.cjs, .mjs)    the same as a program
 *
 * These files are not published. crumb takes one thing from them: whether posts
 * are public. A post that is not is held back. Programs are never run. */

#include "base/diag/diag.h"

struct post;
struct site;

/* Reads these files of site->content into site->beside, which stays NULL if
 * none of them holds a post back. One thread. */
void beside_load(struct site *site, struct diags *diags);

/* Adds to the post's front matter what the files beside it, and those of the
 * folders above, say of its being public: `holds`, `says` and the date from
 * which it is. The post's own front matter takes precedence. */
void beside_inherit(const struct site *site, struct post *post);

#endif
