/* SPDX-License-Identifier: MIT */
/* The commit, in this order:
 *
 *     journal     the next manifest, beside the present one
 *     place       each staged file is renamed into place; what it replaces
 *                 is first linked into the stage
 *     remove      stale files are moved into the stage, emptied folders go
 *     manifest    the journal is renamed over it: now it is done
 *
 * An error before that undoes the steps, last first: every old file is still
 * in the stage. A kill leaves the journal, and the next run takes the steps
 * again that are still to be taken; it can, as a step that was taken leaves
 * nothing in the stage to take it again.
 *
 * Of all files only the journal is synced. A power cut may then leave old,
 * new and even empty files in the output, but each of them is in the journal
 * or the manifest, so the next build, which compares every byte, puts it
 * right. Without that one sync, new files could outlive the only record that
 * they are ours, and would be in our own way. Syncing each output would cost
 * more than the whole build and save nothing that can't be made again. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/path.h"
#include "build/publish_state.h"

struct stale {
    const struct manifest_entry *entry;
    bool moved;
};

struct commit {
    struct publish *publish;
    struct diags *diags; /* NULL: rolling forward, nobody is to be told */
    struct publish_item **items; /* by path */
    size_t n;
    struct manifest next;
    struct stale *stale; /* by path */
    size_t stale_count;
    VEC(str) moved;  /* paths of what was moved into the stage, in order */
    VEC(str) made;   /* folders that were made, outermost first */
    str last_folder; /* it and all above it are there */
    size_t removed;
};

/* --- telling ---------------------------------------------------------------
 */

static bool fail(struct commit *commit, str path, int error)
{
    if (commit->diags) {
        publish_error(commit->publish, path, commit->diags, "output-file",
                      strerror(error));
    }
    return false;
}

static bool fail_foreign(struct commit *commit, str path)
{
    if (commit->diags) {
        publish_error_foreign(commit->publish, path, commit->diags);
    }
    return false;
}

/* --- steps -----------------------------------------------------------------
 */

/* A descriptor of the stage's folder of old files. */
static int open_old(struct publish *publish, int *fd)
{
    int error = 0;
    if (publish->old < 0) {
        error = publish_open_stage(publish, STR("old"), &publish->old);
        if (error) {
            publish->old = -1;
        }
    }
    *fd = publish->old;
    return error;
}

static str name_str(const struct publish_name *name)
{
    return (str){name->hex, sizeof name->hex};
}

/* Out of the way, but not lost yet. */
static int move_to_old(struct commit *commit, str path)
{
    struct publish *publish = commit->publish;
    struct publish_name name = publish_stage_name(path);
    int old;
    int error = open_old(publish, &old);
    if (!error) {
        error = fs_at_rename(publish->root, path, old, name_str(&name));
    }
    if (!error) {
        *VEC_PUSH(&commit->moved, publish->arena) = path;
    }
    return error;
}

