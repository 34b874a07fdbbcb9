/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_TREE_LINK_H
#define CRUMB_FILES_TREE_LINK_H

/* Where the symbolic links of a site may lead, by their real paths: into the
 * site's folder, and there to nothing hidden or left by an editor, to nothing
 * of crumb's own (templates/, the output, site.yaml, urls.txt), and to no
 * source of a post, whether it is a draft or not. */

#include "base/diag/diag.h"

struct tree_site {
    str root;   /* the site's folder */
    str output; /* in it, where it is published; empty: it is a folder of files,
                   and nothing in it is crumb's own */
    /* The file, `name` below content/, is a post's source, or is held back
     * with a draft; NULL: nothing is. */
    bool (*is_source)(str path, str name, struct arena *arena);
    bool no_links; /* strangers write here: they may link to nothing */
};

enum { TREE_CLOSED = 4 };

/* The links of one folder of the site. Real paths; empty: there is no such
 * place. */
struct tree_links {
    const struct tree_site *site;
    str root;
    str dir;
    str content;
    str closed[TREE_CLOSED];
    bool is_link; /* the folder itself is one */
    int error;    /* not 0: one of them can't be looked at */
};

/* dir: one of the site's folders: content, static, templates, data. The arena
 * must outlive *links. */
void tree_links_open(struct tree_links *links, const struct tree_site *site,
                     str dir, struct arena *arena);
/* The real path may be reached through a link. False: it may not, reported at
 * that place: `link-outside`, `link-private`, `untrusted-file`; as an error
 * that it is not read, else as a warning that it is not published. */
bool tree_links_allow(const struct tree_links *links, str real, span at,
                      bool error, struct diags *diags);

#endif
