/* SPDX-License-Identifier: MIT */
#include "files/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "files/fs_at.h"
#include "files/fs_path.h"
#include "files/path.h"
#include "files/state_file.h"

void fs_new_open(struct fs_new *file, str path, struct arena *arena)
{
    struct cpath c;
    *file = (struct fs_new){.fd = -1, .folder = -1, .name = path_base(path)};
    file->temporary = arena_concat(arena, file->name, STR(".new"));
    file->error = to_c(file->temporary, &c);
    if (!file->error) {
        file->error = fs_own_open_folder(path_dir(path), &file->folder);
    }
    if (!file->error) {
        /* What a killed run left, or a link that somebody put there. */
        unlinkat(file->folder, c.p, 0);
        file->fd =
            openat(file->folder, c.p,
                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        file->error = file->fd < 0 ? errno : 0;
    }
}

void fs_new_put(struct fs_new *file, str bytes)
{
    while (!file->error && bytes.n) {
        ssize_t n = write(file->fd, bytes.p, bytes.n);
        if (n < 0 && errno != EINTR) {
            file->error = errno;
        } else if (n > 0) {
            bytes = str_from_offset(bytes, (size_t)n);
        }
    }
}

void fs_new_put_start(struct fs_new *file, str bytes)
{
    if (!file->error && lseek(file->fd, 0, SEEK_SET) < 0) {
        file->error = errno;
    }
    fs_new_put(file, bytes);
}

/* Some file systems can't, and need not. */
static int sync_file(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL ? 0 : errno;
}

int fs_new_finish(struct fs_new *file, bool sync)
{
    if (sync && !file->error) {
        file->error = sync_file(file->fd);
    }
    if (file->fd >= 0 && close(file->fd) != 0 && errno != EINTR &&
        !file->error) {
        file->error = errno;
    }
    if (!file->error) {
        file->error = fs_at_rename(file->folder, file->temporary, file->folder,
                                   file->name);
    }
    if (file->error && file->fd >= 0) {
        fs_at_unlink(file->folder, file->temporary);
    } else if (!file->error && sync) {
        /* A rename is safe against a power cut once its folder is. */
        fsync(file->folder);
    }
    if (file->folder >= 0) {
        close(file->folder);
    }
    return file->error;
}

int fs_replace(str path, str bytes, bool sync)
{
    struct arena work = {0};
    struct fs_new file;
    fs_new_open(&file, path, &work);
    fs_new_put(&file, bytes);
    int error = fs_new_finish(&file, sync);
    arena_free(&work);
    return error;
}
