/* SPDX-License-Identifier: MIT */
#include "builder/source_stamp.h"

#include <errno.h>

#include "base/hash.h"

/* One entry after the other: the order is that of the names. */
static void add_entry(struct watch *watch, const struct fs_entry *entry)
{
    uint64_t parts[] = {watch->hash,
                        hash64(entry->name),
                        (uint64_t)entry->kind,
                        entry->size,
                        entry->inode,
                        (uint64_t)entry->modified,
                        (uint64_t)entry->changed};
    watch->hash = hash64_of(parts, sizeof parts / sizeof *parts);
    watch->whole = watch->whole && !entry->link && !entry->error;
    int64_t time =
        entry->modified > entry->changed ? entry->modified : entry->changed;
    watch->youngest = time > watch->youngest ? time : watch->youngest;
}

static int look(struct watch *watch, str folder, struct arena *arena,
                struct fs_list *list)
{
    *list = (struct fs_list){0};
    int error = fs_walk(folder, arena, list);
    watch->hash = hash64(folder) ^ (watch->hash * 31 + (uint64_t)error);
    watch->whole = watch->whole && (!error || error == ENOENT);
    for (size_t i = 0; i < list->n; i++) {
        add_entry(watch, &list->entries[i]);
    }
    return error;
}

void watch_look(struct watch *watch, struct arena *arena)
{
    struct fs_list list;
    *watch = (struct watch){.whole = true};
    watch->error = look(watch, STR("content"), arena, &watch->content);
    look(watch, STR("static"), arena, &list);
    look(watch, STR("data"), arena, &list);
    look(watch, STR("languages"), arena, &list);
    look(watch, STR("templates"), arena, &list);
}
