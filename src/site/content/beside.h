/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_BESIDE_H
#define CRUMB_SITE_CONTENT_BESIDE_H

/* Front matter that other generators keep in files beside their posts:
 *
 *     x.meta                        Nikola's, of x.md
 *     x.json, x.11tydata.json       Eleventy's, of x.md
 *     a/a.json, a/a.11tydata.json   Eleventy's, of all posts below a/
 *     x.11tydata.js (.cjs, .mjs)    the same as a program
 *
 * None of them is published. What says there that posts are not public holds
 * them back; crumb reads nothing else in them, and runs none. */

#include "base/diag/diag.h"

struct post;
struct site;

/* Reads those of site->content into site->beside, which stays NULL if none
 * holds anything back. One thread. */
void beside_load(struct site *site, struct diags *diags);

/* Adds to the post's front matter what the files beside it and those of the
 * folders above say: `holds` and `says`, and from when on it is live. The
 * post's own front matter counts first. */
void beside_inherit(const struct site *site, struct post *post);

#endif
