/* SPDX-License-Identifier: MIT */
#include "publish/publish_steps.h"

#include <errno.h>
#include <string.h>

#include "files/path.h"

/* --- telling --- */

static bool fail_step(struct publish_steps *steps, str path, int error)
{
    publish_error_system(steps->publish, path, steps->diags, error);
    /* A link has taken the place of a folder: the next attempt names it. */
    steps->diags->moving = steps->diags->moving || error == ENOTDIR;
    return false;
}

static bool fail_foreign(struct publish_steps *steps, str path)
{
    if (fs_at_kind(steps->publish->root, path) == FS_LINK) {
        publish_error_link(steps->publish, path, steps->diags);
    } else {
        publish_error_foreign(steps->publish, path, steps->diags);
    }
    return false;
}

/* --- stale files --- */

/* Both lists are in order: one pass over each. */
void publish_steps_find_stale(struct publish_steps *steps,
                              const struct manifest *next)
{
    const struct manifest *old = &steps->publish->manifest;
    steps->next = next;
    steps->stale =
        ARENA_ARRAY(steps->publish->arena, struct publish_stale, old->n);
    size_t j = 0;
    for (size_t i = 0; i < old->n; i++) {
        int order = -1;
        while (j < next->n && (order = str_cmp(next->entries[j].path,
                                               old->entries[i].path)) < 0) {
            j++;
        }
        if (j == next->n || order != 0) {
            steps->stale[steps->nstale++] =
                (struct publish_stale){&old->entries[i], false};
        }
    }
}

/* Out of the way, but not lost yet. */
static int move_to_old(struct publish_steps *steps, str path)
{
    struct publish *publish = steps->publish;
    str name = publish_stage_name(path, publish->arena);
    int error = publish_open_stage(publish, STR("old"), &publish->old);
    if (!error) {
        error = fs_at_rename(publish->root, path, publish->old, name);
    }
    if (!error) {
        *VEC_PUSH(&steps->moved, publish->arena) = path;
    }
    return error;
}

static bool remove_stale(struct publish_steps *steps,
                         struct publish_stale *stale)
{
    const struct publish *publish = steps->publish;
    str path = stale->entry->path;
    bool may;
    if (stale->moved || fs_at_kind(publish->root, path) == FS_DIR) {
        return true; /* a folder is not of our making */
    }
    if (publish_find_case(publish, publish->arena, steps->next, path)) {
        return true; /* its name has another case now */
    }
    if (!publish_may_remove(publish, stale->entry, steps->diags, &may)) {
        return false;
    }
    int error = may ? move_to_old(steps, path) : 0;
    stale->moved = may && !error;
    steps->removed += stale->moved;
    return !error || fail_step(steps, path, error);
}

/* Moved as well, not removed: a disk that is full might not let us make it
 * again. */
static int move_empty(void *context, str dir)
{
    struct publish_steps *steps = context;
    int root = steps->publish->root;
    if (steps->clears.n && !path_is_in(dir, steps->clears)) {
        return ENOTEMPTY; /* something is about to be placed in it */
    }
    if (fs_at_kind(root, dir) == FS_MISSING) {
        return ENOENT;
    }
    return fs_at_is_empty_dir(root, dir) ? move_to_old(steps, dir) : ENOTEMPTY;
}

/* stale[from..to) and the folders that this empties. */
static bool remove_range(struct publish_steps *steps, size_t from, size_t to)
{
    str *paths = ARENA_ARRAY(steps->publish->arena, str, to - from);
    for (size_t i = from; i < to; i++) {
        paths[i - from] = steps->stale[i].entry->path;
        if (!remove_stale(steps, &steps->stale[i]) && !steps->forward) {
            return false;
        }
    }
    int error = publish_empty_folders(steps->publish, paths, to - from,
                                      move_empty, steps);
    return error == 0 || steps->forward ||
           fail_step(steps, path_dir(paths[0]), error);
}

/* --- placing --- */

/* Stale files in the place of a unit may go: a file where a folder comes, or a
 * folder with nothing else in it. */
static bool clear(struct publish_steps *steps, str path)
{
    size_t from = 0;
    while (from < steps->nstale &&
           !path_is_in(steps->stale[from].entry->path, path)) {
        from++;
    }
    size_t to = from;
    while (to < steps->nstale &&
           str_starts(steps->stale[to].entry->path, path)) {
        to++;
    }
    steps->clears = path;
    bool cleared = from == to || remove_range(steps, from, to);
    steps->clears = (str){NULL, 0};
    return cleared;
}

/* Where files can't change places the old file stays reachable in the stage by
 * a second link, or where the file system has none, by its only one. */
