/* SPDX-License-Identifier: MIT */
/* Whole files, names and directories, by path; fs_at.c does what has to stay
 * inside one folder. */
#include "files/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/memory/vec.h"
#include "files/fd.h"
#include "files/fs_at.h"
#include "files/fs_path.h"
#include "files/path.h"

/* --- whole files --- */

/* Some file systems make up a new inode now and then: the time of its last
 * change can't be forged either. */
static bool is_listed(const struct stat *st, const struct fs_stat *listed)
{
    struct fs_stat now = fs_stat_of(st);
    return listed->kind != FS_FILE ||
           (now.size == listed->size && now.modified == listed->modified &&
            (now.inode == listed->inode || now.changed == listed->changed));
}

static int open_listed(str path, const struct fs_stat *listed, int *fd,
                       struct stat *st)
{
    int error = fd_open_regular(AT_FDCWD, path, O_RDONLY, fd, st);
    if (!error && listed && !is_listed(st, listed)) {
        close(*fd);
        return ESTALE;
    }
    bool gone = fs_is_missing(error) && listed && listed->kind == FS_FILE;
    return gone ? ESTALE : error;
}

int fs_read_listed(str path, const struct fs_stat *listed, struct arena *arena,
                   str *out)
{
    int fd;
    struct stat st;
    int error = open_listed(path, listed, &fd, &st);
    if (!error) {
        error = fd_read_all(fd, (uint64_t)st.st_size, arena, out);
        close(fd);
    }
    return error;
}

int fs_read(str path, struct arena *arena, str *out)
{
    return fs_read_listed(path, NULL, arena, out);
}

int fs_read_start(str path, const struct fs_stat *listed, size_t most,
                  struct arena *arena, str *out)
{
    int fd;
    struct stat st;
    int error = open_listed(path, listed, &fd, &st);
    if (error) {
        return error;
    }
    char *bytes = ARENA_ARRAY(arena, char, most);
    size_t n = 0;
    for (size_t got = 1; !error && n < most && got; n += got) {
        error = fd_read(fd, bytes + n, most - n, &got);
    }
    close(fd);
    *out = (str){bytes, n};
    return error;
}

bool fs_same(str path, str bytes)
{
    int fd;
    struct stat st;
    if (fd_open_regular(AT_FDCWD, path, O_RDONLY, &fd, &st) != 0) {
        return false;
    }
    bool same = (uint64_t)st.st_size == bytes.n && fd_matches(fd, bytes);
    close(fd);
    return same;
}

/* --- names --- */

static int make_one_dir(const char *path)
{
    struct stat st;
    if (mkdir(path, 0777) == 0) {
        return 0;
    }
    int error = errno;
    /* mkdir of a directory on a read-only mount says so, not EEXIST. */
    if (stat(path, &st) == 0) {
        return S_ISDIR(st.st_mode) ? EEXIST : ENOTDIR;
    }
    return error == EEXIST ? ENOTDIR : error; /* a link that leads nowhere */
}

/* Removes again what fs_mkdirs made, deepest first. */
static void unmake_dirs(struct cpath *c, size_t n, size_t first)
{
    while (n >= first) {
        c->p[n] = '\0';
        rmdir(c->p);
        n = path_dir((str){c->p, n}).n;
        if (n == 0) {
            return;
        }
    }
}

int fs_mkdirs(str path)
{
    struct cpath c;
    int error = to_c(path, &c);
    if (error || path.n == 0) {
        return error;
    }
    error = make_one_dir(c.p);
    if (error != ENOENT) {
        return error == EEXIST ? 0 : error;
    }
    size_t first = 0; /* length of the topmost path made here */
    size_t last = 0;
    for (size_t i = 1; i <= path.n; i++) {
        if (i < path.n && (c.p[i] != '/' || c.p[i - 1] == '/')) {
            continue;
        }
        char kept = c.p[i];
        c.p[i] = '\0';
        error = make_one_dir(c.p);
        c.p[i] = kept;
        if (error == 0) {
            first = first ? first : i;
            last = i;
        } else if (error != EEXIST) {
            if (first) {
                unmake_dirs(&c, last, first);
            }
            return error;
        }
    }
    return 0;
}

int fs_rename(str from, str to)
{
    return fs_at_rename(AT_FDCWD, from, AT_FDCWD, to);
}

int fs_unlink(str path)
{
    return fs_at_unlink(AT_FDCWD, path);
}

