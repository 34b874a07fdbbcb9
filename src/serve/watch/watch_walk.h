/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_WATCH_WATCH_WALK_H
#define CRUMB_SERVE_WATCH_WATCH_WALK_H

/* Looks for changes by walking over all of the site. */

#include "files/fs.h"
#include "serve/watch/changed_paths.h"

struct watch_walk {
    /* Of the last walk, by turns, so that one can be dropped: */
    struct arena arenas[2];
    struct fs_list seen[CHANGES_ROOTS];
    struct fs_stat settings;
    size_t walks;
};

/* Appends what is otherwise than the last time; NULL: there was none. */
void watch_walk(struct watch_walk *walk, struct changes *changes,
                struct arena *arena);
void watch_walk_free(struct watch_walk *walk);

#endif
