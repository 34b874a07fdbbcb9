/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_FS_H
#define CRUMB_FILES_FS_H

/* Files and folders by their paths. Paths are slices; relative ones start at
 * the working directory. Symbolic links are followed unless a function says
 * otherwise.
 *
 * Functions return 0 or an errno value: EINVAL for a path that holds a NUL,
 * ENAMETOOLONG for one over PATH_MAX. They print nothing, and undo what they
 * have half done where they can. What they give out is in the arena that they
 * are given. Any thread. */

#include "base/memory/arena.h"
#include "files/fs_stat.h"

struct fs_entry {
    str name;  /* path below the listed directory, '/' between parts */
    bool link; /* it is a symbolic link */
    int error; /* not 0: it could not be examined or listed */
    struct fs_stat stat; /* of a link's target; FS_MISSING: there is none */
};

struct fs_list {
    struct fs_entry *entries; /* sorted by name, byte order */
    size_t n;
    uint64_t inode;     /* of the listed directory; 0: unknown */
    uint64_t dirs_hash; /* of the inodes and times of all listed directories */
};

/* Reads a whole file; a NUL that does not count follows. EFBIG over 4 GiB - 1,
 * EISDIR for a directory. Never waits for a pipe, socket or device: EINVAL or
 * ENXIO. */
int fs_read(str path, struct arena *arena, str *out);
/* fs_read of a file that a listing has. ESTALE if it is gone, or was written
 * since, or if another file has its name. `listed` may be NULL, or no stat of
 * a regular file: then nothing is compared. */
int fs_read_listed(str path, const struct fs_stat *listed, struct arena *arena,
                   str *out);
/* Reads the first `most` bytes, or all if there are fewer; no NUL follows. The
 * errors of fs_read_listed, but not EFBIG; `listed` may be NULL. */
int fs_read_start(str path, const struct fs_stat *listed, size_t most,
                  struct arena *arena, str *out);
/* The path leads to the file or directory with that inode. */
bool fs_has_inode(str path, uint64_t inode);
/* Makes the directory and those above it that are missing. 0 if it is there. */
int fs_mkdirs(str path);
/* rename(2), unlink(2), rmdir(2). */
int fs_rename(str from, str to);
int fs_unlink(str path);
int fs_rmdir(str path);
/* Removes a file, or a directory with all below it. Links are removed, not
 * followed. 0 if nothing is there. */
int fs_remove_tree(str path);
/* The error says that nothing is at the path, rather than that the system can't
 * tell. A link in a circle leads to nothing, and no file has a name that is too
 * long. */
bool fs_is_missing(int error);
/* The kind of the file at the path; with `follow`, of the file that a link
 * leads to. */
enum fs_kind fs_kind(str path, bool follow);
int fs_stat(str path, struct fs_stat *out);
/* Both paths lead to one file or folder. */
bool fs_is_same(str a, str b);
/* How many names the file at the path has; 0: there is none. */
size_t fs_links(str path);
/* By name, byte order. */
void fs_list_sort(struct fs_list *list);
/* The number of the first entry whose name is not less; list->n: there is none.
 * The list is sorted. */
size_t fs_list_find(const struct fs_list *list, str name);
/* Lists one directory. */
int fs_list_dir(str path, struct arena *arena, struct fs_list *out);
/* Lists all files and links below a directory, with their paths from there on.
 * A link to a directory is listed as FS_DIR and not walked. A directory below
 * that can't be read is listed with its error; the walk goes on. ESTALE if
 * directories change places with others again and again. */
int fs_walk(str path, struct arena *arena, struct fs_list *out);
/* The file holds just these bytes. False if it can't be read. */
bool fs_same(str path, str bytes);
/* The absolute path with all links resolved. Something must be there. */
int fs_real(str path, struct arena *arena, str *out);

#endif
