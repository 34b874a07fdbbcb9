/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/fs_path.h"

static int map_fd(int fd, str *out)
{
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return errno;
    }
    if (!S_ISREG(st.st_mode) || (uintmax_t)st.st_size > SIZE_MAX) {
        return EINVAL;
    }
    if (st.st_size == 0) {
        return 0;
    }
    void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED) {
        return errno;
    }
    *out = (str){p, (size_t)st.st_size};
    return 0;
}

int fs_map(str path, str *out)
{
    struct cpath c;
    *out = (str){NULL, 0};
    int error = to_c(path, &c);
    if (error) {
        return error;
    }
    int fd = open(c.p, O_RDONLY | O_CLOEXEC);
    error = fd < 0 ? errno : map_fd(fd, out);
    if (fd >= 0) {
        close(fd);
    }
    return error;
}

void fs_unmap(str mapped)
{
    if (mapped.p) {
        munmap((void *)(uintptr_t)mapped.p, mapped.n);
    }
}
