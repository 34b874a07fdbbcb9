/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_CONTENT_PICK_H
#define CRUMB_SITE_CONTENT_CONTENT_PICK_H

/* Decides which files of content/ are posts, and which are published unchanged:
 *
 * - Markdown is a post, and so is HTML that begins with front matter.
 * - Sources of other markups (x.rst, x.org, x.ipynb) and other texts with front
 *   matter are ignored, with a warning: published unchanged, they would show
 *   drafts. The same goes for HTML whose <meta> says that it is not public.
 * - Files that describe posts (site/content/beside.h) are listed apart.
 * - If authors are not trusted, HTML is no post, and a file is published only
 *   if neither browsers nor servers run files of its kind. */

#include "base/diag/diag.h"
#include "site/content/content_file.h"

/* Adds the files of the list to out->files, with what tells of them by
 * itself: source, path, ext, html, stat. Others are added to out->beside. Names
 * are copied. */
void content_pick(const struct content_from *from, const struct config *config,
                  const struct fs_list *list, struct arena *arena,
                  struct diags *diags, struct content *out);

/* Whether the file is the source of a post, for crumb or for another program.
 * `path` is a real path, `name` the file's name in content/; HTML is read, as
 * front matter makes it a post. */
bool content_is_post_source(str path, str name, struct arena *arena);

#endif