/* NULL: the path is not stale, so what is there is not ours to take away. */
static struct stale *find_stale(const struct commit *commit, str path)
{
    size_t low = 0;
    size_t high = commit->stale_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = str_cmp(commit->stale[middle].entry->path, path);
        if (order == 0) {
            return &commit->stale[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

/* What stands where a folder has to be made: a stale file of ours goes. */
static bool clear_for_folder(struct commit *commit, str path)
{
    struct publish *publish = commit->publish;
    struct stale *stale = find_stale(commit, path);
    if (fs_at_kind(publish->root, path) == FS_AT_LINK && !stale) {
        if (commit->diags) {
            publish_error_link(publish, path, commit->diags);
        }
        return false;
    }
    bool ours =
        stale && publish_is_unchanged(publish, publish->arena, stale->entry);
    if (!ours && !publish->force) {
        return fail_foreign(commit, path);
    }
    int error = move_to_old(commit, path);
    if (error) {
        return fail(commit, path, error);
    }
    if (stale) {
        stale->moved = true;
        commit->removed++;
    }
    return true;
}

/* Made here, it is removed again by a roll back. */
static bool make_folder(struct commit *commit, str path)
{
    struct publish *publish = commit->publish;
    int error = fs_at_mkdir(publish->root, path);
    if (error == EEXIST) {
        if (fs_at_kind(publish->root, path) == FS_AT_DIR) {
            return true;
        }
        if (!clear_for_folder(commit, path)) {
            return false;
        }
        error = fs_at_mkdir(publish->root, path);
    }
    if (error) {
        return fail(commit, path, error);
    }
    *VEC_PUSH(&commit->made, publish->arena) = path;
    return true;
}

/* The folders on the way to path. Paths come in order, so those that the
 * last one had in common are known to be there. */
static bool make_folders(struct commit *commit, str path)
{
    str dir = path_dir(path);
    str last = commit->last_folder;
    size_t i = 0;
    while (i < dir.n && i < last.n && dir.p[i] == last.p[i]) {
        i++;
    }
    /* Only whole parts count: of a/bc and a/bd just "a". */
    bool whole =
        (i == dir.n || dir.p[i] == '/') && (i == last.n || last.p[i] == '/');
    if (!whole) {
        i = path_dir(str_sub(dir, 0, i)).n;
    }
    while (i < dir.n) {
        size_t start = i ? i + 1 : 0;
        size_t slash = str_find_char(str_from_offset(dir, start), '/');
        i = slash == STR_NONE ? dir.n : start + slash;
        if (!make_folder(commit, str_sub(dir, 0, i))) {
            commit->last_folder = (str){NULL, 0};
            return false;
        }
    }
    commit->last_folder = dir;
    return true;
}

/* Only a file that is as it was written, and only if no folder on the way has
 * become a link: else what is there now is not what we wrote. */
static bool remove_stale(struct commit *commit, struct stale *stale)
{
    const struct publish *publish = commit->publish;
    str path = stale->entry->path;
    if (stale->moved || !publish_is_direct(publish, path)) {
        return true;
    }
    enum fs_at_kind kind = fs_at_kind(publish->root, path);
    if (kind == FS_AT_MISSING || kind == FS_AT_DIR) {
        return true; /* gone, or a folder that is not of our making */
    }
    if (!publish_is_unchanged(publish, publish->arena, stale->entry)) {
        if (commit->diags) {
            publish_warn_changed(publish, path, commit->diags);
        }
        return true;
    }
    int error = move_to_old(commit, path);
    if (error) {
        return fail(commit, path, error);
    }
    stale->moved = true;
    commit->removed++;
    return true;
}

/* Moved as well, not removed: a disk that is full might not let us make it
 * again. */
static int move_empty(void *context, str dir)
{
    struct commit *commit = context;
    int root = commit->publish->root;
    if (fs_at_kind(root, dir) == FS_AT_MISSING) {
        return ENOENT;
    }
    return fs_at_is_empty_dir(root, dir) ? move_to_old(commit, dir) : ENOTEMPTY;
}

static int remove_empty(struct commit *commit, size_t from, size_t to)
{
    struct arena *arena = commit->publish->arena;
    str *paths = ARENA_ARRAY(arena, str, to - from);
    for (size_t i = from; i < to; i++) {
        paths[i - from] = commit->stale[i].entry->path;
    }
    return publish_empty_folders(commit->publish, paths, to - from, move_empty,
                                 commit);
}

/* A folder stands where a file has to go: it may if all in it is stale. */
static bool clear_for_file(struct commit *commit, str path)
{
    struct arena *arena = commit->publish->arena;
    str inside = arena_concat(arena, path, STR("/"));
    size_t from = 0;
    while (from < commit->stale_count &&
           str_cmp(commit->stale[from].entry->path, inside) < 0) {
        from++;
    }
    size_t to = from;
    while (to < commit->stale_count &&
           str_starts(commit->stale[to].entry->path, inside)) {
        if (!remove_stale(commit, &commit->stale[to])) {
            return false;
        }
        to++;
    }
    remove_empty(commit, from, to);
    if (fs_at_kind(commit->publish->root, path) != FS_AT_MISSING) {
        return fail_foreign(commit, path);
    }
    return true;
}

/* The old file stays reachable in the stage: by a second link, or where the
 * file system has none, by its only one. */
static int keep_old(struct publish *publish, struct publish_item *item,
                    str name)
{
    int old;
    str path = item->entry.path;
    int error = open_old(publish, &old);
    if (!error) {
        error = fs_at_link(publish->root, path, old, name);
    }
    if (error == EPERM || error == ENOTSUP || error == EMLINK ||
        error == ENOSYS) {
        error = fs_at_rename(publish->root, path, old, name);
    }
    item->kept = error == 0;
    /* EEXIST: a run that was killed has kept it already. */
    return error == ENOENT || error == EEXIST ? 0 : error;
}

/* Nothing was there when it was compared. If something is now, it came from
 * somebody else meanwhile, or is a folder of stale files. */
static int place_new(struct commit *commit, const struct publish_item *item,
                     str name)
{
    const struct publish *publish = commit->publish;
    int from = publish->workers[item->worker].stage;
    str path = item->entry.path;
    int error = fs_at_rename_new(from, name, publish->root, path);
    if (error == EEXIST && fs_at_kind(publish->root, path) == FS_AT_DIR) {
        if (!clear_for_file(commit, path)) {
            return -1; /* it was said why */
        }
        error = fs_at_rename_new(from, name, publish->root, path);
    }
    if (error == EEXIST && fs_at_same_file(from, name, publish->root, path)) {
        error = 0;
    }
    return error;
}

static bool place(struct commit *commit, struct publish_item *item)
{
    struct publish *publish = commit->publish;
    str path = item->entry.path;
    struct publish_name hash = publish_stage_name(path);
    str name = name_str(&hash);
    int error;
    if (!make_folders(commit, path)) {
        return false;
    }
    if (item->replaces) {
        error = keep_old(publish, item, name);
        if (!error) {
            error = fs_at_rename(publish->workers[item->worker].stage, name,
                                 publish->root, path);
        }
    } else {
        error = place_new(commit, item, name);
    }
    item->placed = error == 0;
    item->disowned = error == EEXIST;
    if (error == EEXIST) {
        return fail_foreign(commit, path);
    }
    return error <= 0 ? error == 0 : fail(commit, path, error);
}

/* --- undoing ---------------------------------------------------------------
 */

/* New bytes go back into the stage: if this run is killed as well, the next
 * one goes forward after all, and needs them. */
static bool unplace(struct commit *commit, const struct publish_item *item)
{
    const struct publish *publish = commit->publish;
    struct publish_name hash = publish_stage_name(item->entry.path);
    str name = name_str(&hash);
    str path = item->entry.path;
    int stage = publish->workers[item->worker].stage;
    if (!item->placed) {
        /* Where there are no links, the old file was moved, not linked. */
        bool gone =
            item->kept && fs_at_kind(publish->root, path) == FS_AT_MISSING;
        return !gone ||
               fs_at_rename(publish->old, name, publish->root, path) == 0;
    }
    if (!item->kept) {
        return fs_at_rename(publish->root, path, stage, name) == 0;
    }
    fs_at_link(publish->root, path, stage, name);
    return fs_at_rename(publish->old, name, publish->root, path) == 0;
}

static bool move_back(struct commit *commit, str path)
{
    struct publish *publish = commit->publish;
    struct publish_name name = publish_stage_name(path);
    return fs_at_rename(publish->old, name_str(&name), publish->root, path) ==
           0;
}

/* In reverse: files, then the folders that were made for them, then what was
 * in the way of those. */
static void roll_back(struct commit *commit)
{
    struct publish *publish = commit->publish;
    bool done = true;
    for (size_t i = commit->n; i > 0; i--) {
        struct publish_item *item = commit->items[i - 1];
        if (item->staged && !unplace(commit, item)) {
            fail(commit, item->entry.path, EIO);
            done = false;
        }
    }
    for (size_t i = commit->made.n; i > 0; i--) {
        fs_at_rmdir(publish->root, commit->made.p[i - 1]);
    }
    for (size_t i = commit->moved.n; i > 0; i--) {
        if (!move_back(commit, commit->moved.p[i - 1])) {
            fail(commit, commit->moved.p[i - 1], EIO);
            done = false;
        }
    }
    if (done) {
        fs_unlink(publish->journal_path);
    } else {
        publish->keep_stage = true; /* the next run goes forward instead */
    }
}

/* --- the whole -------------------------------------------------------------
 */

static int compare_items(const void *a, const void *b)
{
    const struct publish_item *const *left = a;
    const struct publish_item *const *right = b;
    return str_cmp((*left)->entry.path, (*right)->entry.path);
}

/* All workers' items by path, and the manifest they make. False: two of one
 * path. */
static bool gather(struct commit *commit)
{
    struct publish *publish = commit->publish;
    struct arena *arena = publish->arena;
    size_t n = 0;
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        n += publish->workers[i].items.n;
    }
    commit->items = ARENA_ARRAY(arena, struct publish_item *, n);
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        struct publish_worker *worker = &publish->workers[i];
        for (size_t j = 0; j < worker->items.n; j++) {
            commit->items[commit->n++] = &worker->items.p[j];
        }
    }
    if (n) {
        qsort(commit->items, n, sizeof(struct publish_item *), compare_items);
    }
    commit->next.entries = ARENA_ARRAY(arena, struct manifest_entry, n);
    commit->next.n = n;
    for (size_t i = 0; i < n; i++) {
        commit->next.entries[i] = commit->items[i]->entry;
        if (i && compare_items(&commit->items[i - 1], &commit->items[i]) == 0) {
            publish_error(publish, commit->items[i]->entry.path, commit->diags,
                          "output-file", "is written twice");
            return false;
        }
    }
    return true;
}

/* Both lists are in order: one pass over each. */
static void find_all_stale(struct commit *commit)
{
    const struct manifest *old = &commit->publish->manifest;
    const struct manifest *next = &commit->next;
    commit->stale = ARENA_ARRAY(commit->publish->arena, struct stale, old->n);
    size_t j = 0;
    for (size_t i = 0; i < old->n; i++) {
        int order = -1;
        while (j < next->n && (order = str_cmp(next->entries[j].path,
                                               old->entries[i].path)) < 0) {
            j++;
        }
        if (j == next->n || order != 0) {
            commit->stale[commit->stale_count++] =
                (struct stale){&old->entries[i], false};
        }
    }
}

static int write_manifest(struct commit *commit, str path)
{
    struct buf text = {0};
    manifest_print(&commit->next, &text);
    int error = fs_replace(path, buf_str(&text), true);
    buf_free(&text);
    return error;
}

/* Rolling forward, a step that fails is left: what it would have done is
 * made again, or said, by the build that follows. */
static bool take_steps(struct commit *commit)
{
    bool forward = commit->diags == NULL;
    for (size_t i = 0; i < commit->n; i++) {
        struct publish_item *item = commit->items[i];
        if (item->staged && !place(commit, item) && !forward) {
            return false;
        }
    }
    for (size_t i = 0; i < commit->stale_count; i++) {
        if (!remove_stale(commit, &commit->stale[i]) && !forward) {
            return false;
        }
    }
    int error = remove_empty(commit, 0, commit->stale_count);
    return error == 0 || forward || fail(commit, STR(""), error);
}

static size_t count_staged(const struct commit *commit)
{
    size_t staged = 0;
    for (size_t i = 0; i < commit->n; i++) {
        staged += commit->items[i]->staged;
    }
    return staged;
}

/* The renaming of the journal is the moment at which the build is done. */
static bool run(struct commit *commit)
{
    struct publish *publish = commit->publish;
    int error = write_manifest(commit, publish->journal_path);
    if (!error && !take_steps(commit)) {
        roll_back(commit);
        return false;
    }
    if (!error) {
        error = fs_rename(publish->journal_path, publish->manifest_path);
    }
    if (error) {
        struct source place = {.name = publish->manifest_path};
        diag_error(commit->diags, span_of(&place, 0, 0), "output-file", "%s",
                   strerror(error));
        roll_back(commit);
        return false;
    }
    return true;
}

bool publish_commit(struct publish *publish, struct diags *diags,
                    struct publish_counts *counts)
{
    struct commit commit = {.publish = publish, .diags = diags};
    *counts = (struct publish_counts){0};
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        if (publish->workers[i].failed) {
            return false; /* what is missing would count as stale */
        }
    }
    if (!gather(&commit)) {
        return false;
    }
    find_all_stale(&commit);
    size_t staged = count_staged(&commit);
    bool same = staged == 0 && manifest_equal(&commit.next, &publish->manifest);
    if (!same && !run(&commit)) {
        return false;
    }
    counts->written = staged;
    counts->kept = commit.n - staged;
    counts->removed = commit.removed;
    return true;
}

