/* SPDX-License-Identifier: MIT */
#include "files/state_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/fd.h"
#include "files/fs_at.h"
#include "files/path.h"

int state_file_open_folder(str folder, int *fd)
{
    return fs_at_open_dir(AT_FDCWD, folder.n ? folder : STR("."), fd);
}

static int open_own(str path, int flags, int *fd, struct stat *st)
{
    int folder;
    int error = state_file_open_folder(path_dir(path), &folder);
    if (!error) {
        error = fd_open_regular(folder, path_base(path), flags | O_NOFOLLOW, fd,
                                st);
        close(folder);
    }
    return error;
}

int state_file_read(str path, struct arena *arena, str *out)
{
    int folder;
    int error = state_file_open_folder(path_dir(path), &folder);
    if (!error) {
        error = fs_at_read(folder, path_base(path), arena, out);
        close(folder);
    }
    return error;
}

/* Over addresses that are kept free, or that have the same bytes. */
static int map_over(int fd, str room, size_t from, size_t to)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    from -= from % page;
    if (to > room.n || to <= from) {
        return to > room.n ? ENOSPC : 0;
    }
    void *p = mmap((char *)(uintptr_t)room.p + from, to - from, PROT_READ,
                   MAP_PRIVATE | MAP_FIXED, fd, (off_t)from);
    return p == MAP_FAILED ? errno : 0;
}

int state_file_map(str path, size_t room, str *out, struct fs_stat *stat)
{
    int fd;
    struct stat st;
    *out = (str){NULL, 0};
    int error = open_own(path, O_RDONLY, &fd, &st);
    if (error) {
        return error;
    }
    *stat = fs_stat_of(&st);
    room = room ? room : (size_t)st.st_size;
    if ((uintmax_t)st.st_size > SIZE_MAX) {
        error = EFBIG;
    } else if (room) {
        void *p =
            mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        error = p == MAP_FAILED
                    ? errno
                    : map_over(fd, (str){p, room}, 0, (size_t)st.st_size);
        if (!error) {
            *out = (str){p, room};
        } else if (p != MAP_FAILED) {
            munmap(p, room);
        }
    }
    close(fd);
    return error;
}

int state_file_map_more(str path, str room, size_t since, struct fs_stat *stat)
{
    int fd;
    struct stat st;
    int error = open_own(path, O_RDONLY, &fd, &st);
    if (error) {
        return error;
    }
    if ((uint64_t)st.st_ino != stat->inode || (size_t)st.st_size < since) {
        error = ESTALE;
    } else {
        *stat = fs_stat_of(&st);
        error = map_over(fd, room, since, (size_t)st.st_size);
    }
    close(fd);
    return error;
}

int state_file_open_end(str path, int *fd, struct stat *st)
{
    return open_own(path, O_WRONLY | O_APPEND, fd, st);
}

void state_file_unmap(str mapped)
{
    if (mapped.p) {
        munmap((void *)(uintptr_t)mapped.p, mapped.n);
    }
}

void state_file_release(str mapped)
{
    if (mapped.p) {
        madvise((void *)(uintptr_t)mapped.p, mapped.n, MADV_DONTNEED);
    }
}

int state_file_patch(str path, size_t offset, str bytes)
{
    int fd;
    struct stat st;
    int error = open_own(path, O_WRONLY, &fd, &st);
    if (error) {
        return error;
    }
    if (st.st_nlink > 1) {
        error = EMLINK;
    } else if (pwrite(fd, bytes.p, bytes.n, (off_t)offset) < 0) {
        error = errno;
    }
    close(fd);
    return error;
}

int state_file_open_lock(str path, int *fd)
{
    struct stat st;
    return open_own(path, O_RDWR | O_CREAT, fd, &st);
}
