/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_CONTENT_PICK_H
#define CRUMB_SITE_CONTENT_CONTENT_PICK_H

/* Which of the files that people keep in content/ are posts, and which are
 * published as they are:
 *
 * - Markdown is a post, and so is HTML that begins with front matter.
 * - The sources of other markups (x.rst, x.org, x.ipynb) and other texts with
 *   front matter would be published raw, drafts among them: passed over with a
 *   warning; so is HTML whose <meta> says that it is not public.
 * - The files of site/content/beside.h are about posts, and are listed apart.
 * - Where authors are not trusted, HTML is no post, and a file is published
 *   only if it is of a kind that neither browsers nor servers run. */

#include "base/diag/diag.h"
#include "site/content/content_file.h"

/* Those of the list into out->files, with path, ext, html and stat, and into
 * out->beside. */
void content_pick(const struct content_from *from, const struct config *config,
                  const struct fs_list *list, struct arena *arena,
                  struct diags *diags, struct content *out);

/* The file, a real path, is a post's source for crumb or another program.
 * Its name in content/ need not tell: HTML with front matter is one. */
bool content_is_post_source(str path, str name, struct arena *arena);

#endif
