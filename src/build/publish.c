/* SPDX-License-Identifier: MIT */
/* Opening, staging, closing. The commit is in publish_commit.c. */
#include "build/publish.h"

#include <errno.h>
#include <string.h>

#include "base/buf.h"
#include "base/path.h"
#include "build/publish_state.h"

/* --- messages --------------------------------------------------------------
 */

struct diag *publish_error(const struct publish *publish, str path,
                           struct diags *diags, const char *code,
                           const char *what)
{
    struct source place = {.name =
                               path_join(diags->arena, publish->output, path)};
    return diag_error(diags, span_of(&place, 0, 0), code, "%s", what);
}

void publish_error_foreign(const struct publish *publish, str path,
                           struct diags *diags)
{
    diag_hint(publish_error(publish, path, diags, "foreign-file",
                            "is in the way, and not of crumb's making"),
              "move it away or delete it, then build again");
}

void publish_error_link(const struct publish *publish, str path,
                        struct diags *diags)
{
    diag_hint(publish_error(publish, path, diags, "output-link",
                            "is a symbolic link: what is written below it "
                            "would land elsewhere"),
              "remove the link");
}

void publish_warn_changed(const struct publish *publish, str path,
                          struct diags *diags)
{
    struct source place = {.name =
                               path_join(diags->arena, publish->output, path)};
    diag_hint(diag_warning(diags, span_of(&place, 0, 0), "changed-file",
                           "was changed after crumb wrote it, and is left "
                           "alone"),
              "delete it yourself if you don't need it");
}

/* --- opening ---------------------------------------------------------------
 */

/* The part of `place` below `folder`, both real paths; p == NULL: it is not
 * below it. */
static str part_below(str folder, str place)
{
    if (!str_starts(place, folder)) {
        return (str){NULL, 0};
    }
    str part = str_from_offset(place, folder.n);
    if (part.n && !str_ends(folder, STR("/"))) {
        return part.p[0] == '/' ? str_from_offset(part, 1) : (str){NULL, 0};
    }
    return part;
}

/* A relative output that stays below the working folder as text, but leads
 * out of it through a link, is not what its author thinks it is. */
static bool leads_outside(const struct publish *publish)
{
    str normal;
    str here;
    return path_normal(publish->arena, publish->output, &normal) &&
           fs_real(STR("."), publish->arena, &here) == 0 &&
           !part_below(here, publish->real).p;
}

/* Makes both folders if need be. What is opened is the real path: the links
 * on the way to the output are its owner's business, those below it are not. */
static bool open_folder(struct publish *publish, str state, struct diags *diags)
{
    bool missing = fs_kind(publish->output, true) == FS_MISSING;
    int error = fs_mkdirs(publish->output);
    if (!error) {
        error = fs_mkdirs(state);
    }
    if (!error) {
        publish->made_output = missing;
        error = fs_real(publish->output, publish->arena, &publish->real);
    }
    if (!error) {
        error = fs_at_open_root(publish->real, &publish->root);
    }
    if (error) {
        publish_error(publish, STR(""), diags, "output-folder",
                      strerror(error));
        return false;
    }
    if (leads_outside(publish)) {
        diag_hint(publish_error(publish, STR(""), diags, "output-link",
                                "leads out of the site through a symbolic "
                                "link"),
                  "name the folder itself with --output");
        return false;
    }
    return true;
}

/* The key is made from the place relative to the site if it is inside, so
 * that a site can be moved with its state. */
static str state_path(const struct publish *publish, str state,
                      const char *suffix)
{
    struct arena *arena = publish->arena;
    str site = path_dir(state);
    str place = publish->real;
    if (fs_real(site.n ? site : STR("."), arena, &site) == 0 &&
        part_below(site, place).n) {
        place = part_below(site, place);
    }
    struct publish_name name = publish_stage_name(place);
    str file = arena_printf(arena, "output-%.16s.%s", name.hex, suffix);
    return path_join(arena, state, file);
}

