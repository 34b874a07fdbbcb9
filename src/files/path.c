/* SPDX-License-Identifier: MIT */
#include "files/path.h"

#include <string.h>

str path_join(struct arena *arena, str a, str b)
{
    if (a.n == 0 || (b.n && b.p[0] == '/')) {
        return arena_str(arena, b);
    }
    if (b.n == 0) {
        return arena_str(arena, a);
    }
    bool slash = a.p[a.n - 1] == '/';
    size_t n = a.n + !slash + b.n;
    char *p = arena_alloc(arena, n + 1, 1);
    memcpy(p, a.p, a.n);
    if (!slash) {
        p[a.n] = '/';
    }
    memcpy(p + n - b.n, b.p, b.n);
    p[n] = '\0';
    return (str){p, n};
}

str path_dir(str path)
{
    size_t slash = str_rfind_char(path, '/');
    return str_sub(path, 0, slash == STR_NONE ? 0 : slash);
}

str path_base(str path)
{
    size_t slash = str_rfind_char(path, '/');
    return slash == STR_NONE ? path : str_from_offset(path, slash + 1);
}

/* The dot that begins a hidden file's name does not begin an extension. */
str path_ext(str path)
{
    str base = path_base(path);
    size_t dot = str_rfind_char(base, '.');
    if (dot == STR_NONE || dot == 0) {
        return str_sub(base, base.n, 0);
    }
    return str_from_offset(base, dot);
}

str path_stem(str path)
{
    return str_sub(path, 0, path.n - path_ext(path).n);
}

bool path_is_in(str path, str folder)
{
    return str_starts(path, folder) &&
           (path.n == folder.n || str_ends(folder, STR("/")) ||
            path.p[folder.n] == '/');
}

str path_rootless(str path)
{
    return str_from_offset(path, str_starts(path, STR("/")));
}

str path_below(str path, str folder)
{
    if (!folder.n || !path_is_in(path, folder)) {
        return (str){NULL, 0};
    }
    str part = str_from_offset(path, folder.n);
    return path_rootless(part);
}

bool path_has_dots(str path)
{
    str part;
    while (str_split(&path, '/', &part)) {
        if (str_eq(part, STR("..")) || str_eq(part, STR("."))) {
            return true;
        }
    }
    return false;
}

bool path_normal(struct arena *arena, str path, str *out)
{
    if (path.n && path.p[0] == '/') {
        return false;
    }
    /* The result is never longer than what it is made from. */
    char *p = arena_alloc(arena, path.n + 1, 1);
    size_t n = 0;
    str part;
    for (str rest = path; str_split(&rest, '/', &part);) {
        if (part.n == 0 || str_eq(part, STR("."))) {
            continue;
        }
        if (str_eq(part, STR(".."))) {
            if (n == 0) {
                return false;
            }
            n = path_dir((str){p, n}).n;
            continue;
        }
        if (n) {
            p[n++] = '/';
        }
        memcpy(p + n, part.p, part.n);
        n += part.n;
    }
    p[n] = '\0';
    *out = (str){p, n};
    return true;
}

str path_bare(str path)
{
    while (str_starts(path, STR("/"))) {
        path = str_from_offset(path, 1);
    }
    while (str_ends(path, STR("/"))) {
        path.n--;
    }
    return path;
}
