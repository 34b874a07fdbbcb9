/* SPDX-License-Identifier: MIT */
#include "files/fs_batch.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/pack.h"
#include "files/fd.h"
#include "files/fs_at.h"
#include "files/fs_path.h"
#include "files/path.h"
#include "files/replace.h"
#include "files/state_file.h"

static struct fs_batch_step *add_step(struct fs_batch *batch,
                                      enum fs_batch_kind kind, str path)
{
    struct fs_batch_step *step = VEC_PUSH(&batch->steps, batch->arena);
    *step = (struct fs_batch_step){.kind = kind, .path = path};
    return step;
}

void fs_batch_write(struct fs_batch *batch, str path, str bytes)
{
    add_step(batch, FS_BATCH_WRITE, path)->bytes = bytes;
}

void fs_batch_create(struct fs_batch *batch, str path, str bytes)
{
    add_step(batch, FS_BATCH_CREATE, path)->bytes = bytes;
}

void fs_batch_move(struct fs_batch *batch, str from, str to)
{
    add_step(batch, FS_BATCH_MOVE, from)->to = to;
}

/* --- one step --- */

/* content/.rye.md.crumb-new */
static str name_beside(struct fs_batch *batch, str path, const char *ending)
{
    str name = arena_printf(batch->arena, ".%.*s.crumb-%s",
                            STR_ARG(path_base(path)), ending);
    return path_join(batch->arena, path_dir(path), name);
}

/* mode: 0: as the umask has it. */
static int write_new_bytes(str path, str bytes, mode_t mode)
{
    int fd;
    int error = fd_create_over(AT_FDCWD, path, mode ? mode : 0666, &fd);
    if (error) {
        return error;
    }
    error = mode && fchmod(fd, mode) != 0 ? errno : 0;
    error = error ? error : fd_write_all(fd, bytes);
    error = error ? error : fd_sync(fd);
    return fd_close(fd, error);
}

static int writable_mode(str path, mode_t *mode)
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

static str step_target(const struct fs_batch_step *step)
{
    return step->kind == FS_BATCH_MOVE ? step->to : step->path;
}

/* The file that links lead to. With a journal its path starts at the working
 * directory, for the next process. */
static int resolve_path(struct fs_batch *batch, struct fs_batch_step *step)
{
    str root = {NULL, 0};
    int error = fs_real(step->path, batch->arena, &step->path);
    if (error || !batch->journal.n) {
        return error;
    }
    error = fs_real(STR("."), batch->arena, &root);
    if (!error && !(path_is_in(step->path, root) && step->path.n > root.n)) {
        error = EXDEV;
    }
    step->path = str_from_offset(step->path, error ? 0 : root.n + 1);
    return error;
}

/* Plans the step; nothing is done yet. */
static int examine_step(struct fs_batch *batch, struct fs_batch_step *step)
{
    int error = 0;
    str target = step_target(step);
    if (step->kind == FS_BATCH_WRITE) {
        error = resolve_path(batch, step);
    } else if (fs_kind(target, false) != FS_MISSING) {
        error = EEXIST;
    }
    for (str up = path_dir(target); step->kind != FS_BATCH_WRITE && up.n &&
                                    fs_kind(up, true) == FS_MISSING;
         up = path_dir(up)) {
        step->made = up;
    }
    step->hash = hash128(step->bytes);
    return error;
}

/* Everything that can fail for want of room or rights. */
static int prepare_step(struct fs_batch *batch, struct fs_batch_step *step)
{
    mode_t mode = 0;
    int error = 0;
    str dir = path_dir(step_target(step));
    if (step->kind == FS_BATCH_WRITE) {
        error = writable_mode(step->path, &mode);
    } else if (dir.n) {
        error = fs_mkdirs(dir);
    }
    if (error || step->kind == FS_BATCH_MOVE) {
        return error;
    }
    step->fresh = name_beside(batch, step->path, "new");
    return write_new_bytes(step->fresh, step->bytes, mode);
}

