/* SPDX-License-Identifier: MIT */
#include "builder/scan/content_walk.h"

#include <string.h>

#include "files/path.h"

/* In a folder that the walk came to, which its neighbour tells. */
static bool insert_entry(struct fs_list *list, size_t at, str path,
                         struct arena *arena)
{
    str dir = path_dir(path);
    bool known =
        (at > 0 && str_eq(path_dir(list->entries[at - 1].name), dir)) ||
        (at < list->n && str_eq(path_dir(list->entries[at].name), dir));
    if (known) {
        memmove(&list->entries[at + 1], &list->entries[at],
                (list->n - at) * sizeof *list->entries);
        list->entries[at] = (struct fs_entry){.name = arena_str(arena, path)};
        list->n++;
    }
    return known;
}

void content_walk_note(struct fs_list *list, str path,
                       const struct fs_stat *stat)
{
    size_t at = fs_list_find(list, path);
    if (at < list->n && str_eq(list->entries[at].name, path)) {
        list->entries[at].stat = *stat;
    }
}

/* One named file. False: it takes a walk to know. */
static bool look_at(struct fs_list *list, str file, str path,
                    struct arena *arena)
{
    struct fs_stat stat;
    size_t at = fs_list_find(list, path);
    bool there = at < list->n && str_eq(list->entries[at].name, path);
    enum fs_kind kind = fs_kind(file, false);
    const struct fs_entry *entry = there ? &list->entries[at] : NULL;
    if (there && (entry->link || entry->error || entry->stat.kind != FS_FILE)) {
        return false;
    }
    if (kind == FS_MISSING) {
        if (there) {
            list->n--;
            memmove(&list->entries[at], &list->entries[at + 1],
                    (list->n - at) * sizeof *list->entries);
        }
        return there;
    }
    if (kind != FS_FILE || fs_stat(file, &stat) != 0 || stat.kind != FS_FILE ||
        (!there && !insert_entry(list, at, path, arena))) {
        return false;
    }
    list->entries[at].stat = stat;
    return true;
}

bool content_walk_again(const struct fs_list *last, const str *files, size_t n,
                        struct arena *arena, struct fs_list *out)
{
    str content = STR("content/");
    out->n = last->n;
    out->inode = last->inode;
    out->entries = ARENA_ARRAY(arena, struct fs_entry, last->n + n);
    for (size_t i = 0; i < last->n; i++) {
        out->entries[i] = last->entries[i];
        out->entries[i].name = arena_str(arena, last->entries[i].name);
    }
    for (size_t i = 0; i < n; i++) {
        if (str_starts(files[i], content) &&
            !look_at(out, files[i], str_from_offset(files[i], content.n),
                     arena)) {
            return false;
        }
    }
    return true;
}
