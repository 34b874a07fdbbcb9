/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_TREE_TREE_LINK_H
#define CRUMB_FILES_TREE_TREE_LINK_H

/* Decides whether a symbolic link in a site may be followed. It may lead into
 * the site's folder, but not to an ignored name (ignored_names.h), not to
 * templates/, the output, site.yaml or urls.txt, and not to a post's source.
 * Real paths decide, so a chain of links changes nothing. */

#include "base/diag/diag.h"

struct tree_site {
    str root;   /* the site's folder */
    str output; /* its output folder; empty: this is no site but a folder of
                   files, and only ignored names are refused */
    /* The file, `name` below content/, is a post's source, or is held back with
     * a draft. NULL: no file is. */
    bool (*is_source)(str path, str name, struct arena *arena);
    bool no_links; /* strangers write here: no link may be followed */
};

enum { TREE_CLOSED = 4 };

/* The folders that links of one folder are compared with: real paths, empty for
 * a folder that does not exist. */
struct tree_links {
    const struct tree_site *site;
    str root;
    str dir;
    str content;
    str closed[TREE_CLOSED]; /* no link may lead into these */
    bool is_link;            /* the folder itself is a link */
    int error; /* not 0: the errno value of a path that can't be resolved */
};

/* Prepares for the links of `dir`: content, static, templates or data. The
 * paths are in the arena. Failure shows in links->error. */
void tree_links_open(struct tree_links *links, const struct tree_site *site,
                     str dir, struct arena *arena);
/* A link may lead to the real path. If not, reports at `at` that the link is
 * not followed, as an error or a warning (`link-outside`, `link-private`,
 * `untrusted-file`, `unreadable`), and returns false. */
bool tree_links_allow(const struct tree_links *links, str real, span at,
                      bool error, struct diags *diags);

#endif