/* Without a journal no later process would remove a file of them. */
static int keep_old_bytes(struct fs_batch *batch, struct fs_batch_step *step)
{
    if (!batch->journal.n) {
        return fs_read(step->path, batch->arena, &step->old);
    }
    str kept = name_beside(batch, step->path, "old");
    fs_unlink(kept);
    int error = fs_at_link(AT_FDCWD, step->path, AT_FDCWD, kept);
    if (error == EPERM || error == ENOTSUP || error == ENOSYS) {
        str bytes;
        error = fs_read(step->path, batch->arena, &bytes);
        error = error ? error : write_new_bytes(kept, bytes, 0);
    }
    step->kept = error ? (str){0} : kept;
    return error;
}

static int do_step(struct fs_batch *batch, struct fs_batch_step *step)
{
    switch (step->kind) {
    case FS_BATCH_MOVE: return fs_rename(step->path, step->to);
    case FS_BATCH_CREATE:
        return fs_at_rename_new(AT_FDCWD, step->fresh, AT_FDCWD, step->path);
    case FS_BATCH_WRITE: break;
    }
    int error = keep_old_bytes(batch, step);
    return error ? error : fs_rename(step->fresh, step->path);
}

/* --- the journal --- */

/* A lock of its own: the journal is replaced while it is held. */
static int lock_journal(str journal, struct arena *arena, int *lock)
{
    int error = fs_mkdirs(path_dir(journal));
    if (!error) {
        error = state_file_open_lock(arena_concat(arena, journal, STR(".lock")),
                                     lock);
    }
    if (!error && fs_at_lock(*lock, false) == EWOULDBLOCK) {
        fs_at_close(*lock);
        *lock = -1;
        error = EWOULDBLOCK;
    }
    return error;
}

/* complete: all steps are done; only files of the batch's own may be left to
 * remove. */
static int write_batch_journal(const struct fs_batch *batch, bool complete)
{
    struct buf out = {0};
    uint64_t check = 0;
    pack_word(&out, check);
    pack_bool(&out, complete);
    pack_uint(&out, batch->steps.n);
    for (size_t i = 0; i < batch->steps.n; i++) {
        const struct fs_batch_step *step = &batch->steps.p[i];
        pack_uint(&out, step->kind);
        pack_str(&out, step->path);
        pack_str(&out, step->to);
        pack_str(&out, step->made);
        pack_hash(&out, step->hash);
    }
    check = hash64(str_from_offset(buf_str(&out), sizeof check));
    memcpy(out.p, &check, sizeof check);
    int error = replace_file(batch->journal, buf_str(&out), true);
    buf_free(&out);
    return error;
}

/* The journal may come with a site from a stranger. So its paths must not lead
 * outside, to hidden files or through links. */
static bool is_journal_path(str path, struct arena *arena)
{
    str normal;
    bool good = path_normal(arena, path, &normal) && str_eq(normal, path);
    for (size_t i = 0; good && i < path.n; i++) {
        bool start = i == 0 || path.p[i - 1] == '/';
        enum fs_kind kind =
            path.p[i] == '/' ? fs_kind(str_sub(path, 0, i), false) : FS_DIR;
        good = !(start && path.p[i] == '.') &&
               (kind == FS_DIR || kind == FS_MISSING);
    }
    return good;
}

static void unpack_step(struct fs_batch *batch, struct unpack *in)
{
    enum fs_batch_kind kind =
        (enum fs_batch_kind)unpack_uint_to(in, FS_BATCH_MOVE);
    struct fs_batch_step *step = add_step(batch, kind, unpack_str(in));
    step->to = unpack_str(in);
    step->made = unpack_str(in);
    step->hash = unpack_hash(in);
    step->fresh = name_beside(batch, step->path, "new");
    step->kept = name_beside(batch, step->path, "old");
    if (!step->path.n || (kind == FS_BATCH_MOVE && !step->to.n) ||
        !is_journal_path(step->path, batch->arena) ||
        !is_journal_path(step->to, batch->arena) ||
        !is_journal_path(step->made, batch->arena)) {
        unpack_fail(in);
    }
}

