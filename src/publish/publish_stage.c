/* SPDX-License-Identifier: MIT */
/* Compares with the published files, and stages those that differ. Each thread
 * keeps the folders that it has met: each is looked at in the output, and made
 * in the stage, once. */
#include <errno.h>
#include <string.h>

#include "files/path.h"
#include "publish/publish.h"
#include "publish/publish_state.h"

/* --- folders --- */

static enum publish_folder_is kind_of_folder(const struct publish *publish,
                                             str path)
{
    switch (fs_at_kind(publish->root, path)) {
    case FS_DIR: return FOLDER_PRESENT;
    case FS_MISSING: return FOLDER_ABSENT;
    case FS_LINK: return FOLDER_LINK;
    case FS_UNKNOWN: return FOLDER_UNKNOWN;
    case FS_FILE:
    case FS_OTHER: break;
    }
    return manifest_find(&publish->manifest, path) ? FOLDER_ABSENT
                                                   : FOLDER_FOREIGN;
}

static struct publish_folder *folder(const struct publish *publish,
                                     struct publish_worker *worker, str path,
                                     struct diags *diags);

/* Of a path that can't be looked at. */
static void error_unknown(const struct publish *publish, str path,
                          struct diags *diags)
{
    struct fs_stat stat;
    int error = fs_at_stat(publish->root, path, &stat);
    publish_error_system(publish, path, diags, error ? error : EIO);
}

/* A bad folder is reported once and is bad for all files below it. diags NULL:
 * reports nothing. */
static struct publish_folder look_at_folder(const struct publish *publish,
                                            struct publish_worker *worker,
                                            str path, struct diags *diags)
{
    struct publish_folder *parent =
        folder(publish, worker, path_dir(path), diags);
    struct publish_folder found = {.path = path, .parent = parent};
    bool news = !parent || parent->is == FOLDER_PRESENT;
    found.is = news ? kind_of_folder(publish, path) : parent->is;
    found.unit = news ? path.n : parent->unit;
    if (diags && news && found.is == FOLDER_LINK) {
        publish_error_link(publish, path, diags);
    } else if (diags && news && found.is == FOLDER_FOREIGN) {
        publish_error_foreign(publish, path, diags);
    } else if (diags && news && found.is == FOLDER_UNKNOWN) {
        error_unknown(publish, path, diags);
    }
    return found;
}

/* A folder that contains folders; NULL: the output itself. Results are kept,
 * except bad ones that were not reported, so that the next caller reports
 * them. */
static struct publish_folder *folder(const struct publish *publish,
                                     struct publish_worker *worker, str path,
                                     struct diags *diags)
{
    if (path.n == 0) {
        return NULL;
    }
    struct publish_folder *known = map_get(&worker->folders, path);
    if (!known) {
        known = ARENA_NEW(&worker->arena, struct publish_folder);
        *known = look_at_folder(publish, worker, path, diags);
        if (diags || known->is == FOLDER_PRESENT) {
            *map_put(&worker->folders, &worker->arena, path) = known;
        }
    }
    return known;
}

/* The folder of a file. Most folders have one file, or files that come one
 * after the other: keeping the last folder is enough. */
static struct publish_folder *folder_of(const struct publish *publish,
                                        struct publish_worker *worker, str path,
                                        struct diags *diags)
{
    str dir = path_dir(path);
    struct publish_folder *known = map_get(&worker->folders, dir);
    if (known || dir.n == 0) {
        return known;
    }
    if (!str_eq(worker->here.path, dir)) {
        worker->here = look_at_folder(publish, worker, dir, diags);
    }
    return &worker->here;
}

/* --- comparing --- */

/* In a folder that the output has. A file that the last build wrote with
 * another hash can't have these bytes, unless it was changed since: it is not
 * read. False: the file may not be replaced, which was reported. */
static bool compare_published(const struct publish *publish,
                              struct publish_worker *worker,
                              struct publish_item *item, str bytes,
                              struct diags *diags)
{
    str path = item->entry.path;
    const struct manifest_entry *last = manifest_find(&publish->manifest, path);
    struct fs_stat stat;
    bool same = false;
    enum fs_kind kind =
        last && !hash128_eq(last->hash, item->entry.hash)
            ? fs_at_kind(publish->root, path)
            : fs_at_compare(publish->root, path, bytes, &stat, &same);
    if (same) {
        item->stat = publish_sure(stat, publish->opened);
        return true;
    }
    if (kind == FS_UNKNOWN) {
        error_unknown(publish, path, diags);
        return false;
    }
    item->unit = path.n;
    /* A folder may go: the commit will see. */
    item->replaces = kind != FS_MISSING && kind != FS_DIR;
    if (item->replaces && !last &&
        !publish_find_case(publish, &worker->arena, &publish->manifest, path)) {
        publish_error_foreign(publish, path, diags);
        return false;
    }
    return true;
}

/* --- staging --- */

/* Other threads may make it too. */
static int stage_folder(struct publish_worker *worker,
                        struct publish_folder *known)
{
    if (!known || known->is != FOLDER_ABSENT || known->staged) {
        return 0;
    }
    int error = stage_folder(worker, known->parent);
    if (!error) {
        struct arena_mark mark = arena_mark(&worker->arena);
        error = fs_at_mkdir(
            worker->stage,
            publish_staged_path(known->path, known->unit, &worker->arena));
        arena_reset(&worker->arena, mark);
    }
    known->staged = error == 0 || error == EEXIST;
    return known->staged ? 0 : error;
}

