/* SPDX-License-Identifier: MIT */
/* The calls of POSIX whose names end in "at", with slices for paths. A path is
 * looked up from a folder that is held open, which stays the same folder even
 * if it loses its name. The last part of a path is never followed. */
#include "files/fs_at.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/fd.h"
#include "files/fs_path.h"

#ifdef __linux__
#include <sys/syscall.h>
#endif

int fs_at_open_root(str path, int *fd)
{
    return fd_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, fd);
}

int fs_at_open_dir(int dir, str path, int *fd)
{
    return fd_open(dir, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, fd);
}

void fs_at_close(int fd)
{
    close(fd);
}

int fs_at_lock(int fd, bool wait)
{
    if (flock(fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB) == 0) {
        return 0;
    }
    return errno == EWOULDBLOCK ? EWOULDBLOCK : ENOTSUP;
}

/* Of the thing itself: a link is a link. */
static int stat_at(int dir, str path, struct stat *st)
{
    struct cpath c;
    int error = to_c(path, &c);
    if (!error && fstatat(dir, c.p, st, AT_SYMLINK_NOFOLLOW) != 0) {
        error = errno;
    }
    return error;
}

enum fs_kind fs_at_kind(int dir, str path)
{
    struct fs_stat stat;
    int error = fs_at_stat(dir, path, &stat);
    return !error                                ? stat.kind
           : error == ENOENT || error == ENOTDIR ? FS_MISSING
                                                 : FS_UNKNOWN;
}

int fs_at_stat(int dir, str path, struct fs_stat *out)
{
    struct stat st;
    int error = stat_at(dir, path, &st);
    if (!error) {
        *out = fs_stat_of(&st);
    }
    return error;
}

#ifdef O_PATH
enum { TO_PASS = O_PATH | O_DIRECTORY | O_NOFOLLOW };
#else
enum { TO_PASS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW };
#endif

/* A name in an open folder. */
struct opened_name {
    int dir;  /* AT_FDCWD, or... */
    bool own; /* ...opened for it */
    str name;
};

static void close_name(const struct opened_name *opened)
{
    if (opened->own) {
        close(opened->dir);
    }
}

/* Opens one folder of the path after the other: a link that takes the place of
 * one is not followed. */
static int open_name(int dir, str path, struct opened_name *out)
{
    size_t slash;
    *out = (struct opened_name){.dir = dir, .name = path};
    while (dir != AT_FDCWD &&
           (slash = str_find_char(out->name, '/')) != STR_NONE) {
        int inner;
        int error =
            fd_open(out->dir, str_sub(out->name, 0, slash), TO_PASS, &inner);
        close_name(out);
        if (error) {
            return error;
        }
        out->dir = inner;
        out->own = true;
        out->name = str_from_offset(out->name, slash + 1);
    }
    return 0;
}

int fs_at_mkdir(int dir, str path)
{
    struct cpath c;
    int error = to_c(path, &c);
    return error ? error : mkdirat(dir, c.p, 0777) == 0 ? 0 : errno;
}

static int remove_at(int dir, str path, int flags)
{
    struct cpath c;
    struct opened_name opened;
    int error = open_name(dir, path, &opened);
    if (error) {
        return error;
    }
    error = to_c(opened.name, &c);
    if (!error && unlinkat(opened.dir, c.p, flags) != 0) {
        error = errno;
    }
    close_name(&opened);
    return error;
}

int fs_at_rmdir(int dir, str path)
{
    return remove_at(dir, path, AT_REMOVEDIR);
}

/* Reads the folder instead of trying to remove it, as the caller wants to move
 * it. */
bool fs_at_is_empty_dir(int dir, str path)
{
    DIR *list;
    if (fd_open_listing(dir, path, O_NOFOLLOW, &list) != 0) {
        return false;
    }
    const struct dirent *item;
    do {
        errno = 0;
        item = readdir(list);
    } while (item && is_dot_name(item->d_name));
    bool empty = !item && errno == 0;
    closedir(list);
    return empty;
}

int fs_at_unlink(int dir, str path)
{
    return remove_at(dir, path, 0);
}

typedef int two_names(int dir, const char *from, int to_dir, const char *to);

static int call_with(two_names *call, int dir, str from, int to_dir, str to)
{
    struct cpath a;
    struct cpath b;
    struct opened_name old;
    struct opened_name new;
    int error = open_name(dir, from, &old);
    if (error) {
        return error;
    }
    error = open_name(to_dir, to, &new);
    if (error) {
        close_name(&old);
        return error;
    }
    error = to_c(old.name, &a);
    error = error ? error : to_c(new.name, &b);
    if (!error && call(old.dir, a.p, new.dir, b.p) != 0) {
        error = errno;
    }
    close_name(&old);
    close_name(&new);
    return error;
}

static int link_itself(int dir, const char *from, int to_dir, const char *to)
{
    return linkat(dir, from, to_dir, to, 0);
}

/* Of a folder there is no second link, and some file systems have none at
 * all: looking first is the best there is. A folder replaces nothing but an
 * empty folder in any case. */