/* False: there are no steps in it that make sense. */
static bool read_batch_journal(struct fs_batch *batch, bool *complete)
{
    str text = {NULL, 0};
    state_file_read(batch->journal, batch->arena, &text);
    struct unpack in = unpack_of(text);
    bool whole = unpack_word(&in) == hash64((str){in.p, unpack_left(&in)});
    *complete = unpack_bool(&in);
    size_t n = unpack_count(&in, 20);
    for (size_t i = 0; whole && i < n && !in.failed; i++) {
        unpack_step(batch, &in);
    }
    if (!whole || in.failed) {
        batch->steps.n = 0;
    }
    return batch->steps.n > 0;
}

/* --- all of them --- */

static int put_old_bytes(const struct fs_batch_step *step)
{
    mode_t mode = 0;
    int error = 0;
    if (!step->kept.n) {
        error = writable_mode(step->path, &mode);
        error = error ? error : write_new_bytes(step->fresh, step->old, mode);
    }
    str old = step->kept.n ? step->kept : step->fresh;
    return error ? error : fs_rename(old, step->path);
}

/* A step that can't be undone is marked: its old bytes stay. */
static void undo_step(struct fs_batch *batch, struct fs_batch_step *step)
{
    int error = 0;
    switch (step->kind) {
    case FS_BATCH_MOVE: error = fs_rename(step->to, step->path); break;
    case FS_BATCH_CREATE: error = fs_unlink(step->path); break;
    case FS_BATCH_WRITE: error = put_old_bytes(step); break;
    }
    step->stuck = error != 0;
    batch->stuck = error ? step_target(step) : batch->stuck;
}

/* The folders from `made` down to the one of the path, if they are empty. */
static void remove_made_folders(const struct fs_batch_step *step)
{
    for (str dir = path_dir(step_target(step));
         step->made.n && dir.n >= step->made.n; dir = path_dir(dir)) {
        int error = fs_rmdir(dir);
        if (error && error != ENOENT) { /* killed before it was made */
            return;
        }
    }
}

static bool remove_if_there(str path)
{
    int error = path.n ? fs_unlink(path) : 0;
    return error == 0 || error == ENOENT;
}

/* Where a file of step number i is once all steps are done. */
static str path_after(const struct fs_batch *batch, size_t i, str path)
{
    for (i++; i < batch->steps.n; i++) {
        const struct fs_batch_step *step = &batch->steps.p[i];
        if (step->kind == FS_BATCH_MOVE && path_is_in(path, step->path)) {
            path = arena_concat(batch->arena, step->to,
                                str_from_offset(path, step->path.n));
        }
    }
    return path;
}

/* False: something of ours is left. */
static bool sweep_steps(struct fs_batch *batch, bool failed)
{
    bool clean = true;
    for (size_t i = batch->steps.n; i-- > 0;) {
        struct fs_batch_step *step = &batch->steps.p[i];
        clean = remove_if_there(step->fresh) && clean;
        str kept = failed ? step->kept : path_after(batch, i, step->kept);
        clean = !step->stuck && remove_if_there(kept) && clean;
        if (failed) {
            remove_made_folders(step);
        }
    }
    return clean;
}

static int do_steps(struct fs_batch *batch, str *failed, bool *clean)
{
    int error = 0;
    size_t done = 0;
    for (size_t i = 0; i < batch->steps.n && !error; i++) {
        *failed = batch->steps.p[i].path;
        error = prepare_step(batch, &batch->steps.p[i]);
    }
    while (done < batch->steps.n && !error) {
        *failed = batch->steps.p[done].path;
        error = do_step(batch, &batch->steps.p[done]);
        done += error == 0;
    }
    if (!error && batch->journal.n) {
        *failed = batch->journal;
        error = write_batch_journal(batch, true);
    }
    for (size_t i = done; error && i-- > 0;) {
        undo_step(batch, &batch->steps.p[i]);
    }
    *clean = sweep_steps(batch, error != 0);
    return error;
}

