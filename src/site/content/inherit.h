/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_INHERIT_H
#define CRUMB_SITE_CONTENT_INHERIT_H

/* Data that pages inherit from the _index.md files of the folders around them:
 *
 * - Front matter below the key `cascade`, which is for the _index.md itself and
 *   for all pages below it. A page's own front matter takes precedence, then
 *   that of the nearest _index.md. An entry with a `target` is for some pages
 *   only.
 * - Being held back: if a section is a draft, not live yet, or expired, so are
 *   all pages in it. content/_index.md holds back only the home page.
 *
 * If a folder has no _index.md in the page's language, the one in the site's
 * own language counts.
 *
 * What a page inherits is no part of its record (site/content/post_record.h).
 * Each build works it out again, so an edit of an _index.md changes the facts
 * of the pages below it. */

#include "site/site.h"

/* Sets the inherited front matter of all pages, and what depends on it: whether
 * they are held back or unlisted, their languages and dates. Call it after
 * loading and before organise(). One thread. */
void inherit(struct site *site, struct diags *diags);

/* Whether a file of content/ that is no post is in a section that is held back.
 */
bool inherit_holds_file(const struct site *site,
                        const struct content_file *file);

/* For inherit(): the front matter that other generators keep in files beside
 * posts.
 *
 *     x.meta                        Nikola's, of x.md
 *     x.json, x.11tydata.json       Eleventy's, of x.md
 *     a/a.json, a/a.11tydata.json   Eleventy's, of all posts below a/
 *     x.11tydata.js (.cjs, .mjs)    the same as a program
 *     a/_data.yml (.yaml, .json)    Lume's, of all posts below a/
 *
 * These files are not published. crumb takes one thing from them: whether posts
 * are public. A post that is not is held back. Programs are never run. */

/* Reads these files of site->content into site->beside, which stays NULL if
 * none of them says anything of it. */
void beside_load(struct site *site, struct diags *diags);
/* Adds to the post's front matter what the files beside it, and those of the
 * folders above, say of its being public: `holds`, `says` and the date from
 * which it is. The post's own front matter takes precedence. */
void beside_inherit(const struct site *site, struct post *post);

#endif
