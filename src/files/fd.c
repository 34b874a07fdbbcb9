/* SPDX-License-Identifier: MIT */
#include "files/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "files/fs_path.h"

/* --- opening --- */

static int open_with_mode(int dir, str path, int flags, mode_t mode, int *fd)
{
    struct cpath c;
    int error = to_c(path, &c);
    if (error) {
        return error;
    }
    int opened;
    do {
        opened = openat(dir, c.p, flags | O_CLOEXEC | O_NOCTTY, mode);
    } while (opened < 0 && errno == EINTR);
    if (opened < 0) {
        return errno;
    }
    *fd = opened;
    return 0;
}

int fd_open(int dir, str path, int flags, int *fd)
{
    return open_with_mode(dir, path, flags, 0666, fd);
}

/* The kind is that of the open file: the file that is read is the one that was
 * examined, even if its name leads to another by then. */
int fd_open_regular(int dir, str path, int flags, int *fd, struct stat *st)
{
    int opened;
    int error = fd_open(dir, path, flags | O_NONBLOCK, &opened);
    if (error) {
        return error;
    }
    if (fstat(opened, st) != 0) {
        error = errno;
    } else if (!S_ISREG(st->st_mode)) {
        error = S_ISDIR(st->st_mode) ? EISDIR : EINVAL;
    }
    if (error) {
        close(opened);
        return error;
    }
    *fd = opened;
    return 0;
}

int fd_create(int dir, str path, mode_t mode, int *fd)
{
    return open_with_mode(dir, path, O_RDWR | O_CREAT | O_EXCL, mode, fd);
}

int fd_create_over(int dir, str path, mode_t mode, int *fd)
{
    struct cpath c;
    int error = to_c(path, &c);
    if (error) {
        return error;
    }
    unlinkat(dir, c.p, 0);
    return fd_create(dir, path, mode, fd);
}

int fd_open_listing(int dir, str path, int flags, DIR **out)
{
    int fd = -1;
    int error = fd_open(dir, path, O_RDONLY | O_DIRECTORY | flags, &fd);
    if (error) {
        return error;
    }
    *out = fdopendir(fd);
    if (!*out) {
        error = errno;
        close(fd);
    }
    return error;
}

/* --- reading --- */

int fd_read(int fd, char *p, size_t n, size_t *got)
{
    ssize_t r;
    do {
        r = read(fd, p, n);
    } while (r < 0 && errno == EINTR);
    *got = r > 0 ? (size_t)r : 0;
    return r < 0 ? errno : 0;
}

/* One read is enough for a file that stays as it is: the buffer has a byte
 * more than the file, so a short count means its end. A file that tells no
 * size (/proc) is read in growing pieces, up to a megabyte. */
int fd_read_all(int fd, uint64_t size, struct arena *arena, str *out)
{
    if (size > UINT32_MAX) {
        return EFBIG;
    }
    size_t most = size ? UINT32_MAX : 1 << 20;
    size_t cap = (size ? (size_t)size : 4096) + 1;
    char *p = arena_alloc(arena, cap + 1, 1);
    size_t n = 0;
    for (;;) {
        size_t got;
        int error = fd_read(fd, p + n, cap - n, &got);
        if (error) {
            return error;
        }
        n += got;
        if (n > most) {
            return EFBIG;
        }
        if (got == 0 || (size && n == size)) {
            break;
        }
        if (n == cap) {
            char *bigger = arena_alloc(arena, cap * 2 + 1, 1);
            memcpy(bigger, p, n);
            p = bigger;
            cap *= 2;
        }
    }
    p[n] = '\0';
    *out = (str){p, n};
    return 0;
}

int fd_read_stream(int fd, struct buf *out)
{
    enum { AT_ONCE = 65536 };
    int error = 0;
    for (size_t got = 1; !error && got; out->n += got) {
        got = 0;
        buf_reserve(out, AT_ONCE);
        error = out->n > UINT32_MAX
                    ? EFBIG
                    : fd_read(fd, out->p + out->n, AT_ONCE, &got);
    }
    return error;
}

/* In pieces, so that nothing is allocated and an early difference saves
 * reading the rest. */
bool fd_matches(int fd, str bytes)
{
    char piece[32 * 1024];
    while (bytes.n) {
        size_t most = bytes.n < sizeof piece ? bytes.n : sizeof piece;
        size_t got;
        if (fd_read(fd, piece, most, &got) != 0 || got == 0 ||
            memcmp(piece, bytes.p, got) != 0) {
            return false;
        }
        bytes = str_from_offset(bytes, got);
    }
    return true;
}

/* --- writing --- */

int fd_write_all(int fd, str bytes)
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

/* EINVAL: this file system can't, and need not. */
int fd_sync(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL ? 0 : errno;
}

int fd_close(int fd, int error)
{
    return close(fd) != 0 && !error && errno != EINTR ? errno : error;
}
