/* SPDX-License-Identifier: MIT */
#include "files/tree/tree_link.h"

#include <errno.h>
#include <string.h>

#include "files/fs.h"
#include "files/path.h"
#include "files/tree/ignored_names.h"

/* The real path behind the links of a path; empty: there is none. */
static str real_path(struct tree_links *links, str path, struct arena *arena)
{
    str real;
    int error = fs_real(path, arena, &real);
    if (error && !fs_is_missing(error)) {
        links->error = error;
    }
    return error ? STR("") : real;
}

static str real_in_site(struct tree_links *links, str name, struct arena *arena)
{
    return real_path(links, path_join(arena, links->site->root, name), arena);
}

void tree_links_open(struct tree_links *links, const struct tree_site *site,
                     str dir, struct arena *arena)
{
    const str closed[TREE_CLOSED] = {STR("templates"), STR("site.yaml"),
                                     STR("urls.txt"), site->output};
    *links = (struct tree_links){.site = site};
    links->root = real_in_site(links, STR("."), arena);
    links->content = real_in_site(links, STR("content"), arena);
    links->dir = real_path(links, dir, arena);
    enum fs_kind kind = fs_kind(dir, false);
    links->is_link = links->dir.n && kind != FS_DIR;
    if (kind == FS_UNKNOWN) {
        links->error = errno;
    }
    for (size_t i = 0; i < TREE_CLOSED; i++) {
        bool closes = site->output.n && !str_eq(dir, closed[i]);
        links->closed[i] =
            closes ? real_in_site(links, closed[i], arena) : STR("");
    }
}

enum verdict { PUBLIC, OUTSIDE, PRIVATE, UNTRUSTED };

static enum verdict judge_link(const struct tree_links *links, str real,
                               struct arena *arena)
{
    const struct tree_site *site = links->site;
    str below = path_below(real, links->root);
    if (!below.p) {
        return OUTSIDE;
    }
    if (path_is_ignored(below)) {
        return PRIVATE;
    }
    for (size_t i = 0; i < TREE_CLOSED; i++) {
        if (path_below(real, links->closed[i]).p) {
            return PRIVATE;
        }
    }
    str name = path_below(real, links->content);
    if (name.n && site->is_source && site->is_source(real, name, arena)) {
        return PRIVATE;
    }
    return site->no_links ? UNTRUSTED : PUBLIC;
}

static bool refuse(span at, bool error, struct diags *diags, const char *code,
                   str why, str cure)
{
    struct diag *diag =
        error ? diag_error(diags, at, code, "%.*s: not read", STR_ARG(why))
              : diag_warning(diags, at, code, "%.*s: not published",
                             STR_ARG(why));
    diag_hint(diag, "put %.*s", STR_ARG(cure));
    return false;
}

bool tree_links_allow(const struct tree_links *links, str real, span at,
                      bool error, struct diags *diags)
{
    if (links->error) {
        diag_error(diags, at, "unreadable", "where the link leads: %s",
                   strerror(links->error));
        return false;
    }
    bool dir = fs_kind(real, false) == FS_DIR;
    str itself =
        dir ? STR("the folder itself here") : STR("the file itself here");
    switch (judge_link(links, real, diags->arena)) {
    case PUBLIC: break;
    case OUTSIDE:
        return refuse(at, error, diags, "link-outside",
                      STR("the link leads out of the site"), itself);
    case PRIVATE:
        return refuse(
            at, error, diags, "link-private",
            arena_printf(diags->arena,
                         "the link leads to %.*s, which is not public",
                         STR_ARG(path_below(real, links->root))),
            arena_printf(diags->arena,
                         "a %s of its own here, or delete the link",
                         dir ? "folder" : "file"));
    case UNTRUSTED:
        return refuse(at, error, diags, "untrusted-file",
                      STR("a stranger's link may lead to any file of the site"),
                      itself);
    }
    return true;
}
