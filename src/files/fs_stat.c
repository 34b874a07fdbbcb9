/* SPDX-License-Identifier: MIT */
#include "files/fs_stat.h"

#include <sys/stat.h>

#ifdef __APPLE__
#define FS_TIME(st, which) ((st)->st_##which##timespec)
#else
#define FS_TIME(st, which) ((st)->st_##which##tim)
#endif

/* Times of the far future wrap round: they are only compared. */
static int64_t to_nanoseconds(struct timespec t)
{
    return (int64_t)((uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec);
}

struct fs_stat fs_stat_of(const struct stat *st)
{
    return (struct fs_stat){.kind = S_ISREG(st->st_mode)   ? FS_FILE
                                    : S_ISDIR(st->st_mode) ? FS_DIR
                                    : S_ISLNK(st->st_mode) ? FS_LINK
                                                           : FS_OTHER,
                            .size = (uint64_t)st->st_size,
                            .inode = (uint64_t)st->st_ino,
                            .modified = to_nanoseconds(FS_TIME(st, m)),
                            .changed = to_nanoseconds(FS_TIME(st, c))};
}
