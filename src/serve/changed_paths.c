/* SPDX-License-Identifier: MIT */
#include "serve/changed_paths.h"

#include "files/ignored_names.h"
#include "files/path.h"

const str changes_roots[CHANGES_ROOTS] = {STR_INIT("content"),
                                          STR_INIT("templates"),
                                          STR_INIT("static"), STR_INIT("data")};

bool changes_are_wanted(str dir, str name)
{
    if (!dir.n) {
        return str_is_one_of(name, changes_roots, CHANGES_ROOTS) ||
               str_eq(name, STR("site.yaml"));
    }
    return !name_is_ignored(name);
}

static size_t find(const struct changes *changes, str path)
{
    for (size_t i = 0; i < changes->paths.n; i++) {
        if (str_eq(changes->paths.p[i], path)) {
            return i;
        }
    }
    return STR_NONE;
}

/* A branch checked out, say: more than that need no names. */
enum { MOST_NAMED = 1000 };

void changes_add(struct changes *changes, str dir, str name,
                 struct arena *arena)
{
    if (changes->paths.n == MOST_NAMED) {
        changes->whole = true;
        return;
    }
    str path = dir.n ? path_join(arena, dir, name) : arena_str(arena, name);
    if (find(changes, path) == STR_NONE) {
        *VEC_PUSH(&changes->paths, arena) = path;
    }
}

bool changes_drop(struct changes *changes, str dir, str name,
                  struct arena *arena)
{
    size_t i = find(changes, dir.n ? path_join(arena, dir, name) : name);
    if (i != STR_NONE) {
        changes->paths.p[i] = changes->paths.p[--changes->paths.n];
    }
    return i != STR_NONE;
}
