/* SPDX-License-Identifier: MIT */
#include "site/content/content_change.h"

#include "base/memory/vec.h"
#include "files/path.h"

static void put(struct map *map, struct arena *arena, str path,
                const struct content_change *change)
{
    if (path.n) {
        *map_put(map, arena, path) = (void *)(uintptr_t)change;
    }
}

struct content_changes content_changes_of(const struct content_change *list,
                                          size_t n, struct arena *arena)
{
    struct content_changes changes = {.p = list, .n = n};
    map_reserve(&changes.by_from, arena, n);
    map_reserve(&changes.by_to, arena, n);
    for (size_t i = 0; i < n; i++) {
        put(&changes.by_from, arena, list[i].from, &list[i]);
        put(&changes.by_to, arena, list[i].to, &list[i]);
    }
    return changes;
}

const struct content_change *
content_changes_from(const struct content_changes *changes, str path)
{
    return map_get(&changes->by_from, path);
}

const struct content_change *
content_changes_to(const struct content_changes *changes, str path)
{
    return map_get(&changes->by_to, path);
}

void content_changes_list(const struct content_changes *changes,
                          struct fs_list *list, struct arena *arena)
{
    VEC(struct fs_entry) after = {0};
    if (!changes->n) {
        return;
    }
    VEC_RESERVE(&after, arena, list->n + changes->n);
    for (size_t i = 0; i < list->n; i++) {
        const struct content_change *change =
            content_changes_from(changes, list->entries[i].name);
        struct fs_entry *entry = VEC_PUSH(&after, arena);
        *entry = list->entries[i];
        entry->name = change ? change->to : entry->name;
    }
    for (size_t i = 0; i < changes->n; i++) {
        if (!changes->p[i].from.n) {
            *VEC_PUSH(&after, arena) =
                (struct fs_entry){.name = changes->p[i].to,
                                  .stat.kind = FS_FILE,
                                  .stat.size = changes->p[i].text.n};
        }
    }
    list->entries = after.p;
    list->n = after.n;
    fs_list_sort(list);
}

bool content_changes_text(const struct content_changes *changes, str path,
                          struct arena *arena, str *text)
{
    const struct content_change *change = content_changes_to(changes, path);
    if (!change) {
        return false;
    }
    *text = change->text;
    return text->p || fs_read(path_join(arena, STR("content"), change->from),
                              arena, text) == 0;
}
