/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_TREE_H
#define CRUMB_FILES_TREE_H

/* The files of a folder that people write in (content/, static/), as far as
 * they are meant to be published:
 *
 * - Names with a dot in front are passed over, but for .well-known (RFC 8615),
 *   .htaccess and .nojekyll; so is what editors leave behind: x~, #x#, x.swp,
 *   x.bak, x.orig. The same goes for all below a folder of such a name.
 * - What looks like the source of a post and is not read as one (post.md.old)
 *   may be a draft: passed over with a warning.
 * - A link may lead to what is public in the site (tree_link.h).
 * - Pipes, sockets and devices are passed over with a warning. */

#include "base/diag/diag.h"
#include "files/fs.h"
#include "files/tree_link.h"

/* The extension of posts in Markdown, .md, .markdown and its like in any case,
 * as the path has it; empty for another one. */
str tree_post_ext(str path);
/* The same of pages in HTML, .html or .htm. */
str tree_html_ext(str path);
/* post.md.old, post.markdown.txt */
bool tree_is_like_post(str path);
/* The files below dir, sorted, with those of linked folders and links that
 * lead nowhere. What can't be read below dir is an error in diags. Returns the
 * error of dir itself, which is not reported. */
int tree_scan(str dir, const struct tree_site *site, struct arena *arena,
              struct diags *diags, struct fs_list *out);
/* The same of what fs_walk has found there. */
void tree_pick(str dir, const struct tree_site *site,
               const struct fs_list *list, struct arena *arena,
               struct diags *diags, struct fs_list *out);

#endif