/* Both the lock file and the folder: the second keeps apart sites that
 * publish into one folder from states of their own. */
static bool take_lock(struct publish *publish, str state, struct diags *diags)
{
    str path = state_path(publish, state, "lock");
    int error = fs_at_open_lock(path, &publish->lock);
    if (error) {
        struct source place = {.name = path};
        diag_error(diags, span_of(&place, 0, 0), "output-folder", "%s",
                   strerror(error));
        return false;
    }
    if (fs_at_lock(publish->lock) == EWOULDBLOCK ||
        fs_at_lock(publish->root) == EWOULDBLOCK) {
        diag_hint(publish_error(publish, STR(""), diags, "output-locked",
                                "another build is writing into it"),
                  "wait until it is done");
        return false;
    }
    return true;
}

/* None, torn or of a newer crumb: nothing is ours then but what has the same
 * bytes as what is published next. */
static struct manifest read_manifest(struct publish *publish, str path)
{
    struct manifest manifest = {0};
    str text;
    if (fs_read(path, publish->arena, &text) != 0 ||
        !manifest_parse(text, publish->arena, &manifest)) {
        manifest = (struct manifest){0};
    }
    return manifest;
}

/* Beside the manifest if it can be renamed from there, so that what a killed
 * run leaves is not in the published folder. */
static bool place_stage(struct publish *publish, str state, struct diags *diags)
{
    int error = fs_at_open_root(state, &publish->stage_root);
    if (!error && fs_at_same_device(publish->stage_root, publish->root)) {
        publish->stage_path = state_path(publish, state, "stage");
        publish->stage_name = path_base(publish->stage_path);
        return true;
    }
    if (!error) {
        fs_at_close(publish->stage_root);
        error = fs_at_open_root(publish->real, &publish->stage_root);
    }
    publish->stage_name = STR(MANIFEST_STAGE);
    publish->stage_path =
        path_join(publish->arena, publish->real, publish->stage_name);
    if (error) {
        publish->stage_root = -1;
        publish_error(publish, STR(""), diags, "output-folder",
                      strerror(error));
    }
    return !error;
}

/* Asked first: most runs never have one. */
static void drop_stage(struct publish *publish)
{
    if (fs_at_kind(publish->stage_root, publish->stage_name) != FS_AT_MISSING) {
        fs_remove_tree(publish->stage_path);
    }
}

static struct publish *new_publish(str output, bool force, struct arena *arena)
{
    struct publish *publish = ARENA_NEW(arena, struct publish);
    publish->arena = arena;
    publish->output = arena_str(arena, output);
    publish->force = force;
    publish->root = -1;
    publish->stage_root = -1;
    publish->lock = -1;
    publish->old = -1;
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        publish->workers[i].stage = -1;
    }
    return publish;
}

struct publish *publish_open(str output, str state, bool force,
                             struct arena *arena, struct diags *diags)
{
    struct publish *publish = new_publish(output, force, arena);
    if (!open_folder(publish, state, diags) ||
        !take_lock(publish, state, diags) ||
        !place_stage(publish, state, diags)) {
        publish->keep_stage = true; /* it is not ours to drop */
        publish_close(publish);
        return NULL;
    }
    publish->manifest_path = state_path(publish, state, "manifest");
    publish->journal_path = state_path(publish, state, "journal");
    publish->manifest = read_manifest(publish, publish->manifest_path);
    if (fs_kind(publish->journal_path, false) == FS_FILE) {
        publish_roll_forward(publish);
    }
    drop_stage(publish);
    return publish;
}

