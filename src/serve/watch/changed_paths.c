/* SPDX-License-Identifier: MIT */
#include "serve/watch/changed_paths.h"

#include <sys/stat.h>

#include "files/path.h"
#include "files/tree/ignored_names.h"
#include "files/tree/tree.h"

bool changes_are_wanted(str dir, str name)
{
    if (!dir.n) {
        return str_is_one_of(name, tree_folders, TREE_SOURCES) ||
               str_eq(name, STR("site.yaml"));
    }
    return !path_is_ignored(name);
}

static struct change *find_change(const struct changes *changes, str path)
{
    for (size_t i = 0; i < changes->list.n; i++) {
        if (str_eq(changes->list.p[i].path, path)) {
            return &changes->list.p[i];
        }
    }
    return NULL;
}

bool changes_have(const struct changes *changes, str path)
{
    return changes->whole || find_change(changes, path);
}

void changes_add(struct changes *changes, str dir, str name,
                 enum change_kind kind, struct arena *arena)
{
    str path = dir.n ? path_join(arena, dir, name) : arena_str(arena, name);
    struct change *change = find_change(changes, path);
    bool is_new =
        change && (change->kind == CHANGE_BEGUN || change->kind == CHANGE_NEW);
    if (!change && changes->list.n == CHANGES_MOST) {
        changes->whole = true;
    } else if (!change) {
        *VEC_PUSH(&changes->list, arena) = (struct change){path, kind};
    } else if (kind == CHANGE_GONE && is_new) {
        *change = changes->list.p[--changes->list.n];
    } else if (kind == CHANGE_WRITTEN && is_new) {
        change->kind = CHANGE_NEW;
    } else if (kind != CHANGE_BEGUN) {
        change->kind = kind;
    } else if (change->kind == CHANGE_GONE) {
        change->kind = CHANGE_AGAIN;
    }
}

/* Milliseconds in which an editor is done with its steps, and in which it
 * creates a file that it has removed. */
enum { STEPS = 8, BACK = 2 };

static unsigned wait_for(const struct change *change)
{
    struct stat stat;
    if (change->kind == CHANGE_GONE) {
        return BACK;
    }
    bool closed = change->kind == CHANGE_WRITTEN ||
                  (change->kind == CHANGE_NEW && tree_post_ext(change->path).n);
    return closed && lstat(change->path.p, &stat) == 0 &&
                   S_ISREG(stat.st_mode) && stat.st_size > 0
               ? 0
               : STEPS;
}

unsigned changes_wait(const struct changes *changes)
{
    unsigned most = changes->whole ? STEPS : 0;
    for (size_t i = 0; i < changes->list.n && most < STEPS; i++) {
        unsigned wait = wait_for(&changes->list.p[i]);
        most = wait > most ? wait : most;
    }
    return most;
}
