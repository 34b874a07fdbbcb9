/* SPDX-License-Identifier: MIT */
#include "base/fs_batch.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/fs_path.h"
#include "base/path.h"

static struct fs_batch_step *add(struct fs_batch *batch,
                                 enum fs_batch_kind kind, str path)
{
    struct fs_batch_step *step = VEC_PUSH(&batch->steps, batch->arena);
    *step = (struct fs_batch_step){.kind = kind, .path = path};
    return step;
}

void fs_batch_write(struct fs_batch *batch, str path, str bytes)
{
    add(batch, FS_BATCH_WRITE, path)->bytes = bytes;
}

void fs_batch_create(struct fs_batch *batch, str path, str bytes)
{
    add(batch, FS_BATCH_CREATE, path)->bytes = bytes;
}

void fs_batch_move(struct fs_batch *batch, str from, str to)
{
    add(batch, FS_BATCH_MOVE, from)->to = to;
}

/* --- one step --- */

/* content/.rye.md.crumb-new */
static str beside(struct fs_batch *batch, str path, const char *ending)
{
    str name = arena_printf(batch->arena, ".%.*s.crumb-%s",
                            STR_ARG(path_base(path)), ending);
    return path_join(batch->arena, path_dir(path), name);
}

static int write_all(int fd, str bytes)
{
    while (bytes.n) {
        ssize_t n = write(fd, bytes.p, bytes.n);
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        bytes = str_from_offset(bytes, n > 0 ? (size_t)n : 0);
    }
    return fsync(fd) == 0 || errno == EINVAL ? 0 : errno;
}

/* mode: 0: as the umask has it. */
static int write_fresh(str path, str bytes, mode_t mode)
{
    struct cpath c;
    int error = to_c(path, &c);
    if (error) {
        return error;
    }
    unlink(c.p); /* of one that was killed */
    int fd =
        open(c.p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ? mode : 0666);
    if (fd < 0) {
        return errno;
    }
    error = mode && fchmod(fd, mode) != 0 ? errno : 0;
    error = error ? error : write_all(fd, bytes);
    if (close(fd) != 0 && errno != EINTR && !error) {
        error = errno;
    }
    return error;
}

static int mode_of(str path, mode_t *mode)
{
    struct cpath c;
    struct stat st;
    int error = to_c(path, &c);
    if (error || stat(c.p, &st) != 0) {
        return error ? error : errno;
    }
    *mode = st.st_mode & 07777;
    return access(c.p, W_OK) == 0 ? 0 : errno;
}

/* The folder that path is to be in; *made is the first one that was not
 * there. */
static int make_room(str path, str *made)
{
    str dir = path_dir(path);
    for (str up = dir; up.n && fs_kind(up, true) == FS_MISSING;
         up = path_dir(up)) {
        *made = up;
    }
    return dir.n ? fs_mkdirs(dir) : 0;
}

/* Everything that can fail for want of room or rights. */
static int prepare(struct fs_batch *batch, struct fs_batch_step *step)
{
    mode_t mode = 0;
    int error = 0;
    str target = step->kind == FS_BATCH_MOVE ? step->to : step->path;
    if (step->kind == FS_BATCH_WRITE) {
        error = fs_real(step->path, batch->arena, &step->path);
        error = error ? error : mode_of(step->path, &mode);
    } else {
        error = fs_kind(target, false) == FS_MISSING ? 0 : EEXIST;
        error = error ? error : make_room(target, &step->made);
    }
    if (error || step->kind == FS_BATCH_MOVE) {
        return error;
    }
    step->fresh = beside(batch, step->path, "new");
    return write_fresh(step->fresh, step->bytes, mode);
}

static bool has_no_links(int error)
{
    return error == EPERM || error == ENOTSUP || error == ENOSYS;
}

/* A link replaces nothing, but not every file system has links. */
static int create(const struct fs_batch_step *step)
{
    int error = fs_link(step->fresh, step->path);
    return has_no_links(error) ? fs_rename(step->fresh, step->path) : error;
}

static int keep(struct fs_batch *batch, str path, str kept)
{
    str bytes;
    fs_unlink(kept);
    int error = fs_link(path, kept);
    if (!has_no_links(error)) {
        return error;
    }
    error = fs_read(path, batch->arena, &bytes);
    return error ? error : write_fresh(kept, bytes, 0);
}

static int perform(struct fs_batch *batch, struct fs_batch_step *step)
{
    switch (step->kind) {
    case FS_BATCH_MOVE: return fs_rename(step->path, step->to);
    case FS_BATCH_CREATE: return create(step);
    case FS_BATCH_WRITE: break;
    }
    str kept = beside(batch, step->path, "old");
    int error = keep(batch, step->path, kept);
    if (error) {
        return error;
    }
    step->kept = kept;
    return fs_rename(step->fresh, step->path);
}

/* --- all of them --- */

static void undo(struct fs_batch_step *step)
{
    switch (step->kind) {
    case FS_BATCH_MOVE: fs_rename(step->to, step->path); break;
    case FS_BATCH_CREATE: fs_unlink(step->path); break;
    case FS_BATCH_WRITE: fs_rename(step->kept, step->path); break;
    }
}

/* The folders from `made` down to the one of the path, if they are empty. */
static void remove_made(const struct fs_batch_step *step)
{
    str path = step->kind == FS_BATCH_MOVE ? step->to : step->path;
    for (str dir = path_dir(path); step->made.n && dir.n >= step->made.n;
         dir = path_dir(dir)) {
        if (fs_rmdir(dir) != 0) {
            return;
        }
    }
}

static void sweep(struct fs_batch *batch, bool failed)
{
    for (size_t i = batch->steps.n; i-- > 0;) {
        struct fs_batch_step *step = &batch->steps.p[i];
        if (step->fresh.n) {
            fs_unlink(step->fresh);
        }
        if (step->kept.n) {
            fs_unlink(step->kept);
        }
        if (failed) {
            remove_made(step);
        }
    }
}

int fs_batch_commit(struct fs_batch *batch, str *failed)
{
    int error = 0;
    size_t done = 0;
    for (size_t i = 0; i < batch->steps.n && !error; i++) {
        *failed = batch->steps.p[i].path;
        error = prepare(batch, &batch->steps.p[i]);
    }
    while (done < batch->steps.n && !error) {
        *failed = batch->steps.p[done].path;
        error = perform(batch, &batch->steps.p[done]);
        done += error == 0;
    }
    for (size_t i = done; error && i-- > 0;) {
        undo(&batch->steps.p[i]);
    }
    sweep(batch, error != 0);
    return error;
}
