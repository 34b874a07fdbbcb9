/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_FS_STAT_H
#define CRUMB_FILES_FS_STAT_H

/* Facts that the file system has of a file without reading it. */

#include <stdbool.h>
#include <stdint.h>

struct stat;

enum fs_kind {
    FS_MISSING,
    FS_FILE, /* a regular file */
    FS_DIR,
    FS_OTHER,  /* a pipe, a socket, a device */
    FS_LINK,   /* a symbolic link that was not followed */
    FS_UNKNOWN /* the file system does not say; errno has why */
};

/* Enough to notice that a file was written. Times are nanoseconds since 1970.
 */
struct fs_stat {
    enum fs_kind kind;
    uint64_t size;
    uint64_t inode;
    int64_t modified; /* mtime */
    int64_t changed;  /* ctime */
};

struct fs_stat fs_stat_of(const struct stat *st);

/* True if two looks at one file found the same. A file that was written
 * within one tick of the clock after the first look may still be another. */
static inline bool fs_stat_same(const struct fs_stat *a,
                                const struct fs_stat *b)
{
    return a->kind == b->kind && a->size == b->size && a->inode == b->inode &&
           a->modified == b->modified && a->changed == b->changed;
}

#endif
