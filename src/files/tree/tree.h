/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_TREE_TREE_H
#define CRUMB_FILES_TREE_TREE_H

/* Finds the files of a folder that a writer keeps (content/, static/), as far
 * as they may be published:
 *
 * - Hidden files and backups are left out (ignored_names.h).
 * - A file that looks like the source of a post but is not read as one
 *   (post.md.old) may be a draft: it is left out with a warning.
 * - A symbolic link is followed to public files of the site (tree_link.h).
 * - Pipes, sockets and devices are left out with a warning. */

#include "base/diag/diag.h"
#include "files/fs.h"
#include "files/tree/tree_link.h"

/* The extension of a post in Markdown (.md, .markdown and others, in any case)
 * or Cooklang (.cook), a slice of the path; empty if it has another one. */
str tree_post_ext(str path);
/* The extension of a file in HTML: .html, .htm. */
str tree_html_ext(str path);
/* The folders of a site, by their names in it, that hold the writer's files or
 * crumb's own, so the output must not be in them. A build reads the first
 * TREE_SOURCES of them; content/ comes first. */
enum { TREE_SOURCES = 6, TREE_FOLDERS = 9 };
extern const str tree_folders[TREE_FOLDERS];
/* The name looks like a copy of a post's source: post.md.old,
 * post.markdown.txt. */
bool tree_is_like_post(str path);
/* Lists the files below dir, sorted by name, those of linked folders included,
 * in the arena. Links that lead nowhere are listed too. Reports what can't be
 * read below dir in diags. Returns 0, or the errno value of dir itself, which
 * is not reported. */
int tree_scan(str dir, const struct tree_site *site, struct arena *arena,
              struct diags *diags, struct fs_list *out);
/* Finds those files in a list that fs_walk has made of dir. */
void tree_pick(str dir, const struct tree_site *site,
               const struct fs_list *list, struct arena *arena,
               struct diags *diags, struct fs_list *out);

#endif
