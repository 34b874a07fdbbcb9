/* SPDX-License-Identifier: MIT */
#include "files/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/fd.h"
#include "files/fs_at.h"
#include "files/path.h"
#include "files/state_file.h"

void replace_open(struct replacement *file, str path, struct arena *arena)
{
    *file =
        (struct replacement){.fd = -1, .folder = -1, .name = path_base(path)};
    file->temporary = arena_concat(arena, file->name, STR(".new"));
    file->error = state_file_open_folder(path_dir(path), &file->folder);
    if (!file->error) {
        file->error =
            fd_create_over(file->folder, file->temporary, 0666, &file->fd);
    }
}

bool replace_open_end(struct replacement *file, str path,
                      const struct fs_stat *stat)
{
    struct stat st;
    *file = (struct replacement){.folder = -1, .length = stat->size};
    if (state_file_open_end(path, &file->fd, &st) != 0) {
        return false;
    }
    struct fs_stat now = fs_stat_of(&st);
    bool same =
        now.inode == stat->inode && now.size == stat->size && st.st_nlink == 1;
    if (!same) {
        close(file->fd);
    }
    return same;
}

void replace_put(struct replacement *file, str bytes)
{
    if (!file->error) {
        file->error = fd_write_all(file->fd, bytes);
    }
}

void replace_put_start(struct replacement *file, str bytes)
{
    if (!file->error && lseek(file->fd, 0, SEEK_SET) < 0) {
        file->error = errno;
    }
    replace_put(file, bytes);
}

int replace_finish(struct replacement *file, bool sync)
{
    if (sync && !file->error) {
        file->error = fd_sync(file->fd);
    }
    struct stat st;
    if (!file->error && fstat(file->fd, &st) == 0) {
        file->stat = fs_stat_of(&st);
    }
    bool extended = !file->temporary.p;
    if (extended && file->error) {
        /* Bytes that can't be cut off do no harm: nothing refers to them. */
        (void)!ftruncate(file->fd, (off_t)file->length);
    }
    if (file->fd >= 0) {
        file->error = fd_close(file->fd, file->error);
    }
    if (extended) {
        return file->error;
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

int replace_file(str path, str bytes, bool sync)
{
    struct arena work = {0};
    struct replacement file;
    replace_open(&file, path, &work);
    replace_put(&file, bytes);
    int error = replace_finish(&file, sync);
    arena_free(&work);
    return error;
}
