/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_CONTENT_CHANGE_H
#define CRUMB_SITE_CONTENT_CONTENT_CHANGE_H

/* Changes of content/ that are not on the disk: a dry run loads the site as it
 * would be with them. Paths are below content/. */

#include "files/fs.h"

struct content_change {
    str from; /* empty: a new file */
    str to;   /* the same as from: the file stays where it is */
    str text; /* p == NULL: that of `from` */
};

/* The caller's; a zeroed one changes nothing. */
struct content_changes {
    const struct content_change *p;
    size_t n;
};

/* Changes what a walk of content/ has found into what it would find. */
void content_changes_list(const struct content_changes *changes,
                          struct fs_list *list, struct arena *arena);
/* The text that the file would have. False: it is that of the disk, or it can't
 * be read. Any thread. */
bool content_changes_text(const struct content_changes *changes, str path,
                          struct arena *arena, str *text);

#endif
