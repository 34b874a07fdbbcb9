/* SPDX-License-Identifier: MIT */
/* What is to be removed: whether it still is ours, and folders that it
 * leaves empty. */
#include <errno.h>

#include "files/path.h"
#include "publish/publish_state.h"

/* Whether the user has replaced or removed the file: it is gone, a link, a
 * folder, a pipe. A file without read permission does not count, as it may be a
 * page that must be removed. */
static bool is_change(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ELOOP ||
           error == EISDIR || error == EINVAL || error == ENXIO ||
           error == EFBIG;
}

/* Memory for the bytes is given back at once. */
int publish_is_unchanged(const struct publish *publish, struct arena *arena,
                         const struct manifest_entry *entry, bool *unchanged)
{
    struct arena_mark mark = arena_mark(arena);
    str bytes;
    int error = fs_at_read(publish->root, entry->path, arena, &bytes);
    *unchanged = !error && hash128_eq(hash128(bytes), entry->hash);
    arena_reset(arena, mark);
    return is_change(error) ? 0 : error;
}

bool publish_is_direct(const struct publish *publish, str path)
{
    for (size_t i = 0; i < path.n; i++) {
        if (path.p[i] != '/') {
            continue;
        }
        enum fs_kind kind = fs_at_kind(publish->root, str_sub(path, 0, i));
        if (kind == FS_MISSING || kind == FS_FILE || kind == FS_LINK) {
            return false;
        }
    }
    return true;
}

/* A folder that other files are in stays, and that is no failure. */
static bool is_expected(int error)
{
    return error == 0 || error == ENOENT || error == ENOTEMPTY ||
           error == EEXIST || error == EBUSY || error == EXDEV;
}

int publish_empty_folders(const struct publish *publish, const str *paths,
                          size_t n, int (*remove)(void *context, str dir),
                          void *context)
{
    int first = 0;
    str tried = {NULL, 0};
    /* Backwards: what is inside comes after what it is in. */
    for (size_t i = n; i > 0; i--) {
        str dir = path_dir(paths[i - 1]);
        if (str_eq(dir, tried)) {
            continue;
        }
        tried = dir;
        /* One that is gone already does not save those around it: a run that
         * was killed may have come so far. */
        int error = 0;
        while (dir.n && (error == 0 || error == ENOENT)) {
            error =
                publish_is_direct(publish, dir) ? remove(context, dir) : ENOENT;
            dir = path_dir(dir);
        }
        if (!first && !is_expected(error)) {
            first = error;
        }
    }
    return first;
}
