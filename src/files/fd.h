/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_FD_H
#define CRUMB_FILES_FD_H

/* Open files by their descriptors. These functions do what POSIX leaves to the
 * caller: they repeat interrupted calls and go on after short ones. Programs
 * that crumb starts inherit none of the descriptors, and no terminal that is
 * opened becomes crumb's own.
 *
 * Functions return 0 or an errno value. Those that open set *fd only when they
 * return 0; the caller then closes it with fd_close. A path is relative to the
 * open folder `dir`, or to the working directory with AT_FDCWD. Any thread. */

#include <dirent.h>
#include <sys/types.h>

#include "base/memory/arena.h"

struct buf;
struct stat;

/* openat(2). New files get the mode 0666 less the umask. */
int fd_open(int dir, str path, int flags, int *fd);
/* Opens a regular file and gives its stat. Never waits: what else has that
 * name is an error, EISDIR for a directory, EINVAL or ENXIO for a pipe, a
 * socket or a device. */
int fd_open_regular(int dir, str path, int flags, int *fd, struct stat *st);
/* Creates a file to be written and read, with the mode less the umask. EEXIST
 * if the name is taken, even by a link that leads nowhere. */
int fd_create(int dir, str path, mode_t mode, int *fd);
/* Creates a file whose name is crumb's own, such as NAME.new: a file that a
 * killed process has left there is removed first. */
int fd_create_over(int dir, str path, mode_t mode, int *fd);

/* Opens a folder for readdir(3); its descriptor is dirfd(*out). The caller
 * closes it with closedir. */
int fd_open_listing(int dir, str path, int flags, DIR **out);

/* Reads at most n bytes into p. *got is 0 at the end of the file. */
int fd_read(int fd, char *p, size_t n, size_t *got);
/* Reads up to the end, into the arena; a NUL that does not count follows.
 * `size` is the size that the file's stat gives. EFBIG over 4 GiB - 1, and over
 * 1 MiB if `size` is 0 (/proc). */
int fd_read_all(int fd, uint64_t size, struct arena *arena, str *out);
/* Appends the rest of a pipe or another stream. EFBIG over 4 GiB. */
int fd_read_stream(int fd, struct buf *out);
/* Reads as many bytes as there are in `bytes` and compares; the file may go on
 * after them. False also if it can't be read. */
bool fd_matches(int fd, str bytes);
/* Writes all of it. Bytes written before an error stay in the file.
 */
int fd_write_all(int fd, str bytes);
/* fsync(2); 0 for files that have no need of it. */
int fd_sync(int fd);
/* Closes the file. Returns `error`, or if that is 0 why closing failed: a full
 * disk may show only then (NFS). */
int fd_close(int fd, int error);

#endif
