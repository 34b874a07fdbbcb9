/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_FS_PATH_H
#define CRUMB_FILES_FS_PATH_H

/* Paths as POSIX takes them: C strings. Only files/ needs these. */

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "base/str.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

struct cpath {
    char p[PATH_MAX];
};

/* Copies the path. 0, ENAMETOOLONG, or EINVAL for a path with a NUL in it. */
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

/* "." and "..", which readdir lists in every directory. */
static inline bool is_dot_name(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

#endif