/* --- after a kill ----------------------------------------------------------
 */

/* Marks the items that are still in the stage, and opens its parts. */
static void find_staged(struct commit *commit)
{
    struct publish *publish = commit->publish;
    struct arena *arena = publish->arena;
    struct map names = {0};
    struct fs_list list = {0};
    for (size_t i = 0; i < commit->n; i++) {
        struct publish_name hash =
            publish_stage_name(commit->items[i]->entry.path);
        str name = arena_str(arena, name_str(&hash));
        *map_put(&names, arena, name) = commit->items[i];
    }
    fs_walk(publish->stage_path, arena, &list);
    for (size_t i = 0; i < list.n; i++) {
        str part = path_dir(list.entries[i].name);
        struct publish_item *item =
            map_get(&names, path_base(list.entries[i].name));
        size_t number = 0;
        for (size_t j = 0; j < part.n && is_digit(part.p[j]) && j < 3; j++) {
            number = number * 10 + (size_t)(part.p[j] - '0');
        }
        if (!item || number >= PUBLISH_WORKERS) {
            continue;
        }
        if (str_eq(part, STR("old"))) {
            item->replaces = true;
            continue;
        }
        struct publish_worker *worker = &publish->workers[number];
        if (worker->stage < 0 &&
            publish_open_stage(publish, part, &worker->stage) != 0) {
            worker->stage = -1;
            continue;
        }
        item->staged = true;
        item->worker = (uint8_t)number;
    }
}

