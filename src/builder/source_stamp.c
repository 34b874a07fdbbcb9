/* SPDX-License-Identifier: MIT */
#include "builder/source_stamp.h"

#include <errno.h>

#include "base/hash.h"

/* One entry after the other: the order is that of the names. */
static void add_entry(struct source_stamp *stamp, const struct fs_entry *entry)
{
    uint64_t parts[] = {stamp->hash,
                        hash64(entry->name),
                        (uint64_t)entry->kind,
                        entry->size,
                        entry->inode,
                        (uint64_t)entry->modified,
                        (uint64_t)entry->changed};
    stamp->hash = hash64_of(parts, sizeof parts / sizeof *parts);
    stamp->whole = stamp->whole && !entry->link && !entry->error;
    int64_t time =
        entry->modified > entry->changed ? entry->modified : entry->changed;
    stamp->youngest = time > stamp->youngest ? time : stamp->youngest;
}

static int add_folder(struct source_stamp *stamp, str folder,
                      struct arena *arena, struct fs_list *list)
{
    *list = (struct fs_list){0};
    int error = fs_walk(folder, arena, list);
    stamp->hash = hash64(folder) ^ (stamp->hash * 31 + (uint64_t)error);
    stamp->whole = stamp->whole && (!error || error == ENOENT);
    for (size_t i = 0; i < list->n; i++) {
        add_entry(stamp, &list->entries[i]);
    }
    return error;
}

void source_stamp_take(struct source_stamp *stamp, struct arena *arena)
{
    struct fs_list list;
    *stamp = (struct source_stamp){.whole = true};
    stamp->error = add_folder(stamp, STR("content"), arena, &stamp->content);
    add_folder(stamp, STR("static"), arena, &list);
    add_folder(stamp, STR("data"), arena, &list);
    add_folder(stamp, STR("languages"), arena, &list);
    add_folder(stamp, STR("templates"), arena, &list);
}