static int rename_unlinked(int dir, const char *from, int to_dir,
                           const char *to)
{
    struct stat st;
    if (fstatat(to_dir, to, &st, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return -1;
    }
    return renameat(dir, from, to_dir, to);
}

static int rename_by_link(int dir, const char *from, int to_dir, const char *to)
{
    if (linkat(dir, from, to_dir, to, 0) != 0) {
        return -1;
    }
    if (unlinkat(dir, from, 0) == 0) {
        return 0;
    }
    int error = errno;
    unlinkat(to_dir, to, 0);
    errno = error;
    return -1;
}

/* In one step where the system can; else a link, which never replaces, and
 * the old name taken away. */
static int rename_new(int dir, const char *from, int to_dir, const char *to)
{
#if defined(__linux__) && defined(SYS_renameat2)
    enum { NO_REPLACE = 1 };
    if (syscall(SYS_renameat2, dir, from, to_dir, to, NO_REPLACE) == 0) {
        return 0;
    }
    if (errno != ENOSYS && errno != EINVAL) {
        return -1;
    }
#endif
    if (rename_by_link(dir, from, to_dir, to) == 0) {
        return 0;
    }
    return errno == EPERM || errno == ENOTSUP
               ? rename_unlinked(dir, from, to_dir, to)
               : -1;
}

int fs_at_rename(int dir, str from, int to_dir, str to)
{
    return call_with(renameat, dir, from, to_dir, to);
}

int fs_at_rename_new(int dir, str from, int to_dir, str to)
{
    return call_with(rename_new, dir, from, to_dir, to);
}

static int exchange(int dir, const char *path, int other_dir, const char *other)
{
#if defined(__linux__) && defined(SYS_renameat2)
    enum { EXCHANGE = 2 };
    if (syscall(SYS_renameat2, dir, path, other_dir, other, EXCHANGE) == 0) {
        return 0;
    }
    errno = errno == ENOSYS || errno == EINVAL ? ENOTSUP : errno;
#else
    (void)dir, (void)path, (void)other_dir, (void)other;
    errno = ENOTSUP;
#endif
    return -1;
}

int fs_at_exchange(int dir, str path, int other_dir, str other)
{
    return call_with(exchange, dir, path, other_dir, other);
}

int fs_at_link(int dir, str from, int to_dir, str to)
{
    return call_with(link_itself, dir, from, to_dir, to);
}

bool fs_at_same_device(int dir, int other_dir)
{
    struct stat a;
    struct stat b;
    return fstat(dir, &a) == 0 && fstat(other_dir, &b) == 0 &&
           a.st_dev == b.st_dev;
}

bool fs_at_can_rename(int dir, int to_dir, str absent)
{
    return fs_at_same_device(dir, to_dir) &&
           fs_at_rename(dir, absent, to_dir, absent) != EXDEV;
}

bool fs_at_same_file(int dir, str a, int other_dir, str b)
{
    struct stat one;
    struct stat other;
    return stat_at(dir, a, &one) == 0 && stat_at(other_dir, b, &other) == 0 &&
           one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

int fs_at_write_new(int dir, str path, str bytes, struct fs_stat *out)
{
    int fd;
    struct stat st;
    int error = fd_create(dir, path, 0666, &fd);
    if (error) {
        return error;
    }
    error = fd_write_all(fd, bytes);
    if (!error && fstat(fd, &st) != 0) {
        error = errno;
    }
    error = fd_close(fd, error);
    if (error) {
        fs_at_unlink(dir, path);
    } else {
        *out = fs_stat_of(&st);
    }
    return error;
}

int fs_at_open_file(int dir, str path, int *fd, struct fs_stat *out)
{
    struct stat st;
    int error = fd_open_regular(dir, path, O_RDONLY | O_NOFOLLOW, fd, &st);
    if (!error) {
        *out = fs_stat_of(&st);
    }
    return error;
}

int fs_at_read(int dir, str path, struct arena *arena, str *out)
{
    int fd;
    struct fs_stat st;
    int error = fs_at_open_file(dir, path, &fd, &st);
    if (!error) {
        error = fd_read_all(fd, st.size, arena, out);
        close(fd);
    }
    return error;
}

/* A pipe in the file's place must not make crumb wait. */
enum { LOOK = O_RDONLY | O_NOFOLLOW | O_NONBLOCK };

/* A file that can't be opened may be one of crumb's without its permissions. It
 * is replaced without reading it. */
enum fs_kind fs_at_compare(int dir, str path, str bytes, struct fs_stat *out,
                           bool *same)
{
    int fd;
    struct stat st;
    *same = false;
    if (fd_open(dir, path, LOOK, &fd) != 0) {
        return fs_at_kind(dir, path);
    }
    enum fs_kind kind = FS_UNKNOWN;
    if (fstat(fd, &st) == 0) {
        *out = fs_stat_of(&st);
        kind = out->kind;
        *same =
            kind == FS_FILE && out->size == bytes.n && fd_matches(fd, bytes);
    }
    close(fd);
    return kind;
}

int fs_at_clock(int file, int64_t *out)
{
    struct stat st;
    if (futimens(file, NULL) != 0 || fstat(file, &st) != 0) {
        return errno;
    }
    *out = fs_stat_of(&st).modified;
    return 0;
}

int fs_at_sync(int dir, str path)
{
    int fd;
    int error = fd_open(dir, path, LOOK, &fd);
    if (!error) {
        error = fd_sync(fd);
        close(fd);
    }
    return error;
}

int fs_at_sync_all(int dir)
{
#if defined(__linux__) && defined(SYS_syncfs)
    return syscall(SYS_syncfs, dir) == 0 ? 0 : errno;
#else
    (void)dir;
    sync();
    return 0;
#endif
}
