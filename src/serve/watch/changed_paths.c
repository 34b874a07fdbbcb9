/* SPDX-License-Identifier: MIT */
#include "serve/watch/changed_paths.h"

#include <sys/stat.h>

#include "files/path.h"
#include "files/tree/ignored_names.h"
#include "files/tree/tree.h"

const str changes_roots[CHANGES_ROOTS] = {
    STR_INIT("content"), STR_INIT("templates"), STR_INIT("static"),
    STR_INIT("data"), STR_INIT("languages")};

bool changes_are_wanted(str dir, str name)
{
    if (!dir.n) {
        return str_is_one_of(name, changes_roots, CHANGES_ROOTS) ||
               str_eq(name, STR("site.yaml"));
    }
    return !name_is_ignored(name);
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

/* What a change is once another one has followed. */
static enum change_kind follow(enum change_kind first, enum change_kind then)
{
    bool is_new = first == CHANGE_BEGUN || first == CHANGE_NEW;
    return then == CHANGE_BEGUN               ? first
           : then == CHANGE_WRITTEN && is_new ? CHANGE_NEW
                                              : then;
}

void changes_add(struct changes *changes, str dir, str name,
                 enum change_kind kind, struct arena *arena)
{
    str path = dir.n ? path_join(arena, dir, name) : arena_str(arena, name);
    struct change *change = find_change(changes, path);
    if (!change && changes->list.n == CHANGES_MOST) {
        changes->whole = true;
    } else if (!change) {
        *VEC_PUSH(&changes->list, arena) = (struct change){path, kind};
    } else if (kind == CHANGE_GONE &&
               (change->kind == CHANGE_BEGUN || change->kind == CHANGE_NEW)) {
        *change = changes->list.p[--changes->list.n];
    } else {
        change->kind = follow(change->kind, kind);
    }
}

static bool is_settled(const struct change *change)
{
    struct stat stat;
    switch (change->kind) {
    case CHANGE_BEGUN:
    case CHANGE_GONE: return false;
    case CHANGE_NEW:
        if (!tree_post_ext(change->path).n) {
            return false;
        }
        break;
    case CHANGE_WRITTEN: break;
    }
    return lstat(change->path.p, &stat) == 0 && S_ISREG(stat.st_mode) &&
           stat.st_size > 0;
}

bool changes_are_settled(const struct changes *changes)
{
    for (size_t i = 0; i < changes->list.n; i++) {
        if (!is_settled(&changes->list.p[i])) {
            return false;
        }
    }
    return !changes->whole;
}
