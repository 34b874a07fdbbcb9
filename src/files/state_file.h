/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_STATE_FILE_H
#define CRUMB_FILES_STATE_FILE_H

/* Files that crumb keeps for itself: those in .crumb/, and urls.txt. A site may
 * come from a stranger with a .crumb/ of its own, so these files are never
 * reached through a symbolic link: neither the folder (ENOTDIR) nor the file
 * (ELOOP) may be one. Only regular files are opened (EISDIR, EINVAL or ENXIO
 * for others). replace.h writes them.
 *
 * Functions return 0 or an errno value. Any thread. */

#include "files/fs.h"

struct stat;

/* Opens the folder; the caller closes it with fs_at_close. */
int state_file_open_folder(str folder, int *fd);
/* Reads the whole file into the arena. */
int state_file_read(str path, struct arena *arena, str *out);
/* Maps the file for reading, until state_file_unmap, and sets *stat to that of
 * the file. *out has p == NULL if the file is empty or can't be mapped. With
 * `room` the file is going to grow: that many addresses are kept free for it,
 * and *out has their number as its length. Bytes after the end of the file
 * must not be read. */
int state_file_map(str path, size_t room, str *out, struct fs_stat *stat);
void state_file_unmap(str mapped);
/* Maps what has been added to that file since it had so many bytes. Fails if it
 * is another file than that of *stat, which it sets, or if there is no room. */
int state_file_map_more(str path, str room, size_t since, struct fs_stat *stat);
/* Gives its memory back; later reads come from the file. */
void state_file_release(str mapped);
/* Opens an existing file so that all that is written goes to its end; the
 * caller closes it. */
int state_file_open_end(str path, int *fd, struct stat *st);
/* Overwrites some bytes of a file. EMLINK if the file has other names: in a
 * backup that shares files they would change too. */
int state_file_patch(str path, size_t offset, str bytes);
/* Opens a file for fs_at_lock, creating it if it is missing; the caller closes
 * it with fs_at_close, which gives up the lock. */
int state_file_open_lock(str path, int *fd);

#endif
