/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_SCAN_CONTENT_WALK_H
#define CRUMB_BUILDER_SCAN_CONTENT_WALK_H

/* Brings a list of the files of content/ up to date without a new walk. */

#include "base/memory/arena.h"
#include "files/fs.h"

/* `last` is the result of an earlier fs_walk, `files` are the n files that may
 * have changed, appeared or gone since (content/a.md). Sets *out, in the arena,
 * to what fs_walk would find now. Returns false if only a walk can tell. */
bool content_walk_again(const struct fs_list *last, const str *files, size_t n,
                        struct arena *arena, struct fs_list *out);
/* A file of the walk, a.md, was read: this is what was known of it then. */
void content_walk_note(struct fs_list *list, str path,
                       const struct fs_stat *stat);

#endif
