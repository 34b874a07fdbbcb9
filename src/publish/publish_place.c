/* SPDX-License-Identifier: MIT */
/* Where the output and the state may be. The names of folders prove nothing:
 * there are links, mounts, and file systems to which Content is content. So
 * folders are compared by what they are. */
#include "files/path.h"
#include "files/tree/tree.h"
#include "publish/publish.h"
#include "publish/publish_state.h"

/* --- the state --- */

bool publish_refuse_link(str path, struct diags *diags)
{
    struct source place = {.name = path};
    diag_hint(diag_error(diags, span_of(&place, 0, 0), "state-link",
                         "is a symbolic link, or not what crumb keeps there: "
                         "nothing is written through it"),
              "remove it: rm %.*s", STR_ARG(path));
    return false;
}

bool publish_check_state(str state, struct diags *diags)
{
    enum fs_kind kind = fs_kind(state, false);
    return (kind != FS_LINK && kind != FS_OTHER) ||
           publish_refuse_link(state, diags);
}

/* --- the output --- */

/* A relative output that stays below the working folder as text, but leads
 * out of it through a link, is not what its author thinks it is. */
static bool leads_outside(const struct publish *publish)
{
    str normal;
    str here;
    return path_normal(publish->arena, publish->output, &normal) &&
           fs_real(STR("."), publish->arena, &here) == 0 &&
           !path_below(publish->real, here).p;
}

static bool is_linked(const struct publish *publish)
{
    str state;
    str below = path_below(publish->output, publish->state);
    return fs_real(publish->state, publish->arena, &state) != 0 ||
           !str_eq(path_join(publish->arena, state, below), publish->real);
}

/* The folder is the one of the real path, or one around that. */
static bool is_around(str folder, str real)
{
    for (;; real = path_dir(real)) {
        if (fs_is_same(folder, real.n ? real : STR("/"))) {
            return true;
        }
        if (!real.n || str_eq(real, STR("/"))) {
            return false;
        }
    }
}

/* The output is what people write in, is in it, or has it inside. */
static bool holds_sources(const struct publish *publish)
{
    struct arena *arena = publish->arena;
    str site = path_dir(publish->state);
    str real;
    if (fs_real(site.n ? site : STR("."), arena, &site) != 0 ||
        is_around(publish->real, site)) {
        return true;
    }
    for (size_t i = 0; i < TREE_FOLDERS; i++) {
        str folder = path_join(arena, site, tree_folders[i]);
        if (fs_real(folder, arena, &real) == 0 &&
            (is_around(real, publish->real) ||
             (!str_eq(real, folder) && is_around(publish->real, real)))) {
            return true;
        }
    }
    return false;
}

bool publish_check_output(const struct publish *publish, struct diags *diags)
{
    /* Checks and the preview write into the state folder, where a link is never
     * needed. */
    bool ours = path_below(publish->output, publish->state).n > 0;
    if (ours ? is_linked(publish) : leads_outside(publish)) {
        diag_hint(publish_error(publish, STR(""), diags, "output-link",
                                ours ? "is reached through a symbolic link"
                                     : "leads out of the site through a "
                                       "symbolic link"),
                  ours ? "remove the link"
                       : "name the folder itself with --output");
        return false;
    }
    if (!ours && holds_sources(publish)) {
        diag_hint(publish_error(publish, STR(""), diags, "bad-output",
                                "this folder holds what you write"),
                  "write output: public");
        return false;
    }
    return true;
}
