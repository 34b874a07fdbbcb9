/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_REPLACE_H
#define CRUMB_FILES_REPLACE_H

/* A file that is written piece by piece and then takes the place of another
 * one in one step: readers see the old bytes or the new ones. As with fs_own.h,
 * no symbolic link is followed: not that of the folder (ENOTDIR), and one in
 * the place of either file is replaced. Functions return 0 or an errno value;
 * after an error the rest does nothing, and fs_new_finish returns it and leaves
 * the old file. sync: the bytes survive a power cut. */

#include "base/arena.h"

struct fs_new {
    int fd;
    int folder; /* what follows is in it */
    int error;
    str name;
    str temporary; /* NAME.new, until it is finished */
};

void fs_new_open(struct fs_new *file, str path, struct arena *arena);
void fs_new_put(struct fs_new *file, str bytes);
/* Over what is there at the start. */
void fs_new_put_start(struct fs_new *file, str bytes);
int fs_new_finish(struct fs_new *file, bool sync);
/* All of that for bytes that are at hand. */
int fs_replace(str path, str bytes, bool sync);

#endif
