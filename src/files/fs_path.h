/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_FS_PATH_H
#define CRUMB_FILES_FS_PATH_H

/* What fs.c and fs_at.c share: slices as C strings, and stat. */

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "files/fs.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

struct cpath {
    char p[PATH_MAX];
};

static inline int to_c(str path, struct cpath *out)
{
    if (path.n >= sizeof out->p) {
        return ENAMETOOLONG;
    }
    if (str_find_char(path, '\0') != STR_NONE) {
        return EINVAL;
    }
    if (path.n) {
        memcpy(out->p, path.p, path.n);
    }
    out->p[path.n] = '\0';
    return 0;
}

#ifdef __APPLE__
#define FS_TIME(st, which) ((st)->st_##which##timespec)
#else
#define FS_TIME(st, which) ((st)->st_##which##tim)
#endif

static inline int64_t fs_nanoseconds(struct timespec t)
{
    /* Files from the far future wrap round: it is only compared. */
    return (int64_t)((uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec);
}

static inline struct fs_stat fs_stat_of(const struct stat *st)
{
    return (struct fs_stat){.kind = S_ISREG(st->st_mode)   ? FS_FILE
                                    : S_ISDIR(st->st_mode) ? FS_DIR
                                                           : FS_OTHER,
                            .size = (uint64_t)st->st_size,
                            .inode = (uint64_t)st->st_ino,
                            .modified = fs_nanoseconds(FS_TIME(st, m)),
                            .changed = fs_nanoseconds(FS_TIME(st, c))};
}

#endif
