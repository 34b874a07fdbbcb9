/* SPDX-License-Identifier: MIT */
#include "cli/output.h"

#include <stdio.h>

#include "base/diag/printable.h"
#include "cli/say.h"
#include "files/fs.h"
#include "files/path.h"
#include "site/config/config.h"

/* Returns the real path of a file that need not exist: the real path of the
 * part that exists, and the rest as written. */
static str real_place(str path, struct arena *arena)
{
    str real;
    str rest = {NULL, 0};
    while (path.n && fs_real(path, arena, &real) != 0) {
        rest = path_join(arena, path_base(path), rest);
        path = path_dir(path);
    }
    if (path.n == 0 && fs_real(STR("."), arena, &real) != 0) {
        return STR("");
    }
    return path_join(arena, real, rest);
}

static const char *complaint(str output, struct arena *arena)
{
    str site;
    str normal;
    if (output.n == 0) {
        return "wants a folder";
    }
    if (path_normal(arena, output, &normal) && str_starts(normal, STR("-"))) {
        return "begins with \"-\" and looks like an option to other programs: "
               "write --output public";
    }
    if (printable_has_control(output)) {
        return "has a control character in its name: write --output public";
    }
    if (fs_real(STR("."), arena, &site) != 0) {
        return NULL; /* publishing will say so */
    }
    str place = real_place(output, arena);
    if (!str_starts(place, site)) {
        return NULL;
    }
    str below = str_from_offset(place, site.n);
    if (below.n && below.p[0] != '/' && !str_ends(site, STR("/"))) {
        return NULL;
    }
    below = str_from_offset(below, str_starts(below, STR("/")));
    if (!path_normal(arena, below, &normal)) {
        return NULL;
    }
    if (normal.n == 0) {
        return "is the site's own folder: write --output public";
    }
    return config_is_taken(normal)
               ? "holds what you write: write --output public"
               : NULL;
}

bool output_check(const char *output)
{
    struct arena arena = {0};
    const char *what = output ? complaint(str_from(output), &arena) : NULL;
    if (what) {
        say(stderr, "crumb: --output: %s%s%s\n", output, output[0] ? " " : "",
            what);
    }
    arena_free(&arena);
    return !what;
}
