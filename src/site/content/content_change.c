/* SPDX-License-Identifier: MIT */
#include "site/content/content_change.h"

#include <stdlib.h>

#include "base/memory/vec.h"
#include "files/path.h"

static const struct content_change *
change_of(const struct content_changes *changes, str from)
{
    for (size_t i = 0; i < changes->n; i++) {
        if (str_eq(changes->p[i].from, from)) {
            return &changes->p[i];
        }
    }
    return NULL;
}

static int compare_entries(const void *a, const void *b)
{
    const struct fs_entry *left = a;
    const struct fs_entry *right = b;
    return str_cmp(left->name, right->name);
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
            change_of(changes, list->entries[i].name);
        struct fs_entry *entry = VEC_PUSH(&after, arena);
        *entry = list->entries[i];
        entry->name = change ? change->to : entry->name;
    }
    for (size_t i = 0; i < changes->n; i++) {
        if (!changes->p[i].from.n) {
            *VEC_PUSH(&after, arena) =
                (struct fs_entry){.name = changes->p[i].to,
                                  .kind = FS_FILE,
                                  .size = changes->p[i].text.n};
        }
    }
    if (after.n) {
        qsort(after.p, after.n, sizeof *after.p, compare_entries);
    }
    *list = (struct fs_list){after.p, after.n};
}

bool content_changes_text(const struct content_changes *changes, str path,
                          struct arena *arena, str *text)
{
    for (size_t i = 0; i < changes->n; i++) {
        const struct content_change *change = &changes->p[i];
        if (!str_eq(change->to, path)) {
            continue;
        }
        *text = change->text;
        return text->p ||
               fs_read(path_join(arena, STR("content"), change->from), arena,
                       text) == 0;
    }
    return false;
}
