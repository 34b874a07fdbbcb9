/* SPDX-License-Identifier: MIT */
#include "serve/watch/watch_walk.h"

#include "files/path.h"
#include "files/tree/ignored_names.h"

static void compare_lists(str root, const struct fs_list *then,
                          const struct fs_list *now, struct changes *changes,
                          struct arena *arena)
{
    size_t i = 0;
    size_t j = 0;
    while (i < then->n || j < now->n) {
        int order = i == then->n ? 1
                    : j == now->n
                        ? -1
                        : str_cmp(then->entries[i].name, now->entries[j].name);
        struct fs_stat left = {0};
        struct fs_stat right = {0};
        str name = order <= 0 ? then->entries[i].name : now->entries[j].name;
        if (order <= 0) {
            left = fs_stat_of_entry(&then->entries[i++]);
        }
        if (order >= 0) {
            right = fs_stat_of_entry(&now->entries[j++]);
        }
        if (!fs_stat_same(&left, &right) && !name_is_ignored(path_base(name))) {
            enum change_kind kind = order < 0   ? CHANGE_GONE
                                    : order > 0 ? CHANGE_NEW
                                                : CHANGE_WRITTEN;
            changes_add(changes, root, name, kind, arena);
        }
    }
}

void watch_walk(struct watch_walk *walk, struct changes *changes,
                struct arena *arena)
{
    struct arena *keep = &walk->arenas[walk->walks % 2];
    struct fs_stat settings = {0};
    for (size_t i = 0; i < CHANGES_ROOTS; i++) {
        struct fs_list now = {0};
        fs_walk(changes_roots[i], keep, &now);
        if (changes) {
            compare_lists(changes_roots[i], &walk->seen[i], &now, changes,
                          arena);
        }
        walk->seen[i] = now;
    }
    fs_stat(STR("site.yaml"), &settings);
    if (changes && !fs_stat_same(&settings, &walk->settings)) {
        changes_add(changes, STR(""), STR("site.yaml"), CHANGE_WRITTEN, arena);
    }
    walk->settings = settings;
    walk->walks++;
    arena_clear(&walk->arenas[walk->walks % 2]);
}

void watch_walk_free(struct watch_walk *walk)
{
    arena_free(&walk->arenas[0]);
    arena_free(&walk->arenas[1]);
}
