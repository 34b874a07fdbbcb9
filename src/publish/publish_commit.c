/* SPDX-License-Identifier: MIT */
/* The commit, in this order:
 *
 *     sync        all that is staged is on the disk
 *     journal     the next manifest, beside the present one, synced
 *     place       each unit is renamed into place; a file that it replaces
 *                 changes places with it, or is first linked into the stage
 *     remove      stale files are moved into the stage, emptied folders go
 *     manifest    the journal is renamed over it: now it is done
 *
 * An error before that undoes the steps, last first: every old file is still
 * in the stage. A kill leaves the journal, and the next run goes forward.
 *
 * After a power cut: before the journal nothing of the output has
 * changed. From then on each file that may appear in the output is
 * whole on the disk and known to be ours, from the journal or the manifest,
 * and a step that was lost, or the manifest's renaming, is taken again from
 * the journal. If the journal's renaming comes to the disk before a file's,
 * the next build finds that file missing, old, or with another stat than it
 * remembers, and puts it right. So one wait for the disk is enough. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory/buf.h"
#include "base/pool.h"
#include "files/replace.h"
#include "publish/publish.h"
#include "publish/publish_steps.h"

static int compare_items(const void *a, const void *b)
{
    const struct publish_item *const *left = a;
    const struct publish_item *const *right = b;
    return str_cmp((*left)->entry.path, (*right)->entry.path);
}

/* The files of a commit. The kept ones are in the order of paths: by their
 * places in the old manifest. */
struct gathered {
    struct publish_item **kept; /* NULL where none is */
    struct publish_item **others;
    size_t nothers;
};

static size_t gather(const struct publish *publish, struct gathered *out)
{
    size_t n = 0;
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        n += publish->workers[i].items.n;
    }
    out->kept =
        arena_zalloc(publish->arena, publish->manifest.n, sizeof *out->kept);
    out->others = ARENA_ARRAY(publish->arena, struct publish_item *, n);
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        const struct publish_worker *worker = &publish->workers[i];
        for (size_t j = 0; j < worker->items.n; j++) {
            struct publish_item *item = worker->items.p[j];
            if (item->known && !out->kept[item->known - 1]) {
                out->kept[item->known - 1] = item;
            } else {
                out->others[out->nothers++] = item;
            }
        }
    }
    return n;
}

/* By path. */
static void put_in_order(const struct publish *publish,
                         const struct gathered *all,
                         struct publish_item **items)
{
    size_t at = 0;
    size_t next = 0;
    for (size_t i = 0; i < publish->manifest.n; i++) {
        struct publish_item *item = all->kept[i];
        while (item && next < all->nothers &&
               compare_items(&all->others[next], &item) < 0) {
            items[at++] = all->others[next++];
        }
        if (item) {
            items[at++] = item;
        }
    }
    while (next < all->nothers) {
        items[at++] = all->others[next++];
    }
}

bool publish_gather(struct publish *publish, struct diags *diags,
                    struct manifest *next)
{
    struct gathered all = {.nothers = 0};
    size_t n = gather(publish, &all);
    struct publish_item **items =
        ARENA_ARRAY(publish->arena, struct publish_item *, n);
    if (all.nothers) {
        qsort(all.others, all.nothers, sizeof *all.others, compare_items);
    }
    put_in_order(publish, &all, items);
    for (size_t i = 1; i < n; i++) {
        if (compare_items(&items[i - 1], &items[i]) == 0) {
            publish_error(publish, items[i]->entry.path, diags, "output-file",
                          "is written twice");
            return false;
        }
    }
    publish->items = items;
    publish->nitems = n;
    next->n = n;
    next->entries = ARENA_ARRAY(publish->arena, struct manifest_entry, n);
    for (size_t i = 0; i < n; i++) {
        next->entries[i] = items[i]->entry;
    }
    return true;
}

/* In the order of paths the files of a unit follow each other. Returns the
 * number of files that are staged. */
static size_t find_units(struct publish_steps *steps)
{
    const struct publish *publish = steps->publish;
    str last = {NULL, 0};
    size_t staged = 0;
    steps->units =
        ARENA_ARRAY(publish->arena, struct publish_unit, publish->nitems);
    for (size_t i = 0; i < publish->nitems; i++) {
        const struct publish_item *item = publish->items[i];
        str path = str_sub(item->entry.path, 0, item->unit);
        staged += item->unit != 0;
        if (item->unit && !str_eq(path, last)) {
            steps->units[steps->nunits++] =
                (struct publish_unit){.path = path, .replaces = item->replaces};
            last = path;
        }
    }
    return staged;
}

/* Waiting for a few files is quick. For many it is far quicker to wait once
 * for the whole file system, though that holds other programs' files too. */
static int sync_staged(struct publish *publish, size_t staged)
{
    enum { FEW = 16 };
    if (staged == 0) {
        return 0;
    }
    if (staged > FEW) {
        return fs_at_sync_all(publish->stage_root);
    }
    int error = publish_open_stage(publish, STR("new"), &publish->fresh);
    for (size_t i = 0; i < publish->nitems && !error; i++) {
        const struct publish_item *item = publish->items[i];
        if (item->unit) {
            error = fs_at_sync(publish->fresh,
                               publish_staged_path(item->entry.path, item->unit,
                                                   publish->arena));
        }
    }
    return error;
}

int publish_write_manifest(const struct publish *publish, str path,
                           const struct manifest *manifest)
{
    struct buf text = {0};
    manifest_print(manifest, &text);
    int error = replace_file(path, buf_str(&text), publish->sync);
    buf_free(&text);
    return error;
}