void publish_close(struct publish *publish)
{
    if (!publish) {
        return;
    }
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        struct publish_worker *worker = &publish->workers[i];
        if (worker->stage >= 0) {
            fs_at_close(worker->stage);
        }
        arena_free(&worker->arena);
    }
    if (publish->old >= 0) {
        fs_at_close(publish->old);
    }
    if (publish->root >= 0) {
        if (!publish->keep_stage) {
            drop_stage(publish);
        }
        if (publish->made_output) {
            fs_rmdir(publish->real); /* fails unless it is empty: good */
        }
        fs_at_close(publish->root);
    }
    if (publish->stage_root >= 0) {
        fs_at_close(publish->stage_root);
    }
    if (publish->lock >= 0) {
        fs_at_close(publish->lock);
    }
}

/* --- staging ---------------------------------------------------------------
 */

/* Of fixed length and flat, whatever the path is. */
struct publish_name publish_stage_name(str path)
{
    struct publish_name name;
    hash128_hex(hash128(path), name.hex);
    return name;
}

int publish_open_stage(struct publish *publish, str part, int *fd)
{
    /* Another worker may have been first. */
    int stage;
    int error = fs_at_mkdir(publish->stage_root, publish->stage_name);
    if (error && error != EEXIST) {
        return error;
    }
    error = fs_at_open_dir(publish->stage_root, publish->stage_name, &stage);
    if (error) {
        return error;
    }
    error = fs_at_mkdir(stage, part);
    if (!error || error == EEXIST) {
        error = fs_at_open_dir(stage, part, fd);
    }
    fs_at_close(stage);
    return error;
}

/* Each worker has a folder to itself: creating files in one locks it. */
static int stage(struct publish *publish, size_t number, str path, str bytes)
{
    struct publish_worker *worker = &publish->workers[number];
    if (worker->stage < 0) {
        str part = arena_printf(&worker->arena, "%zu", number);
        int error = publish_open_stage(publish, part, &worker->stage);
        if (error) {
            worker->stage = -1;
            return error;
        }
    }
    struct publish_name name = publish_stage_name(path);
    return fs_at_write_new(worker->stage, (str){name.hex, sizeof name.hex},
                           bytes);
}

/* The folders on the way to a path are looked at once per worker. In a first
 * build they are absent, and then nothing has to be asked about the files. */
enum folder {
    FOLDER_UNKNOWN,
    FOLDER_PRESENT,
    FOLDER_ABSENT, /* or of ours and to be replaced by a folder */
    FOLDER_LINK,
    FOLDER_FOREIGN, /* somebody's file has its name */
};

struct known_folder {
    enum folder is;
};

static enum folder look_at_folder(const struct publish *publish, str path)
{
    switch (fs_at_kind(publish->root, path)) {
    case FS_AT_DIR: return FOLDER_PRESENT;
    case FS_AT_MISSING: return FOLDER_ABSENT;
    case FS_AT_LINK: return FOLDER_LINK;
    case FS_AT_FILE:
    case FS_AT_OTHER: break;
    }
    bool ours = publish->force || manifest_find(&publish->manifest, path);
    return ours ? FOLDER_ABSENT : FOLDER_FOREIGN;
}

/* A bad one is said where it is found, and is then bad for all below it.
 * diags NULL: only asked, so that it is still said to who comes next. */
static enum folder folder(const struct publish *publish,
                          struct publish_worker *worker, str path,
                          struct diags *diags)
{
    if (path.n == 0) {
        return FOLDER_PRESENT;
    }
    const struct known_folder *known = map_get(&worker->folders, path);
    if (known) {
        return known->is;
    }
    enum folder is = folder(publish, worker, path_dir(path), diags);
    bool news = is == FOLDER_PRESENT;
    if (news) {
        is = look_at_folder(publish, path);
    }
    if (!diags && is != FOLDER_PRESENT) {
        return is;
    }
    if (news && is == FOLDER_LINK) {
        publish_error_link(publish, path, diags);
    } else if (news && is == FOLDER_FOREIGN) {
        publish_error_foreign(publish, path, diags);
    }
    struct known_folder *found = ARENA_NEW(&worker->arena, struct known_folder);
    found->is = is;
    *map_put(&worker->folders, &worker->arena, path) = found;
    return is;
}

