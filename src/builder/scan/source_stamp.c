/* SPDX-License-Identifier: MIT */
#include "builder/scan/source_stamp.h"

#include <errno.h>

#include "base/hash.h"
#include "files/path.h"
#include "files/tree/tree.h"

static uint64_t hash_of(const struct fs_entry *entry)
{
    uint64_t parts[] = {hash64(entry->name),
                        (uint64_t)entry->stat.kind,
                        entry->stat.size,
                        entry->stat.inode,
                        (uint64_t)entry->stat.modified,
                        (uint64_t)entry->stat.changed};
    return hash64_of(parts, sizeof parts / sizeof *parts);
}

bool source_stamp_is_text(const struct fs_entry *entry)
{
    return entry->stat.kind == FS_FILE &&
           str_eq(path_ext(entry->name), STR(".md"));
}

static int64_t later(int64_t time, const struct fs_entry *entry)
{
    time = entry->stat.modified > time ? entry->stat.modified : time;
    return entry->stat.changed > time ? entry->stat.changed : time;
}

/* One entry after the other: the order is that of the names. */
static void add_entry(struct source_stamp *stamp, const struct fs_entry *entry,
                      bool text)
{
    uint64_t hash = hash_of(entry);
    stamp->hash = hash64_mix(stamp->hash, hash);
    stamp->youngest = later(stamp->youngest, entry);
    stamp->hash_but_texts =
        hash64_mix(stamp->hash_but_texts, text ? hash64(entry->name) : hash);
    if (!text) {
        stamp->youngest_but_texts = later(stamp->youngest_but_texts, entry);
    }
    stamp->whole = stamp->whole && !entry->link && !entry->error;
}

static int add_folder(struct source_stamp *stamp, str folder,
                      struct arena *arena, struct fs_list *list)
{
    *list = (struct fs_list){0};
    int error = fs_walk(folder, arena, list);
    bool content = list == &stamp->content;
    uint64_t start = hash64(folder) + (uint64_t)error;
    /* Files that were away for a moment come back with their old times; their
     * folder has a new one. Saving a text may change that of its folder. */
    uint64_t dirs = list->dirs_hash;
    stamp->hash = hash64_mix(stamp->hash, start + dirs);
    stamp->hash_but_texts =
        hash64_mix(stamp->hash_but_texts, start + (content ? 0 : dirs));
    stamp->whole = stamp->whole && (!error || error == ENOENT);
    for (size_t i = 0; i < list->n; i++) {
        const struct fs_entry *entry = &list->entries[i];
        add_entry(stamp, entry, content && source_stamp_is_text(entry));
    }
    return error;
}

void source_stamp_take(struct source_stamp *stamp, struct arena *arena)
{
    struct fs_list list;
    *stamp = (struct source_stamp){.whole = true};
    stamp->error = add_folder(stamp, tree_folders[0], arena, &stamp->content);
    for (size_t i = 1; i < TREE_SOURCES; i++) {
        add_folder(stamp, tree_folders[i], arena, &list);
    }
}