static int stage(struct publish *publish, struct publish_worker *worker,
                 struct publish_folder *dir, struct publish_item *item,
                 str bytes)
{
    int error = publish_open_stage(publish, STR("new"), &worker->stage);
    if (!error) {
        error = stage_folder(worker, dir);
    }
    if (!error) {
        struct arena_mark mark = arena_mark(&worker->arena);
        str path =
            publish_staged_path(item->entry.path, item->unit, &worker->arena);
        error = fs_at_write_new(worker->stage, path, bytes, &item->stat);
        arena_reset(&worker->arena, mark);
    }
    return error;
}

/* Is it about the disk rather than about one file? */
static bool is_common(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EROFS ||
           error == EACCES || error == EPERM || error == EMFILE ||
           error == ENFILE || error == EIO;
}

/* A full disk fails for every file that follows: publish_check says it once,
 * and how much room is needed. */
static void stage_failed(struct publish *publish, struct publish_worker *worker,
                         const struct publish_item *item, int error,
                         struct diags *diags)
{
    str path = item->entry.path;
    if (error == EEXIST) {
        publish_error(publish, path, diags, "output-file", "is written twice");
    } else if (!is_common(error)) {
        publish_error(publish, path, diags, "output-file", strerror(error));
    } else {
        worker->refused = worker->error ? worker->refused : path;
        worker->error = worker->error ? worker->error : error;
        atomic_fetch_add(&publish->needed, item->entry.size);
    }
}

/* Compares, and stages what differs. */
static bool offer(struct publish *publish, struct publish_worker *worker,
                  struct publish_item *item, str bytes, struct diags *diags)
{
    struct publish_folder *dir =
        folder_of(publish, worker, item->entry.path, diags);
    if (!dir || dir->is == FOLDER_PRESENT) {
        if (!compare_published(publish, worker, item, bytes, diags)) {
            return false;
        }
    } else if (dir->is == FOLDER_ABSENT) {
        item->unit = dir->unit;
    } else {
        return false;
    }
    int error = item->unit ? stage(publish, worker, dir, item, bytes) : 0;
    if (error) {
        stage_failed(publish, worker, item, error, diags);
    }
    return !error;
}

static void add_item(struct publish_worker *worker,
                     const struct publish_item *item)
{
    struct publish_item *kept = ARENA_NEW(&worker->arena, struct publish_item);
    *kept = *item;
    *VEC_PUSH(&worker->items, &worker->arena) = kept;
}

bool publish_file(struct publish *publish, size_t number, str path, str bytes,
                  struct diags *diags)
{
    struct publish_worker *worker = &publish->workers[number];
    struct publish_item item = {.unit = 0};
    if (!manifest_is_path(path)) {
        publish_error(publish, path, diags, "output-path",
                      "is not a path below the output folder");
        worker->failed = true;
        return false;
    }
    item.entry.path = path;
    item.entry.hash = hash128(bytes);
    item.entry.size = bytes.n;
    bool done = offer(publish, worker, &item, bytes, diags);
    if (done) {
        add_item(worker, &item);
    }
    worker->failed = worker->failed || !done;
    return done;
}

bool publish_check(struct publish *publish, struct diags *diags)
{
    bool done = true;
    const struct publish_worker *first = NULL;
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        const struct publish_worker *worker = &publish->workers[i];
        done = done && !worker->failed;
        if (worker->error &&
            (!first || str_cmp(worker->refused, first->refused) < 0)) {
            first = worker;
        }
    }
    if (first) {
        struct diag *diag =
            publish_error(publish, first->refused, diags, "output-file",
                          strerror(first->error));
        publish_hint(diag, path_dir(publish->stage_path), first->error,
                     atomic_load(&publish->needed));
    }
    return done;
}

/* --- keeping --- */

/* Without its folder's being looked at: where inode and times are those of the
 * file that was written, it is that file. */
static bool is_as_stat(const struct publish *publish, struct publish_item *item,
                       const struct fs_stat *last)
{
    return last &&
           fs_at_stat(publish->root, item->entry.path, &item->stat) == 0 &&
           fs_stat_same(last, &item->stat);
}

static bool is_as_written(struct publish *publish,
                          struct publish_worker *worker,
                          struct publish_item *item)
{
    const struct manifest_entry *entry = &item->entry;
    struct fs_stat *now = &item->stat;
    bool same;
    const struct publish_folder *dir =
        folder(publish, worker, path_dir(entry->path), NULL);
    if ((dir && dir->is != FOLDER_PRESENT) ||
        fs_at_stat(publish->root, entry->path, now) != 0 ||
        now->kind != FS_FILE || now->size != entry->size) {
        return false;
    }
    *now = publish_sure(*now, publish->opened);
    return publish_is_unchanged(publish, &worker->arena, entry, &same) == 0 &&
           same;
}

bool publish_keep(struct publish *publish, size_t number, str path,
                  const struct fs_stat *last, size_t place)
{
    struct publish_worker *worker = &publish->workers[number];
    const struct manifest_entry *entry =
        manifest_find_near(&publish->manifest, path, place);
    if (!entry) {
        return false;
    }
    size_t known = (size_t)(entry - publish->manifest.entries) + 1;
    struct publish_item item = {.entry = *entry, .known = (uint32_t)known};
    bool kept = is_as_stat(publish, &item, last) ||
                is_as_written(publish, worker, &item);
    if (kept) {
        add_item(worker, &item);
    }
    return kept;
}
