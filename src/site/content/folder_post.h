/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_FOLDER_POST_H
#define CRUMB_SITE_CONTENT_FOLDER_POST_H

/* Finds the files that stand for their folders, by their names, their
 * neighbours and, of an index.md among posts, their front matter:
 *
 *     rye/index.md                a bundle
 *     baking/rye/rye.md           a bundle, if rye/ has no other post
 *     about/about.md              the same, unless it has something of a post
 *     blog/_index.md              the text of a section or term
 *     blog/index.md               the same, if there are posts in blog/, and
 *                                 unless it has something of a post
 *     tags/index.md, index.md     the same in the folder of a taxonomy, and at
 *                                 the top
 *
 * What only a post has is a date, tags, categories or a series, or that it is
 * not rendered. An index.md is never read as _index.md if it has an address of
 * its own, if it holds back itself alone, or if there is an _index.md beside
 * it. */

#include "site/content/content_file.h"

/* Sets `form` of all files, of which `ext` and `at` are set. */
void folder_post_find(const struct content_from *from,
                      const struct config *config, struct content *content);

#endif
