/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_CONTENT_CHANGE_H
#define CRUMB_SITE_CONTENT_CONTENT_CHANGE_H

/* Changes of content/ that are not made on the disk. A dry run loads the site
 * as it would be after them. Paths are relative to content/. */

#include "base/memory/map.h"
#include "files/fs.h"

struct content_change {
    str from; /* empty: a new file */
    str to;   /* as `from`: the file is not moved */
    str text; /* p == NULL: the text of `from` */
};

/* A list that the caller owns; zeroed: no changes. */
struct content_changes {
    const struct content_change *p;
    size_t n;
    struct map by_from; /* path -> its change */
    struct map by_to;
};

/* Makes them of a list, which must live as long as they do. */
struct content_changes content_changes_of(const struct content_change *list,
                                          size_t n, struct arena *arena);
/* Returns the change of the file that was at that path, or will be; NULL: there
 * is none. Any thread. */
const struct content_change *
content_changes_from(const struct content_changes *changes, str path);
const struct content_change *
content_changes_to(const struct content_changes *changes, str path);
/* Changes the list of files that a walk of content/ has found. */
void content_changes_list(const struct content_changes *changes,
                          struct fs_list *list, struct arena *arena);
/* Sets *text to the text that the file would have. Returns false if no change
 * gives it another text than on the disk, or if it can't be read. Any thread.
 */
bool content_changes_text(const struct content_changes *changes, str path,
                          struct arena *arena, str *text);

#endif
