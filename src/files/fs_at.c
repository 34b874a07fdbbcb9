/* SPDX-License-Identifier: MIT */
/* The calls of POSIX whose names end in "at", with slices for paths. What
 * makes them worth a file of their own: a path is looked up from a folder that
 * is held open, so it stays the same folder whatever happens to its name, and
 * the last part is never followed. */
#include "files/fs_at.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/fs_path.h"

#ifdef __linux__
#include <sys/syscall.h>
#endif

static int open_c(int dir, const char *path, int flags, int *fd)
{
    do {
        *fd = openat(dir, path, flags | O_CLOEXEC | O_NOCTTY, 0666);
    } while (*fd < 0 && errno == EINTR);
    return *fd < 0 ? errno : 0;
}

static int open_at(int dir, str path, int flags, int *fd)
{
    struct cpath c;
    int error = to_c(path, &c);
    return error ? error : open_c(dir, c.p, flags, fd);
}

int fs_at_open_root(str path, int *fd)
{
    return open_at(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, fd);
}

int fs_at_open_dir(int dir, str path, int *fd)
{
    return open_at(dir, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, fd);
}

void fs_at_close(int fd)
{
    close(fd);
}

int fs_at_lock(int fd)
{
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
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

enum fs_at_kind fs_at_kind(int dir, str path)
{
    struct stat st;
    int error = stat_at(dir, path, &st);
    if (error) {
        return error == ENOENT || error == ENOTDIR ? FS_AT_MISSING
                                                   : FS_AT_OTHER;
    }
    return S_ISREG(st.st_mode)   ? FS_AT_FILE
           : S_ISDIR(st.st_mode) ? FS_AT_DIR
           : S_ISLNK(st.st_mode) ? FS_AT_LINK
                                 : FS_AT_OTHER;
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

int fs_at_mkdir(int dir, str path)
{
    struct cpath c;
    int error = to_c(path, &c);
    return error ? error : mkdirat(dir, c.p, 0777) == 0 ? 0 : errno;
}

static int remove_at(int dir, str path, int flags)
{
    struct cpath c;
    int error = to_c(path, &c);
    return error ? error : unlinkat(dir, c.p, flags) == 0 ? 0 : errno;
}

int fs_at_rmdir(int dir, str path)
{
    return remove_at(dir, path, AT_REMOVEDIR);
}

/* Read, rather than removed on trial: for who wants to move it. */
bool fs_at_is_empty_dir(int dir, str path)
{
    int fd;
    if (fs_at_open_dir(dir, path, &fd) != 0) {
        return false;
    }
    DIR *list = fdopendir(fd);
    if (!list) {
        close(fd);
        return false;
    }
    const struct dirent *item;
    do {
        errno = 0;
        item = readdir(list);
    } while (item && (strcmp(item->d_name, ".") == 0 ||
                      strcmp(item->d_name, "..") == 0));
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
    int error = to_c(from, &a);
    if (!error) {
        error = to_c(to, &b);
    }
    if (!error && call(dir, a.p, to_dir, b.p) != 0) {
        error = errno;
    }
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
    if (linkat(dir, from, to_dir, to, 0) == 0) {
        return unlinkat(dir, from, 0);
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

static int write_all(int fd, str bytes)
{
    while (bytes.n) {
        ssize_t n = write(fd, bytes.p, bytes.n);
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        if (n > 0) {
            bytes = str_from_offset(bytes, (size_t)n);
        }
    }
    return 0;
}

/* O_EXCL: it makes the file or fails, and follows no link to one. */
int fs_at_write_new(int dir, str path, str bytes, struct fs_stat *out)
{
    int fd;
    struct stat st;
    int error = open_at(dir, path, O_WRONLY | O_CREAT | O_EXCL, &fd);
    if (error) {
        return error;
    }
    error = write_all(fd, bytes);
    if (!error && fstat(fd, &st) != 0) {
        error = errno;
    }
    if (close(fd) != 0 && !error && errno != EINTR) {
        error = errno;
    }
    if (error) {
        fs_at_unlink(dir, path);
    } else {
        *out = fs_stat_of(&st);
    }
    return error;
}

static int read_piece(int fd, char *p, size_t n, size_t *out)
{
    ssize_t got;
    do {
        got = read(fd, p, n);
    } while (got < 0 && errno == EINTR);
    *out = got > 0 ? (size_t)got : 0;
    return got < 0 ? errno : 0;
}

/* O_NONBLOCK: a pipe somebody put there must not hold us. */
enum { LOOK = O_RDONLY | O_NOFOLLOW | O_NONBLOCK };

int fs_at_open_file(int dir, str path, int *fd, struct fs_stat *out)
{
    int error = open_at(dir, path, LOOK, fd);
    if (error) {
        return error;
    }
    struct stat st;
    if (fstat(*fd, &st) != 0) {
        error = errno;
    } else if (!S_ISREG(st.st_mode)) {
        error = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    }
    if (error) {
        close(*fd);
    } else {
        *out = fs_stat_of(&st);
    }
    return error;
}

int fs_at_read(int dir, str path, struct arena *arena, str *out)
{
    int fd;
    struct fs_stat st;
    int error = fs_at_open_file(dir, path, &fd, &st);
    if (!error && st.size > UINT32_MAX) {
        close(fd);
        error = EFBIG;
    }
    if (error) {
        return error;
    }
    char *p = arena_alloc(arena, (size_t)st.size + 1, 1);
    size_t n = 0;
    for (size_t got = 1; !error && got && n < st.size; n += got) {
        error = read_piece(fd, p + n, (size_t)st.size - n, &got);
    }
    close(fd);
    if (!error) {
        *out = (str){p, n};
    }
    return error;
}

/* In pieces, so that a difference at the start spares the rest, and nothing
 * has to be allocated. */
static bool same_bytes(int fd, str bytes)
{
    char piece[32 * 1024];
    while (bytes.n) {
        size_t most = bytes.n < sizeof piece ? bytes.n : sizeof piece;
        size_t got;
        if (read_piece(fd, piece, most, &got) != 0 || got == 0 ||
            memcmp(piece, bytes.p, got) != 0) {
            return false;
        }
        bytes = str_from_offset(bytes, got);
    }
    return true;
}

static enum fs_match compare_open(int fd, str bytes, struct fs_stat *out)
{
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return FS_MATCH_OTHER;
    }
    if (S_ISDIR(st.st_mode)) {
        return FS_MATCH_DIR;
    }
    if (!S_ISREG(st.st_mode)) {
        return FS_MATCH_OTHER;
    }
    *out = fs_stat_of(&st);
    bool same = (uint64_t)st.st_size == bytes.n && same_bytes(fd, bytes);
    return same ? FS_MATCH_SAME : FS_MATCH_FILE;
}

/* What can't be opened may still be a file of ours, of which somebody took
 * the permissions away: it is replaced, not read. */
enum fs_match fs_at_compare(int dir, str path, str bytes, struct fs_stat *out)
{
    int fd;
    int error = open_at(dir, path, LOOK, &fd);
    if (error == ENOENT || error == ENOTDIR) {
        return FS_MATCH_MISSING;
    }
    if (error) {
        return fs_at_kind(dir, path) == FS_AT_FILE ? FS_MATCH_FILE
                                                   : FS_MATCH_OTHER;
    }
    enum fs_match match = compare_open(fd, bytes, out);
    close(fd);
    return match;
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
    int error = open_at(dir, path, LOOK, &fd);
    if (error) {
        return error;
    }
    /* Some file systems can't, and need not. */
    if (fsync(fd) != 0 && errno != EINVAL) {
        error = errno;
    }
    close(fd);
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