/* What is published at the path, as far as it matters: false if it may not be
 * replaced, and that was said. */
static bool compare(const struct publish *publish,
                    struct publish_worker *worker, struct publish_item *item,
                    str bytes, struct diags *diags)
{
    str path = item->entry.path;
    enum folder dir = folder(publish, worker, path_dir(path), diags);
    item->staged = true;
    if (dir != FOLDER_PRESENT) {
        return dir == FOLDER_ABSENT;
    }
    switch (fs_at_compare(publish->root, path, bytes)) {
    case FS_MATCH_SAME: item->staged = false; return true;
    case FS_MATCH_MISSING:
    case FS_MATCH_DIR: return true; /* it may go: the commit will see */
    case FS_MATCH_FILE:
    case FS_MATCH_OTHER: break;
    }
    item->replaces = true;
    if (!publish->force && !manifest_find(&publish->manifest, path)) {
        publish_error_foreign(publish, path, diags);
        return false;
    }
    return true;
}

/* A full disk fails for every file that follows: one message is enough. */
static void stage_failed(const struct publish *publish,
                         struct publish_worker *worker, str path, int error,
                         struct diags *diags)
{
    bool full = error == ENOSPC || error == EROFS;
    if (!full || !worker->full) {
        publish_error(publish, path, diags, "output-file",
                      error == EEXIST ? "is written twice" : strerror(error));
    }
    worker->full = worker->full || full;
}

/* The path is copied: an item lives until the commit, its caller's path until
 * the end of the page. */
bool publish_file(struct publish *publish, size_t number, str path, str bytes,
                  struct diags *diags)
{
    struct publish_worker *worker = &publish->workers[number];
    struct publish_item item = {.worker = (uint8_t)number};
    if (!manifest_is_path(path)) {
        publish_error(publish, path, diags, "output-path",
                      "is not a path below the output folder");
        worker->failed = true;
        return false;
    }
    item.entry.path = arena_str(&worker->arena, path);
    item.entry.hash = hash128(bytes);
    item.entry.size = bytes.n;
    bool done = compare(publish, worker, &item, bytes, diags);
    if (done && item.staged) {
        int error = stage(publish, number, path, bytes);
        if (error) {
            stage_failed(publish, worker, path, error, diags);
            done = false;
        }
    }
    if (done) {
        *VEC_PUSH(&worker->items, &worker->arena) = item;
    }
    worker->failed = worker->failed || !done;
    return done;
}

/* Memory for the bytes is given back at once. */
bool publish_is_unchanged(const struct publish *publish, struct arena *arena,
                          const struct manifest_entry *entry)
{
    struct arena_mark mark = arena_mark(arena);
    str bytes;
    bool same = fs_at_read(publish->root, entry->path, arena, &bytes) == 0 &&
                hash128_eq(hash128(bytes), entry->hash);
    arena_reset(arena, mark);
    return same;
}

static bool is_as_written(const struct publish *publish,
                          struct publish_worker *worker,
                          const struct manifest_entry *entry,
                          const struct fs_stat *last)
{
    struct fs_stat now;
    if (fs_at_stat(publish->root, entry->path, &now) != 0 ||
        now.kind != FS_FILE || now.size != entry->size) {
        return false;
    }
    if (last && last->kind == FS_FILE && last->size == now.size &&
        last->inode == now.inode && last->modified == now.modified &&
        last->changed == now.changed) {
        return true;
    }
    return publish_is_unchanged(publish, &worker->arena, entry);
}

bool publish_keep(struct publish *publish, size_t number, str path,
                  const struct fs_stat *last)
{
    struct publish_worker *worker = &publish->workers[number];
    const struct manifest_entry *entry =
        manifest_find(&publish->manifest, path);
    bool kept = entry &&
                folder(publish, worker, path_dir(entry->path), NULL) ==
                    FOLDER_PRESENT &&
                is_as_written(publish, worker, entry, last);
    if (kept) {
        struct publish_item *item = VEC_PUSH(&worker->items, &worker->arena);
        *item =
            (struct publish_item){.entry = *entry, .worker = (uint8_t)number};
    }
    return kept;
}