int fs_rmdir(str path)
{
    return fs_at_rmdir(AT_FDCWD, path);
}

bool fs_is_missing(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ELOOP ||
           error == ENAMETOOLONG || error == EINVAL;
}

static int stat_path(str path, bool follow, struct stat *st)
{
    struct cpath c;
    int error = to_c(path, &c);
    if (!error && (follow ? stat : lstat)(c.p, st) != 0) {
        error = errno;
    }
    return error;
}

enum fs_kind fs_kind(str path, bool follow)
{
    struct stat st;
    int error = stat_path(path, follow, &st);
    if (error) {
        return fs_is_missing(error) ? FS_MISSING : FS_UNKNOWN;
    }
    return fs_stat_of(&st).kind;
}

int fs_stat(str path, struct fs_stat *out)
{
    struct stat st;
    int error = stat_path(path, true, &st);
    if (!error) {
        *out = fs_stat_of(&st);
    }
    return error;
}

bool fs_is_same(str a, str b)
{
    struct stat one;
    struct stat other;
    return stat_path(a, true, &one) == 0 && stat_path(b, true, &other) == 0 &&
           one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

size_t fs_links(str path)
{
    struct stat st;
    return stat_path(path, true, &st) == 0 ? (size_t)st.st_nlink : 0;
}

bool fs_has_inode(str path, uint64_t inode)
{
    struct stat st;
    return stat_path(path, true, &st) == 0 && st.st_ino == inode;
}

int fs_real(str path, struct arena *arena, str *out)
{
    struct cpath c;
    struct cpath real;
    int error = to_c(path, &c);
    if (error) {
        return error;
    }
    if (!realpath(c.p, real.p)) {
        return errno;
    }
    *out = arena_str(arena, str_from(real.p));
    return 0;
}

/* --- directories --- */

struct dir_to_walk {
    str name;
    dev_t device;
    uint64_t inode;
};

struct dir_listing {
    struct arena *arena; /* of the result */
    struct arena work;
    VEC(struct fs_entry) found;
    VEC(struct dir_to_walk) dirs;
    bool walk; /* directories are walked, and not listed */
    uint64_t dirs_hash;
    uint64_t inode; /* of the root */
};

/* ENOENT: it went away between being listed and looked at. */
static int stat_entry(int dir, const char *name, struct fs_entry *entry,
                      dev_t *device)
{
    struct stat st;
    if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno;
    }
    *device = st.st_dev;
    entry->link = S_ISLNK(st.st_mode);
    if (entry->link && fstatat(dir, name, &st, 0) != 0) {
        return 0; /* a link that leads nowhere: all else stays 0 */
    }
    entry->stat = fs_stat_of(&st);
    return 0;
}

static void add_entry(struct dir_listing *list, const struct fs_entry *entry,
                      dev_t device)
{
    if (list->walk && entry->stat.kind == FS_DIR && !entry->link) {
        *VEC_PUSH(&list->dirs, &list->work) =
            (struct dir_to_walk){entry->name, device, entry->stat.inode};
    } else {
        *VEC_PUSH(&list->found, &list->work) = *entry;
    }
}

/* A link, or another directory, may have taken the place of the one that was
 * listed. The order of directories is that of readdir: their hashes are added
 * up. */
static bool take_dir(struct dir_listing *list, int fd,
                     const struct dir_to_walk *listed)
{
    struct stat st;
    if (fstat(fd, &st) != 0 ||
        (listed->name.n &&
         (st.st_ino != listed->inode || st.st_dev != listed->device))) {
        return false;
    }
    struct fs_stat stat = fs_stat_of(&st);
    uint64_t parts[] = {stat.inode, (uint64_t)stat.modified,
                        (uint64_t)stat.changed};
    list->dirs_hash += hash64_of(parts, sizeof parts / sizeof *parts);
    list->inode = listed->name.n ? list->inode : stat.inode;
    return true;
}

