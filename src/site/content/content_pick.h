/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_CONTENT_PICK_H
#define CRUMB_SITE_CONTENT_CONTENT_PICK_H

/* For content.c: decides which files of content/ are posts, and which are
 * published unchanged:
 *
 * - Markdown is a post, and so is HTML that begins with front matter.
 * - Sources of other markups (x.rst, x.org, x.ipynb) and other texts with front
 *   matter are ignored, with a warning: published unchanged, they would show
 *   drafts. The same goes for HTML whose <meta> says that it is not public.
 * - Files that describe posts (inherit.h) have a list of their own.
 * - If authors are not trusted, HTML is no post, and a file is published only
 *   if neither browsers nor servers run files of its kind. */

#include "base/diag/diag.h"
#include "site/content/content_file.h"

/* Adds the files of the list to out->files, and sets the fields that need no
 * other file: source, path, ext, html, stat. Files that describe posts are
 * added to out->beside. Names are copied. */
void content_pick(const struct content_from *from, const struct config *config,
                  const struct fs_list *list, struct arena *arena,
                  struct diags *diags, struct content *out);

/* Whether the file is the source of a post, for crumb or for another program.
 * `path` is a real path, `name` the file's name in content/; HTML is read, as
 * front matter makes it a post. */
bool content_is_post_source(str path, str name, struct arena *arena);

/* Sets `form` of all files, whose `ext` and `at` are set. It is found by their
 * names, their neighbours and, of an index.md among posts, their front matter:
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
 * Only a post has a date, tags, categories or a series, or is not rendered. An
 * index.md is never read as _index.md if it has an address of its own, if it
 * holds back itself alone, or if there is an _index.md beside it. */
void content_find_forms(const struct content_from *from,
                        const struct config *config, struct content *content);

/* A markup of posts that other programs read and crumb does not. */
struct foreign_markup {
    str ext;
    const char *name;
    const char *cure; /* how to convert it: "with pandoc"; NULL: not known */
};

/* Returns the markup of a file by its extension, in any case; NULL: it is none
 * of them. */
const struct foreign_markup *foreign_markup(str path);

/* Whether authors who are not trusted may publish the file of content/ beside a
 * post, by its name and folder: browsers do not run it as a part of the site,
 * servers neither run it nor read settings from it, and crawlers do not read
 * instructions from it. Files of unknown kinds are not allowed. */
bool harmless_file(str path);
/* Whether it is a picture (other than SVG), sound or film. */
bool harmless_media(str path);

#endif