/* --- folders ---------------------------------------------------------------
 */

bool publish_is_direct(const struct publish *publish, str path)
{
    for (size_t i = 0; i < path.n; i++) {
        if (path.p[i] == '/' &&
            fs_at_kind(publish->root, str_sub(path, 0, i)) != FS_AT_DIR) {
            return false;
        }
    }
    return true;
}

/* A folder that other files are in stays, and that is no failure. */
static bool is_expected(int error)
{
    return error == 0 || error == ENOENT || error == ENOTEMPTY ||
           error == EEXIST || error == EBUSY || error == EXDEV;
}

int publish_empty_folders(const struct publish *publish, const str *paths,
                          size_t n, int (*remove)(void *context, str dir),
                          void *context)
{
    int first = 0;
    str tried = {NULL, 0};
    /* Backwards: what is inside comes after what it is in. */
    for (size_t i = n; i > 0; i--) {
        str dir = path_dir(paths[i - 1]);
        if (str_eq(dir, tried)) {
            continue;
        }
        tried = dir;
        /* One that is gone already does not save those around it: a run that
         * was killed may have come so far. */
        int error = 0;
        while (dir.n && (error == 0 || error == ENOENT)) {
            error =
                publish_is_direct(publish, dir) ? remove(context, dir) : ENOENT;
            dir = path_dir(dir);
        }
        if (!first && !is_expected(error)) {
            first = error;
        }
    }
    return first;
}

/* --- clean -----------------------------------------------------------------
 */

/* True unless there was something in the way of removing it. */
static bool clean_one(struct publish *publish,
                      const struct manifest_entry *entry, struct diags *diags,
                      size_t *removed)
{
    if (!publish_is_direct(publish, entry->path) ||
        fs_at_kind(publish->root, entry->path) == FS_AT_MISSING) {
        return true;
    }
    if (!publish_is_unchanged(publish, publish->arena, entry)) {
        publish_warn_changed(publish, entry->path, diags);
        return true;
    }
    int error = fs_at_unlink(publish->root, entry->path);
    if (error && error != ENOENT) {
        publish_error(publish, entry->path, diags, "output-file",
                      strerror(error));
        return false;
    }
    (*removed)++;
    return true;
}

static int remove_folder(void *context, str dir)
{
    const struct publish *publish = context;
    return fs_at_rmdir(publish->root, dir);
}

bool publish_clean(str output, str state, struct arena *arena,
                   struct diags *diags, size_t *removed)
{
    *removed = 0;
    if (fs_kind(output, true) == FS_MISSING) {
        return true;
    }
    struct publish *publish = publish_open(output, state, false, arena, diags);
    if (!publish) {
        return false;
    }
    bool done = true;
    const struct manifest *manifest = &publish->manifest;
    str *paths = ARENA_ARRAY(arena, str, manifest->n);
    for (size_t i = 0; i < manifest->n; i++) {
        paths[i] = manifest->entries[i].path;
        done =
            clean_one(publish, &manifest->entries[i], diags, removed) && done;
    }
    publish_empty_folders(publish, paths, manifest->n, remove_folder, publish);
    if (done) {
        fs_unlink(publish->manifest_path);
    }
    publish_close(publish);
    return done;
}

str publish_state_file(const struct publish *publish, const char *name)
{
    str path = publish->manifest_path;
    str stem = str_sub(path, 0, path.n - path_ext(path).n);
    return arena_printf(publish->arena, "%.*s.%s", STR_ARG(stem), name);
}

int64_t publish_clock(const struct publish *publish)
{
    return fs_at_touch(publish->lock);
}

int publish_stat(const struct publish *publish, str path, struct fs_stat *out)
{
    return fs_at_stat(publish->root, path, out);
}