/* Whether the journal lists steps that could not be undone. */
static bool is_unfinished(const struct fs_batch *batch)
{
    struct fs_batch before = {.arena = batch->arena, .journal = batch->journal};
    bool complete;
    return read_batch_journal(&before, &complete) && !complete;
}

/* The journal stays if something is left to undo or to sweep: the next process
 * does it. */
int fs_batch_commit(struct fs_batch *batch, str *failed)
{
    int lock = -1;
    int error = 0;
    bool clean = true;
    if (batch->journal.n) {
        *failed = batch->journal;
        error = lock_journal(batch->journal, batch->arena, &lock);
        error = !error && is_unfinished(batch) ? EALREADY : error;
    }
    for (size_t i = 0; i < batch->steps.n && !error; i++) {
        *failed = batch->steps.p[i].path;
        error = examine_step(batch, &batch->steps.p[i]);
    }
    if (!error && batch->journal.n) {
        *failed = batch->journal;
        error = write_batch_journal(batch, false);
    }
    error = error ? error : do_steps(batch, failed, &clean);
    if (lock >= 0) {
        if (clean && error != EALREADY) {
            fs_unlink(batch->journal);
        }
        fs_at_close(lock);
    }
    return error;
}

/* --- after a kill --- */

static bool file_has_hash(str path, struct hash128 hash, struct arena *arena)
{
    struct arena_mark mark = arena_mark(arena);
    str bytes;
    bool same = fs_kind(path, false) == FS_FILE &&
                fs_read(path, arena, &bytes) == 0 &&
                hash128_eq(hash128(bytes), hash);
    arena_reset(arena, mark);
    return same;
}

/* Whether nothing that a person has written is lost if the step is undone. */
static bool is_step_done(const struct fs_batch_step *step, struct arena *arena)
{
    if (step->kind == FS_BATCH_MOVE) {
        return fs_kind(step->path, false) == FS_MISSING &&
               fs_kind(step->to, false) != FS_MISSING;
    }
    if (step->kind == FS_BATCH_CREATE) {
        return file_has_hash(step->path, step->hash, arena);
    }
    return fs_kind(step->kept, false) == FS_FILE &&
           (fs_kind(step->path, false) != FS_FILE ||
            file_has_hash(step->path, step->hash, arena));
}

/* Neither done nor as it was. */
static bool is_step_changed(const struct fs_batch_step *step,
                            struct arena *arena)
{
    str old;
    switch (step->kind) {
    case FS_BATCH_MOVE: return fs_kind(step->to, false) != FS_MISSING;
    case FS_BATCH_CREATE: return fs_kind(step->path, false) != FS_MISSING;
    case FS_BATCH_WRITE: break;
    }
    return fs_read(step->kept, arena, &old) == 0 && !fs_same(step->path, old);
}

enum fs_batch_left fs_batch_recover(str journal, struct arena *arena,
                                    str *changed)
{
    struct fs_batch batch = {.arena = arena, .journal = journal};
    enum fs_batch_left left = FS_BATCH_NOTHING;
    bool complete = false;
    int lock = -1;
    enum fs_kind kind = fs_kind(journal, false);
    if (kind == FS_MISSING || kind == FS_UNKNOWN ||
        lock_journal(journal, arena, &lock) != 0) {
        return left;
    }
    if (read_batch_journal(&batch, &complete) && !complete) {
        left = FS_BATCH_UNDONE;
    }
    for (size_t i = batch.steps.n; !complete && i-- > 0;) {
        struct fs_batch_step *step = &batch.steps.p[i];
        if (is_step_done(step, arena)) {
            undo_step(&batch, step);
        } else if (is_step_changed(step, arena)) {
            left = FS_BATCH_CHANGED;
            *changed = step_target(step);
        }
    }
    if (sweep_steps(&batch, !complete)) {
        fs_unlink(journal);
    }
    if (batch.stuck.n) {
        left = FS_BATCH_STUCK;
        *changed = batch.stuck;
    }
    fs_at_close(lock);
    return left;
}
