/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_FS_AT_H
#define CRUMB_FILES_FS_AT_H

/* The file system below one open folder: paths are relative to it, and the
 * last part of a path is never followed if it is a symbolic link. Parts
 * before it are: who must not be led astray asks fs_at_kind for each folder
 * on the way first. Functions return 0 or an errno value. Any thread. */

#include "files/fs.h"

enum fs_at_kind {
    FS_AT_MISSING, /* or a part before it is no folder */
    FS_AT_FILE,
    FS_AT_DIR,
    FS_AT_LINK,
    FS_AT_OTHER
};

/* A descriptor of the folder, closed on exec. */
int fs_at_open_root(str path, int *fd);
int fs_at_open_dir(int dir, str path, int *fd);
void fs_at_close(int fd);
/* An advisory lock (flock) until the descriptor is closed; EWOULDBLOCK:
 * somebody else has it. ENOTSUP: this file system knows none. */
int fs_at_lock(int fd);

enum fs_at_kind fs_at_kind(int dir, str path);
int fs_at_stat(int dir, str path, struct fs_stat *out);
int fs_at_mkdir(int dir, str path);
int fs_at_rmdir(int dir, str path);
/* A folder with nothing in it. */
bool fs_at_is_empty_dir(int dir, str path);
int fs_at_unlink(int dir, str path);
/* Replaces what is at `to`, if it is no folder. */
int fs_at_rename(int dir, str from, int to_dir, str to);
/* EEXIST if there is something at `to`. Files and folders. */
int fs_at_rename_new(int dir, str from, int to_dir, str to);
int fs_at_link(int dir, str from, int to_dir, str to);
/* The two folders are on one file system. */
bool fs_at_same_device(int dir, int other_dir);
/* What is in one can be renamed into the other: not so between two mounts of
 * one file system. `absent` is a name that the first has not. */
bool fs_at_can_rename(int dir, int to_dir, str absent);
/* The two names are of one file. */
bool fs_at_same_file(int dir, str a, int other_dir, str b);
/* A file that must not be there yet: EEXIST. Its stat once it is written. */
int fs_at_write_new(int dir, str path, str bytes, struct fs_stat *out);
/* The regular file, to be read; errors as of fs_at_read. */
int fs_at_open_file(int dir, str path, int *fd, struct fs_stat *out);
/* The regular file's bytes; ELOOP for a link, EISDIR, EINVAL for others, EFBIG
 * over 4 GiB - 1. */
int fs_at_read(int dir, str path, struct arena *arena, str *out);

enum fs_match {
    FS_MATCH_MISSING,
    FS_MATCH_SAME, /* a regular file of just these bytes */
    FS_MATCH_FILE, /* a regular file of other bytes, or unreadable */
    FS_MATCH_DIR,
    FS_MATCH_OTHER, /* a link, a pipe... */
};

/* What is there, compared with the bytes; sizes that differ spare reading.
 * The stat of a regular file is from before it was read. */
enum fs_match fs_at_compare(int dir, str path, str bytes, struct fs_stat *out);

/* The file system's own idea of now, in the time stamps that it gives; the
 * open file gets it as its mtime. */
int fs_at_clock(int file, int64_t *out);
/* The file is on the disk when it returns. */
int fs_at_sync(int dir, str path);
/* What was written to the folder's file system is on the disk when it
 * returns. Where the system can't wait for that, it is only begun. */
int fs_at_sync_all(int dir);

#endif
