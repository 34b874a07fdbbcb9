/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_FS_H
#define CRUMB_FILES_FS_H

/* The file system, in slices. Functions return 0 or an errno value, never
 * print, and leave nothing half done that they can undo. Paths may be
 * relative to the process's working directory. A path with a NUL in it is
 * EINVAL. Any thread. */

#include "base/arena.h"
#include "files/fs_stat.h"

/* What a file or folder is, whatever its name is. */
struct fs_id {
    uint64_t device;
    uint64_t inode;
};

static inline bool fs_id_same(struct fs_id a, struct fs_id b)
{
    return a.device == b.device && a.inode == b.inode;
}

struct fs_entry {
    str name;          /* path below the directory walked, '/' between parts */
    enum fs_kind kind; /* what it is, symbolic links followed; FS_MISSING: a
                          link that leads nowhere */
    bool link;         /* it is a symbolic link */
    int error;         /* of fs_walk: why it could not be looked at or into */
    uint64_t size;
    uint64_t inode;   /* this and the times: links followed as well */
    int64_t modified; /* mtime */
    int64_t changed;  /* ctime */
};

static inline struct fs_stat fs_stat_of_entry(const struct fs_entry *entry)
{
    return (struct fs_stat){entry->kind, entry->size, entry->inode,
                            entry->modified, entry->changed};
}

struct fs_list {
    struct fs_entry *entries; /* sorted by name, byte order */
    size_t n;
};

/* The whole file, in the arena; followed by a NUL that does not count. Files
 * over 4 GiB - 1: EFBIG. A directory: EISDIR; a pipe, socket or device: EINVAL
 * or ENXIO, at once. */
int fs_read(str path, struct arena *arena, str *out);
/* The first `most` bytes of it, or all. */
int fs_read_start(str path, size_t most, struct arena *arena, str *out);
/* Creates or replaces, not atomically. Modes 0666 less the umask. */
int fs_write(str path, str bytes);
/* Every missing directory on the way to path, path included. */
int fs_mkdirs(str path);
int fs_rename(str from, str to);
int fs_link(str from, str to);
int fs_unlink(str path);
int fs_rmdir(str path);
/* The directory and all below it; a missing one is fine. Links are removed,
 * not followed. */
int fs_remove_tree(str path);
/* Of a path: nothing is there, rather than that it can't be looked at. A link
 * in a circle leads nowhere, and no file has a name that is too long. */
bool fs_is_missing(int error);
/* follow: of what a link leads to. */
enum fs_kind fs_kind(str path, bool follow);
/* Of what a link leads to. ENOENT and the like are errors. */
int fs_stat(str path, struct fs_stat *out);
/* The same for that alone. */
int fs_identify(str path, struct fs_id *out);
/* One directory's entries. */
int fs_list_dir(str path, struct arena *arena, struct fs_list *out);
/* All files and links below path. Directories are walked, links to
 * directories are listed (FS_DIR, link) and not walked. What can't be read
 * below path is listed with its error, and the walk goes on. */
int fs_walk(str path, struct arena *arena, struct fs_list *out);
/* The file's bytes equal `bytes` (false if it is missing or unreadable). */
bool fs_same(str path, str bytes);
/* The absolute path, links resolved; path must exist. */
int fs_real(str path, struct arena *arena, str *out);

#endif
