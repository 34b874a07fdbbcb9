/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_STATE_FILE_H
#define CRUMB_FILES_STATE_FILE_H

/* The files that crumb keeps for itself: what is in .crumb/, and urls.txt. A
 * site may come from somebody else, and .crumb/ with it, so none of these
 * files is reached through a symbolic link: the folder that a file is in is
 * opened first, and neither it nor the file may be one (ENOTDIR, ELOOP). Only
 * regular files are opened (EINVAL). New files are written with fs_new.h.
 * Functions return 0 or an errno value. Any thread. */

#include "files/fs.h"

/* A descriptor of the folder itself: fs_at_close. */
int fs_own_open_folder(str folder, int *fd);
int fs_own_read(str path, struct arena *arena, str *out);
/* The file's bytes as they are, read only, until fs_own_unmap; an empty one
 * has p == NULL. */
int fs_own_map(str path, str *out);
void fs_own_unmap(str mapped);
/* Writes over some bytes of a file that is there. EMLINK: it has other names,
 * as in a backup that shares files. */
int fs_own_patch(str path, size_t offset, str bytes);
/* Opens the file for fs_at_lock, and makes it if it is missing. */
int fs_own_open_lock(str path, int *fd);

#endif
