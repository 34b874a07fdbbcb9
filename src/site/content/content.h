/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_CONTENT_H
#define CRUMB_SITE_CONTENT_CONTENT_H

/* The walk: which files content/ holds, and what each of them is by its name
 * and place. Nothing is read here but the first bytes of .html files: one that
 * begins with front matter is a post. */

#include "base/diag/diag.h"
#include "files/tree_link.h"
#include "site/content/content_file.h"

/* Where links of the site that the process stands in may lead; no_links:
 * nowhere. */
struct tree_site content_tree(const struct config *config, bool no_links);
/* False: it can't be walked, reported. files/tree.h and content_pick.h say what
 * is passed over; so are folders other than _posts and _drafts whose names
 * begin with "_", and posts but _index.md that do, with a warning. */
bool content_scan(const struct content_from *from, const struct config *config,
                  struct arena *arena, struct diags *diags,
                  struct content *out);

/* The folder's name, or that of one above it, begins with such a "_". */
bool content_is_apart(str folder);

/* The number of the first file whose path is not before that one. */
size_t content_find_first(const struct content *content, str path);
/* The file of that path; NULL: there is none. */
const struct content_file *content_find(const struct content *content,
                                        str path);

#endif