/* Adds the entries of root/below, with names from root on. */
static int list_below(struct dir_listing *list, int root,
                      const struct dir_to_walk *below)
{
    DIR *dir;
    str path = below->name.n ? below->name : STR(".");
    int error = fd_open_listing(root, path, 0, &dir);
    if (error) {
        return error == ENOTDIR ? ESTALE : error;
    }
    if (!take_dir(list, dirfd(dir), below)) {
        closedir(dir);
        return ESTALE;
    }
    for (;;) {
        errno = 0;
        const struct dirent *item = readdir(dir);
        if (!item) {
            error = errno;
            break;
        }
        struct fs_entry entry = {0};
        dev_t device = 0;
        if (is_dot_name(item->d_name)) {
            continue;
        }
        entry.error = stat_entry(dirfd(dir), item->d_name, &entry, &device);
        if (entry.error == ENOENT) {
            continue;
        }
        entry.name =
            path_join(list->arena, below->name, str_from(item->d_name));
        add_entry(list, &entry, device);
    }
    closedir(dir);
    return error;
}

static int compare_entry_names(const void *a, const void *b)
{
    const struct fs_entry *left = a;
    const struct fs_entry *right = b;
    return str_cmp(left->name, right->name);
}

void fs_list_sort(struct fs_list *list)
{
    if (list->n > 1) {
        qsort(list->entries, list->n, sizeof *list->entries,
              compare_entry_names);
    }
}

size_t fs_list_find(const struct fs_list *list, str name)
{
    size_t low = 0;
    size_t high = list->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (str_cmp(list->entries[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The order of readdir is that of a hash table, and differs between
 * machines: nothing of it may reach the output. */
static void sort_found(const struct dir_listing *list, struct fs_list *out)
{
    size_t n = list->found.n;
    *out = (struct fs_list){.entries = vec_copy(list->arena, list->found.p, n,
                                                sizeof *out->entries),
                            .n = n};
    fs_list_sort(out);
}

static int list_files(str path, bool walk, struct arena *arena,
                      struct fs_list *out)
{
    int root;
    int error = fs_at_open_root(path, &root);
    if (error) {
        return error;
    }
    struct dir_listing list = {.arena = arena, .walk = walk};
    *VEC_PUSH(&list.dirs, &list.work) = (struct dir_to_walk){.name = STR("")};
    while (!error && list.dirs.n) {
        struct dir_to_walk dir = list.dirs.p[--list.dirs.n];
        int failure = list_below(&list, root, &dir);
        if (failure && (dir.name.n == 0 || failure == ESTALE)) {
            error = failure;
        } else if (failure && failure != ENOENT) {
            *VEC_PUSH(&list.found, &list.work) = (struct fs_entry){
                .name = dir.name, .stat.kind = FS_DIR, .error = failure};
        }
    }
    if (!error) {
        sort_found(&list, out);
        out->inode = list.inode;
        out->dirs_hash = list.dirs_hash;
    }
    close(root);
    arena_free(&list.work);
    return error;
}

int fs_list_dir(str path, struct arena *arena, struct fs_list *out)
{
    return list_files(path, false, arena, out);
}

int fs_walk(str path, struct arena *arena, struct fs_list *out)
{
    enum { TRIES = 3 };
    int error = ESTALE;
    for (int i = 0; i < TRIES && error == ESTALE; i++) {
        error = list_files(path, true, arena, out);
    }
    return error;
}

/* Relative to `parent`, so that a tree may be deeper than PATH_MAX, and nothing
 * outside is reached if a directory is replaced by a link meanwhile. */
static int remove_below(int parent, const char *name)
{
    DIR *dir;
    int error = fd_open_listing(parent, str_from(name), O_NOFOLLOW, &dir);
    if (error) {
        return error;
    }
    int fd = dirfd(dir);
    const struct dirent *item;
    while (!error && (item = readdir(dir)) != NULL) {
        if (is_dot_name(item->d_name)) {
            continue;
        }
        /* Most are files, which a second question would only delay. */
        error = unlinkat(fd, item->d_name, 0) == 0 ? 0 : errno;
        if (error == EISDIR || error == EPERM) { /* Linux, POSIX */
            int below = remove_below(fd, item->d_name);
            error = below == ENOTDIR ? error : below;
        } else if (error == ENOENT) {
            error = 0;
        }
    }
    closedir(dir);
    if (!error && unlinkat(parent, name, AT_REMOVEDIR) != 0) {
        error = errno;
    }
    return error;
}

int fs_remove_tree(str path)
{
    struct cpath c;
    int error = to_c(path, &c);
    enum fs_kind kind = fs_at_kind(AT_FDCWD, path);
    return error || kind == FS_MISSING ? error
           : kind == FS_DIR            ? remove_below(AT_FDCWD, c.p)
                                       : fs_unlink(path);
}