static int keep_old(struct publish *publish, struct publish_unit *unit,
                    str name)
{
    int error = publish_open_stage(publish, STR("old"), &publish->old);
    if (!error) {
        error = fs_at_link(publish->root, unit->path, publish->old, name);
    }
    if (error == EPERM || error == ENOTSUP || error == EMLINK ||
        error == ENOSYS) {
        error = fs_at_rename(publish->root, unit->path, publish->old, name);
    }
    unit->kept = error == 0;
    /* EEXIST: a run that was killed has kept it already. */
    return error == ENOENT || error == EEXIST ? 0 : error;
}

/* There was no file at this path when the build compared it. If there is one
 * now, another program has written it since, or it is stale. */
static int place_new(struct publish_steps *steps,
                     const struct publish_unit *unit, str name)
{
    const struct publish *publish = steps->publish;
    int error =
        fs_at_rename_new(publish->fresh, name, publish->root, unit->path);
    if (error != EEXIST) {
        return error;
    }
    if (fs_at_same_file(publish->fresh, name, publish->root, unit->path)) {
        return 0; /* killed between the two halves of a rename by links */
    }
    if (!clear(steps, unit->path)) {
        return -1; /* it was said why */
    }
    return fs_at_rename_new(publish->fresh, name, publish->root, unit->path);
}

static int replace_old(struct publish *publish, struct publish_unit *unit,
                       str name)
{
    int error = fs_at_exchange(publish->fresh, name, publish->root, unit->path);
    unit->swapped = error == 0;
    if (error != ENOTSUP && error != ENOENT) {
        return error;
    }
    error = keep_old(publish, unit, name);
    return error
               ? error
               : fs_at_rename(publish->fresh, name, publish->root, unit->path);
}

static bool place_unit(struct publish_steps *steps, struct publish_unit *unit)
{
    struct publish *publish = steps->publish;
    str name = publish_stage_name(unit->path, publish->arena);
    int error = unit->replaces ? replace_old(publish, unit, name)
                               : place_new(steps, unit, name);
    unit->placed = error == 0;
    unit->foreign = error == EEXIST;
    if (error == EEXIST) {
        return fail_foreign(steps, unit->path);
    }
    return error <= 0 ? error == 0 : fail_step(steps, unit->path, error);
}

bool publish_steps_take(struct publish_steps *steps)
{
    struct publish *publish = steps->publish;
    int error = steps->nunits
                    ? publish_open_stage(publish, STR("new"), &publish->fresh)
                    : 0;
    if (error) {
        return fail_step(steps, STR(""), error);
    }
    for (size_t i = 0; i < steps->nunits; i++) {
        if (!place_unit(steps, &steps->units[i]) && !steps->forward) {
            return false;
        }
    }
    return steps->nstale == 0 || remove_range(steps, 0, steps->nstale);
}

/* --- undoing --- */

/* The new file goes back into the stage: if this run is killed as well, the
 * next one goes forward after all, and needs it. */
static bool unplace(struct publish_steps *steps,
                    const struct publish_unit *unit)
{
    const struct publish *publish = steps->publish;
    str name = publish_stage_name(unit->path, publish->arena);
    str path = unit->path;
    if (!unit->placed) {
        /* Where there are no links, the old file was moved, not linked. */
        bool gone = unit->kept && fs_at_kind(publish->root, path) == FS_MISSING;
        return !gone ||
               fs_at_rename(publish->old, name, publish->root, path) == 0;
    }
    if (unit->swapped) {
        return fs_at_exchange(publish->fresh, name, publish->root, path) == 0;
    }
    if (!unit->kept) {
        return fs_at_rename(publish->root, path, publish->fresh, name) == 0;
    }
    fs_at_link(publish->root, path, publish->fresh, name);
    return fs_at_rename(publish->old, name, publish->root, path) == 0;
}

/* In reverse: units, then what was in their way or stale. */
bool publish_steps_undo(struct publish_steps *steps)
{
    const struct publish *publish = steps->publish;
    bool done = true;
    for (size_t i = steps->nunits; i > 0; i--) {
        const struct publish_unit *unit = &steps->units[i - 1];
        if (!unplace(steps, unit)) {
            done = fail_step(steps, unit->path, EIO);
        }
    }
    for (size_t i = steps->moved.n; i > 0; i--) {
        str path = steps->moved.p[i - 1];
        str name = publish_stage_name(path, publish->arena);
        if (fs_at_rename(publish->old, name, publish->root, path) != 0) {
            done = fail_step(steps, path, EIO);
        }
    }
    return done;
}