/* The next manifest, without what turned out to be somebody else's, with what
 * is ours and could not be removed. */
static void settle_manifest(struct commit *commit)
{
    struct publish *publish = commit->publish;
    struct manifest *next = &commit->next;
    size_t most = commit->n + commit->stale_count;
    next->entries = ARENA_ARRAY(publish->arena, struct manifest_entry, most);
    next->n = 0;
    size_t i = 0;
    size_t j = 0;
    while (i < commit->n || j < commit->stale_count) {
        bool stale =
            j < commit->stale_count &&
            (i == commit->n || str_cmp(commit->stale[j].entry->path,
                                       commit->items[i]->entry.path) < 0);
        const struct manifest_entry *entry =
            stale ? commit->stale[j].entry : &commit->items[i]->entry;
        bool ours = stale ? fs_at_kind(publish->root, entry->path) == FS_AT_FILE
                          : !commit->items[i]->disowned;
        if (ours) {
            next->entries[next->n++] = *entry;
        }
        j += stale;
        i += !stale;
    }
}

/* The journal stays until all is settled, so a kill here only means to go
 * through it once more. */
void publish_roll_forward(struct publish *publish)
{
    struct commit commit = {.publish = publish};
    struct arena *arena = publish->arena;
    str text;
    if (fs_read(publish->journal_path, arena, &text) != 0 ||
        !manifest_parse(text, arena, &commit.next)) {
        fs_unlink(publish->journal_path);
        return;
    }
    commit.n = commit.next.n;
    commit.items = ARENA_ARRAY(arena, struct publish_item *, commit.n);
    for (size_t i = 0; i < commit.n; i++) {
        struct publish_item *item = ARENA_NEW(arena, struct publish_item);
        item->entry = commit.next.entries[i];
        item->replaces = manifest_find(&publish->manifest, item->entry.path);
        commit.items[i] = item;
    }
    find_staged(&commit);
    find_all_stale(&commit);
    take_steps(&commit);
    settle_manifest(&commit);
    if (write_manifest(&commit, publish->manifest_path) == 0) {
        fs_unlink(publish->journal_path);
    }
    publish->manifest = commit.next;
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        if (publish->workers[i].stage >= 0) {
            fs_at_close(publish->workers[i].stage);
            publish->workers[i].stage = -1;
        }
    }
    if (publish->old >= 0) {
        fs_at_close(publish->old);
        publish->old = -1;
    }
}
