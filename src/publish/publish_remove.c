/* SPDX-License-Identifier: MIT */
/* Files to remove: whether they are still crumb's, and the folders that they
 * leave empty. */
#include <errno.h>
#include <string.h>

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

bool publish_may_remove(const struct publish *publish,
                        const struct manifest_entry *entry, struct diags *diags,
                        bool *may)
{
    *may = false;
    if (fs_at_kind(publish->root, entry->path) == FS_MISSING) {
        return true;
    }
    /* Files behind a link are not crumb's. */
    int error = publish_is_direct(publish, entry->path)
                    ? publish_is_unchanged(publish, publish->arena, entry, may)
                    : 0;
    if (error) {
        diag_hint(publish_error(publish, entry->path, diags, "output-file",
                                strerror(error)),
                  "it has to go, and can't be compared with what crumb wrote: "
                  "let yourself read it, or delete it");
    } else if (!*may) {
        struct source place = {
            .name = path_join(diags->arena, publish->output, entry->path)};
        diag_hint(diag_warning(diags, span_of(&place, 0, 0), "changed-file",
                               "was changed after crumb wrote it, and is left "
                               "alone"),
                  "delete it yourself if you don't need it");
    }
    return !error;
}

/* The path with all its letters in the other case. */
static str swap_case(str path, struct arena *arena)
{
    char *p = ARENA_ARRAY(arena, char, path.n + 1);
    for (size_t i = 0; i < path.n; i++) {
        p[i] = (char)(is_alpha(path.p[i]) ? path.p[i] ^ 0x20 : path.p[i]);
    }
    return (str){p, path.n};
}

const struct manifest_entry *publish_find_case(const struct publish *publish,
                                               struct arena *arena,
                                               const struct manifest *manifest,
                                               str path)
{
    struct arena_mark mark = arena_mark(arena);
    bool ignores = fs_at_same_file(publish->root, path, publish->root,
                                   swap_case(path, arena));
    arena_reset(arena, mark);
    for (size_t i = 0; ignores && i < manifest->n; i++) {
        const struct manifest_entry *entry = &manifest->entries[i];
        if (str_eq_nocase(entry->path, path) &&
            fs_at_same_file(publish->root, path, publish->root, entry->path)) {
            return entry;
        }
    }
    return NULL;
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
    /* Backwards: inner folders come first. */
    for (size_t i = n; i > 0; i--) {
        str dir = path_dir(paths[i - 1]);
        if (str_eq(dir, tried)) {
            continue;
        }
        tried = dir;
        /* A folder that is gone already does not save those around it: a run
         * that was killed may have come so far. */
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
