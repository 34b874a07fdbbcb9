/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_FS_AT_H
#define CRUMB_FILES_FS_AT_H

/* Files and folders below an open folder (openat(2) and its like). The folder
 * stays the same even if it is renamed or replaced. Paths are relative to it,
 * and the last part of a path is never followed if it is a symbolic link.
 * Earlier parts are followed only by functions that read or make new files;
 * those that rename, link or remove give ENOTDIR.
 *
 * Functions return 0 or an errno value. The caller closes each descriptor that
 * it gets with fs_at_close. Any thread. */

#include "base/memory/arena.h"
#include "files/fs_stat.h"

/* Opens a folder to work in; links in `path` are followed. */
int fs_at_open_root(str path, int *fd);
/* Opens a folder. ENOTDIR if the last part is a link. */
int fs_at_open_dir(int dir, str path, int *fd);
void fs_at_close(int fd);
/* Takes an advisory lock (flock(2)) that lasts until the file is closed.
 * EWOULDBLOCK: another process has it; with `wait`, this waits for its end.
 * ENOTSUP: any other error, as the file system has no locks.
 */
int fs_at_lock(int fd, bool wait);

/* FS_MISSING also if an earlier part is no folder. */
enum fs_kind fs_at_kind(int dir, str path);
int fs_at_stat(int dir, str path, struct fs_stat *out);
int fs_at_mkdir(int dir, str path);
int fs_at_rmdir(int dir, str path);
/* It is a folder, and nothing is in it. */
bool fs_at_is_empty_dir(int dir, str path);
int fs_at_unlink(int dir, str path);
/* Renames a file or folder. Replaces a file at `to`, or an empty folder by a
 * folder. */
int fs_at_rename(int dir, str from, int to_dir, str to);
/* Renames a file or folder to a free name; EEXIST if `to` is taken. */
int fs_at_rename_new(int dir, str from, int to_dir, str to);
/* Lets two files change places. ENOTSUP: the system or the file system can't.
 */
int fs_at_exchange(int dir, str path, int other_dir, str other);
int fs_at_link(int dir, str from, int to_dir, str to);
/* The two folders are on one file system. */
bool fs_at_same_device(int dir, int other_dir);
/* Files can be renamed from one folder into the other, which two mounts of one
 * file system forbid. `absent` is a name that the first folder does not have.
 */
bool fs_at_can_rename(int dir, int to_dir, str absent);
/* The two names are of one file. */
bool fs_at_same_file(int dir, str a, int other_dir, str b);
/* Writes a file that does not exist (else EEXIST), and gives its stat. After an
 * error the file is removed. */
int fs_at_write_new(int dir, str path, str bytes, struct fs_stat *out);
/* Opens a regular file for reading. ELOOP for a link, EISDIR for a folder,
 * EINVAL or ENXIO for others. */
int fs_at_open_file(int dir, str path, int *fd, struct fs_stat *out);
/* Reads a regular file into the arena. The same errors, and EFBIG over
 * 4 GiB - 1. */
int fs_at_read(int dir, str path, struct arena *arena, str *out);

/* Compares the file at the path with the bytes; returns its kind. *same: it is
 * a regular file of just these bytes; then *out is set to its stat from before
 * it was read. */
enum fs_kind fs_at_compare(int dir, str path, str bytes, struct fs_stat *out,
                           bool *same);

/* Sets the mtime of the open file to now, and reads it back: the time by the
 * file system's own clock, in its own precision. */
int fs_at_clock(int file, int64_t *out);
/* Waits until the file is on the disk. */
int fs_at_sync(int dir, str path);
/* Waits until all that was written to the folder's file system is on the disk.
 * Where the system can't wait, writing is only started. */
int fs_at_sync_all(int dir);

#endif
