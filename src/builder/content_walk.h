/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_CONTENT_WALK_H
#define CRUMB_BUILDER_CONTENT_WALK_H

/* What fs_walk would find in content/ after a few files changed. */

#include "base/arena.h"
#include "files/fs.h"

/* last: the walk before; files: those that may have changed since, came or
 * went, content/a.md. The list is of the arena. False: it takes a walk to
 * know. */
bool content_walk_again(const struct fs_list *last, const str *files, size_t n,
                        struct arena *arena, struct fs_list *out);
/* A file of the walk, a.md, was read: this is what was known of it then. */
void content_walk_note(struct fs_list *list, str path,
                       const struct fs_stat *stat);

#endif
