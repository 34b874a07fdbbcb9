/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_WATCH_WATCH_WALK_H
#define CRUMB_SERVE_WATCH_WATCH_WALK_H

/* Finds changes by comparing the stats of all files of the site. */

#include "files/fs.h"
#include "serve/watch/changed_paths.h"

struct watch_walk {
    struct arena arenas[2]; /* for this walk and the one before */
    struct fs_list seen[CHANGES_ROOTS];
    struct fs_stat settings;
    size_t walks;
};

/* Appends the differences to the last walk. Pass NULL for the first. */
void watch_walk(struct watch_walk *walk, struct changes *changes,
                struct arena *arena);
void watch_walk_free(struct watch_walk *walk);

#endif
