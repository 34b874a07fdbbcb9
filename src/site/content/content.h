/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_CONTENT_H
#define CRUMB_SITE_CONTENT_CONTENT_H

/* Lists the files of content/ and finds out what each of them is, by its name
 * and folder. Only .html files are read, and of these only the first bytes: if
 * they begin with front matter, the file is a post. */

#include "base/diag/diag.h"
#include "files/tree/tree_link.h"
#include "site/content/content_file.h"

/* Returns where symbolic links in the site of the working directory may lead;
 * no_links: nowhere. */
struct tree_site content_tree(const struct config *config, bool no_links);
/* Lists the files into *out. Ignored are: what files/tree/tree.h and
 * content_pick.h say; folders whose names begin with "_", except _posts and
 * _drafts; and posts whose names begin with "_", except _index.md. The last two
 * get a warning. Returns false after reporting that content/ can't be read. */
bool content_scan(const struct content_from *from, const struct config *config,
                  struct arena *arena, struct diags *diags,
                  struct content *out);

/* Returns the folder of the file's bundle: networking/evpn. Empty: it is in
 * none. */
str content_bundle(const struct content_file *file);

/* Whether content_scan ignores the folder, or one above it, for the "_" that
 * its name begins with. The setting `include` takes some in. */
bool content_is_ignored(const struct config *config, str folder);

/* Returns the index of the first file whose path is not less than `path`. */
size_t content_find_first(const struct content *content, str path);
/* Returns the file with that path; NULL: there is none. */
const struct content_file *content_find(const struct content *content,
                                        str path);

#endif
