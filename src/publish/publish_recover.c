/* SPDX-License-Identifier: MIT */
/* Completes a commit after a kill, from its journal and its stage. The journal
 * stays until everything is done, so after another kill the work just starts
 * again. The two may be forged: units that crumb would not have staged are not
 * put in place. */
#include <stdlib.h>

#include "files/path.h"
#include "files/state_file.h"
#include "publish/publish_steps.h"

/* From names in the stage to the paths of the manifest and their folders. */
static struct map name_units(const struct manifest *manifest,
                             struct arena *arena)
{
    struct map names = {0};
    for (size_t i = 0; i < manifest->n; i++) {
        for (str path = manifest->entries[i].path; path.n;
             path = path_dir(path)) {
            void **slot =
                map_put(&names, arena, publish_stage_name(path, arena));
            if (*slot) {
                break;
            }
            str *kept = ARENA_NEW(arena, str);
            *kept = path;
            *slot = kept;
        }
    }
    return names;
}

static bool holds_links(const struct publish *publish, str folder)
{
    struct fs_list list = {0};
    bool found = fs_walk(folder, publish->arena, &list) != 0;
    for (size_t i = 0; i < list.n; i++) {
        found = found || list.entries[i].link || list.entries[i].error ||
                list.entries[i].stat.kind == FS_OTHER;
    }
    return found;
}

/* A build stages files and folders alone, and none for a place that a link
 * leads to. */
static bool is_ours(const struct publish *publish, str new,
                    const struct fs_entry *unit, str path)
{
    return !unit->link &&
           (unit->stat.kind == FS_FILE ||
            (unit->stat.kind == FS_DIR &&
             !holds_links(publish,
                          path_join(publish->arena, new, unit->name)))) &&
           publish_is_direct(publish, path);
}

/* The files in new/, if that and the stage are folders themselves. */
static struct fs_list list_stage(const struct publish *publish, str new)
{
    struct fs_list list = {0};
    if (fs_kind(publish->stage_path, false) == FS_DIR &&
        fs_kind(new, false) == FS_DIR) {
        fs_list_dir(new, publish->arena, &list);
    }
    return list;
}

/* The file changed places before the kill: the stage has the old one. */
static bool is_placed(const struct publish *publish,
                      const struct manifest *next, str path)
{
    bool same;
    const struct manifest_entry *entry = manifest_find(next, path);
    return entry &&
           publish_is_unchanged(publish, publish->arena, entry, &same) == 0 &&
           same;
}

static void find_units(struct publish_steps *steps, const struct manifest *next)
{
    const struct publish *publish = steps->publish;
    struct arena *arena = publish->arena;
    struct map names = name_units(next, arena);
    str new = path_join(arena, publish->stage_path, STR("new"));
    struct fs_list list = list_stage(publish, new);
    steps->units = ARENA_ARRAY(arena, struct publish_unit, list.n);
    for (size_t i = 0; i < list.n; i++) {
        str name = list.entries[i].name;
        const str *path = map_get(&names, name);
        str old = path_join(arena, STR("old"), name);
        if (path && is_ours(publish, new, &list.entries[i], *path) &&
            !is_placed(publish, next, *path)) {
            bool ours = manifest_find(&publish->manifest, *path) ||
                        fs_kind(path_join(arena, publish->stage_path, old),
                                false) == FS_FILE;
            steps->units[steps->nunits++] = (struct publish_unit){
                .path = *path,
                .replaces = list.entries[i].stat.kind == FS_FILE && ours};
        }
    }
}

static bool is_foreign(const struct publish_steps *steps, str path)
{
    for (size_t i = 0; i < steps->nunits; i++) {
        const struct publish_unit *unit = &steps->units[i];
        if (unit->foreign && path_is_in(path, unit->path)) {
            return true;
        }
    }
    return false;
}

static int compare_entries(const void *a, const void *b)
{
    const struct manifest_entry *left = a;
    const struct manifest_entry *right = b;
    return str_cmp(left->path, right->path);
}

/* The next manifest, without files that turned out to be foreign, and with
 * crumb's files that could not be removed. */
static void settle_manifest(const struct publish_steps *steps,
                            struct manifest *next)
{
    const struct publish *publish = steps->publish;
    struct manifest_entry *entries = ARENA_ARRAY(
        publish->arena, struct manifest_entry, next->n + steps->nstale);
    size_t n = 0;
    for (size_t i = 0; i < next->n; i++) {
        if (!is_foreign(steps, next->entries[i].path)) {
            entries[n++] = next->entries[i];
        }
    }
    for (size_t i = 0; i < steps->nstale; i++) {
        const struct manifest_entry *entry = steps->stale[i].entry;
        if (fs_at_kind(publish->root, entry->path) == FS_FILE) {
            entries[n++] = *entry;
        }
    }
    if (n) {
        qsort(entries, n, sizeof *entries, compare_entries);
    }
    *next = (struct manifest){entries, n};
}

int publish_roll_forward(struct publish *publish)
{
    /* The build that follows reports it. */
    struct diags said = {.arena = publish->arena};
    struct publish_steps steps = {
        .publish = publish, .diags = &said, .forward = true};
    struct manifest next;
    str text;
    int error = state_file_read(publish->journal_path, publish->arena, &text);
    if (error) {
        return error;
    }
    if (!manifest_parse(text, publish->arena, &next)) {
        fs_unlink(publish->journal_path);
        return 0;
    }
    find_units(&steps, &next);
    publish_steps_find_stale(&steps, &next);
    publish_steps_take(&steps);
    settle_manifest(&steps, &next);
    error = publish_write_manifest(publish, publish->manifest_path, &next);
    if (!error) {
        fs_unlink(publish->journal_path);
    }
    publish->manifest = next;
    publish_close_stage(publish);
    return error;
}