static void roll_back(struct publish_steps *steps)
{
    struct publish *publish = steps->publish;
    if (publish_steps_undo(steps)) {
        fs_unlink(publish->journal_path);
    } else {
        publish->keep_stage = true; /* the next run goes forward instead */
    }
}

static bool fail_commit(const struct publish *publish, struct diags *diags,
                        int error)
{
    struct source place = {.name = publish->manifest_path};
    publish_hint(diag_error(diags, span_of(&place, 0, 0), "output-file", "%s",
                            strerror(error)),
                 publish->state, error, 0);
    return false;
}

/* The renaming of the journal is the moment at which the build is done. */
static bool take_steps(struct publish_steps *steps, const struct manifest *next,
                       size_t staged)
{
    struct publish *publish = steps->publish;
    int error = publish->sync ? sync_staged(publish, staged) : 0;
    if (!error) {
        error = publish_write_manifest(publish, publish->journal_path, next);
    }
    if (error) {
        fs_unlink(publish->journal_path);
        return fail_commit(publish, steps->diags, error);
    }
    publish->placed = publish_clock(publish);
    if (!publish_steps_take(steps)) {
        roll_back(steps);
        return false;
    }
    error = fs_rename(publish->journal_path, publish->manifest_path);
    if (error) {
        roll_back(steps);
        return fail_commit(publish, steps->diags, error);
    }
    return true;
}

bool publish_commit(struct publish *publish, struct diags *diags,
                    struct publish_counts *counts)
{
    struct publish_steps steps = {.publish = publish, .diags = diags};
    struct manifest next;
    *counts = (struct publish_counts){0};
    if (!publish_check(publish, diags) ||
        !publish_gather(publish, diags, &next)) {
        return false;
    }
    publish_steps_find_stale(&steps, &next);
    size_t staged = find_units(&steps);
    bool same = staged == 0 && manifest_equal(&next, &publish->manifest);
    if (!same && !take_steps(&steps, &next, staged)) {
        return false;
    }
    publish_sweep(publish);
    publish->manifest = next;
    counts->written = staged;
    counts->kept = publish->nitems - counts->written;
    counts->removed = steps.removed;
    return true;
}

const struct manifest *publish_manifest(const struct publish *publish)
{
    return &publish->manifest;
}

uint64_t publish_stamp(const struct publish *publish)
{
    return manifest_hash(&publish->manifest);
}

/* --- the published files --- */

struct stat_listing {
    const struct publish *publish;
    int64_t clock;
};

/* Renaming a file changes its ctime, renaming the folder that it is in does
 * not: so only files that were renamed by themselves are looked at again, and
 * taken if they are those that were staged. */
static void list_one(void *context, size_t worker, size_t i)
{
    (void)worker;
    const struct stat_listing *listing = context;
    const struct publish *publish = listing->publish;
    struct publish_item *item = publish->items[i];
    if (item->unit && item->unit < item->entry.path.n) {
        item->stat = publish_sure(item->stat, publish->placed);
    } else if (item->unit) {
        struct fs_stat now;
        bool same = fs_at_stat(publish->root, item->entry.path, &now) == 0 &&
                    now.kind == FS_FILE && now.inode == item->stat.inode &&
                    now.size == item->stat.size &&
                    now.modified == item->stat.modified;
        item->stat = publish_sure(same ? now : (struct fs_stat){0},
                                  same ? listing->clock : 0);
    }
}

size_t publish_list(struct publish *publish)
{
    struct stat_listing listing = {publish, publish_clock(publish)};
    pool_run(publish->jobs, publish->nitems, list_one, &listing);
    return publish->nitems;
}

struct published publish_listed(const struct publish *publish, size_t place)
{
    const struct publish_item *item = publish->items[place];
    return (struct published){item->entry.path, item->entry.hash, item->stat};
}

size_t publish_place(const struct publish *publish, str path, size_t guess)
{
    const struct manifest *manifest = &publish->manifest;
    const struct manifest_entry *entry =
        manifest_find_near(manifest, path, guess);
    return entry ? (size_t)(entry - manifest->entries) : SIZE_MAX;
}

/* --- nothing to do --- */

struct intact {
    const struct publish *publish;
    const char *stats;
    atomic_bool differs;
};

/* A stat that said nothing for certain is made up for by the file's bytes. */
static bool is_intact(const struct publish *publish,
                      const struct manifest_entry *entry,
                      const struct fs_stat *then)
{
    struct fs_stat now;
    if (then->kind == FS_FILE) {
        return fs_at_stat(publish->root, entry->path, &now) == 0 &&
               fs_stat_same(&now, then);
    }
    struct arena work = {0};
    bool same;
    int error = publish_is_unchanged(publish, &work, entry, &same);
    arena_free(&work);
    return !error && same;
}

static void compare_stat(void *context, size_t worker, size_t i)
{
    struct intact *intact = context;
    const struct publish *publish = intact->publish;
    struct fs_stat then;
    (void)worker;
    memcpy(&then, intact->stats + i * sizeof then, sizeof then);
    if (!atomic_load_explicit(&intact->differs, memory_order_relaxed) &&
        !is_intact(publish, &publish->manifest.entries[i], &then)) {
        atomic_store(&intact->differs, true);
    }
}

bool publish_is_intact(const struct publish *publish, const char *stats,
                       size_t n)
{
    struct intact intact = {publish, stats, false};
    if (n != publish->manifest.n) {
        return false;
    }
    pool_run(publish->jobs, n, compare_stat, &intact);
    return !intact.differs;
}
