/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_WRITE_FILE_H
#define CRUMB_TESTS_UNIT_WRITE_FILE_H

#include <fcntl.h>

#include "files/fd.h"

/* Creates the file or overwrites it. 0 or an errno value. */
static inline int write_file(str path, str bytes)
{
    int fd;
    int error = fd_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, &fd);
    return error ? error : fd_close(fd, fd_write_all(fd, bytes));
}

#endif
