/* SPDX-License-Identifier: MIT */
#include "cli/commands/deploy_target.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/diag/printable.h"
#include "cli/say.h"
#include "files/fs.h"
#include "files/path.h"

/* What rsync takes for a host: a ':' before the first '/'. */
static bool is_remote(str target)
{
    size_t colon = str_find_char(target, ':');
    size_t slash = str_find_char(target, '/');
    return colon != STR_NONE && (slash == STR_NONE || colon < slash);
}

/* Of another machine no more is known than what is written: "host:", "host:~",
 * "host:/", "host:.". */
static bool is_remote_whole(str target)
{
    str path = str_from_offset(target, str_find_char(target, ':') + 1);
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        if (c != '/' && c != '.' && c != '~' && c != ':') {
            return false;
        }
    }
    return true;
}

/* A program that rsync starts would take the host or the folder for an option
 * of its own: "me@-oProxyCommand=...:www/", "rsync://-o...", "host:-x", and in
 * brackets, which rsync takes off: "[-oProxyCommand=...]:www/". */
static bool has_option(str target)
{
    static const str before[] = {STR_INIT("@-"), STR_INIT(":-"),
                                 STR_INIT("://-"), STR_INIT("[-")};
    bool found = false;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        found = found || str_find(target, before[i]) != STR_NONE;
    }
    return found;
}

/* The folder, links resolved, or the nearest one around it that is there. */
static str nearest_real(str target, struct arena *arena)
{
    str real;
    str path = target;
    while (path.n && fs_real(path, arena, &real) != 0) {
        path = path_dir(path);
    }
    if (path.n) {
        return real;
    }
    bool here = !str_starts(target, STR("/"));
    return here && fs_real(STR("."), arena, &real) == 0 ? real : STR("/");
}

static bool is_home(str real, struct arena *arena)
{
    const char *home = getenv("HOME");
    str place;
    return home && fs_real(str_from(home), arena, &place) == 0 &&
           path_is_in(place, real);
}

/* "there", a folder as it will be, is the site's or has the site in it. */
static bool is_of_site(str real, struct arena *arena)
{
    str site;
    return fs_real(STR("."), arena, &site) != 0 || path_is_in(real, site) ||
           path_is_in(site, real);
}

static bool refuse_target(str target, const char *why, const char *cure)
{
    say(stderr, "crumb: deploy to %.*s: %s: %s\n", STR_ARG(target), why, cure);
    return false;
}

bool deploy_target_check(str target, struct arena *arena)
{
    static const char own[] = "name a folder that is the site's alone, such "
                              "as me@host:/var/www/blog/";
    bool remote = is_remote(target);
    if (str_starts(target, STR("~")) || (remote && has_option(target)) ||
        str_starts(target, STR("-")) || printable_has_control(target)) {
        return refuse_target(target, "this is no place that rsync knows", own);
    }
    if (remote) {
        return !is_remote_whole(target) ||
               refuse_target(target, "that is a home folder or a whole disk",
                             own);
    }
    str real = nearest_real(target, arena);
    if (fs_kind(target, true) != FS_DIR) {
        /* A new folder is fine beside what is there, if not in the site. */
        str site;
        bool ours =
            fs_real(STR("."), arena, &site) != 0 || path_is_in(real, site);
        return !ours ||
               refuse_target(target, "that is in the site's own folder", own);
    }
    if (is_home(real, arena)) {
        return refuse_target(target, "that is a home folder or a whole disk",
                             own);
    }
    return !is_of_site(real, arena) ||
           refuse_target(target, "that is the site's own folder", own);
}
