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

#include "base/memory/vec.h"
#include "files/fd.h"
#include "files/fs_at.h"
#include "files/fs_path.h"
#include "files/path.h"

/* --- whole files -----------------------------------------------------------
 */

int fs_read(str path, struct arena *arena, str *out)
{
    int fd;
    struct stat st;
    int error = fd_open_regular(AT_FDCWD, path, O_RDONLY, &fd, &st);
    if (error) {
        return error;
    }
    error = fd_read_all(fd, (uint64_t)st.st_size, arena, out);
    close(fd);
    return error;
}

int fs_read_start(str path, size_t most, struct arena *arena, str *out)
{
    int fd;
    struct stat st;
    int error = fd_open_regular(AT_FDCWD, path, O_RDONLY, &fd, &st);
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

/* --- names -----------------------------------------------------------------
 */

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

/* --- directories -----------------------------------------------------------
 */

struct dir_listing {
    struct arena *arena; /* of the result */
    struct arena work;
    VEC(struct fs_entry) found;
    VEC(str) dirs; /* still to be walked */
};

/* ENOENT: it went away between being listed and looked at. */
static int stat_entry(int dir, const char *name, struct fs_entry *entry)
{
    struct stat st;
    if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno;
    }
    entry->link = S_ISLNK(st.st_mode);
    if (entry->link && fstatat(dir, name, &st, 0) != 0) {
        return 0; /* a link that leads nowhere: all else stays 0 */
    }
    entry->stat = fs_stat_of(&st);
    return 0;
}

/* Adds the entries of root/below, with names from root on. */
static int list_below(struct dir_listing *list, int root, str below)
{
    DIR *dir;
    int error = fd_open_listing(root, below.n ? below : STR("."), 0, &dir);
    if (error) {
        return error;
    }
    for (;;) {
        errno = 0;
        const struct dirent *item = readdir(dir);
        if (!item) {
            error = errno;
            break;
        }
        struct fs_entry entry = {0};
        if (is_dot_name(item->d_name)) {
            continue;
        }
        entry.error = stat_entry(dirfd(dir), item->d_name, &entry);
        if (entry.error == ENOENT) {
            continue;
        }
        entry.name = path_join(list->arena, below, str_from(item->d_name));
        *VEC_PUSH(&list->found, &list->work) = entry;
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
    *out = (struct fs_list){ARENA_ARRAY(list->arena, struct fs_entry, n), n};
    if (n) {
        memcpy(out->entries, list->found.p, n * sizeof *out->entries);
        fs_list_sort(out);
    }
}

/* Directories in found[from..] are not part of the result: they are walked. */
static void move_dirs(struct dir_listing *list, size_t from)
{
    struct fs_entry *found = list->found.p;
    size_t kept = from;
    for (size_t i = from; i < list->found.n; i++) {
        if (found[i].stat.kind == FS_DIR && !found[i].link) {
            *VEC_PUSH(&list->dirs, &list->work) = found[i].name;
        } else {
            found[kept++] = found[i];
        }
    }
    list->found.n = kept;
}

static int list_files(str path, bool walk, struct arena *arena,
                      struct fs_list *out)
{
    int root;
    int error = fs_at_open_root(path, &root);
    if (error) {
        return error;
    }
    struct dir_listing list = {.arena = arena};
    *VEC_PUSH(&list.dirs, &list.work) = STR("");
    while (!error && list.dirs.n) {
        size_t before = list.found.n;
        str dir = list.dirs.p[--list.dirs.n];
        int failure = list_below(&list, root, dir);
        if (walk) {
            move_dirs(&list, before);
        }
        if (failure && dir.n == 0) {
            error = failure;
        } else if (failure && failure != ENOENT) {
            *VEC_PUSH(&list.found, &list.work) = (struct fs_entry){
                .name = dir, .stat.kind = FS_DIR, .error = failure};
        }
    }
    close(root);
    if (!error) {
        sort_found(&list, out);
    }
    arena_free(&list.work);
    return error;
}

int fs_list_dir(str path, struct arena *arena, struct fs_list *out)
{
    return list_files(path, false, arena, out);
}

int fs_walk(str path, struct arena *arena, struct fs_list *out)
{
    return list_files(path, true, arena, out);
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
