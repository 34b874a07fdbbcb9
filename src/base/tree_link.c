/* SPDX-License-Identifier: MIT */
#include "base/tree_link.h"

#include "base/fs.h"
#include "base/path.h"
#include "base/tree.h"

/* Both are real paths. p == NULL: it is neither the folder nor in it. */
static str part_below(str path, str folder)
{
    bool below = folder.n && str_starts(path, folder) &&
                 (path.n == folder.n || str_ends(folder, STR("/")) ||
                  path.p[folder.n] == '/');
    if (!below) {
        return (str){NULL, 0};
    }
    str part = str_from_offset(path, folder.n);
    return str_from_offset(part, str_starts(part, STR("/")));
}

static str real_of(const struct tree_site *site, str name, struct arena *arena)
{
    str real;
    bool there = name.n &&
                 fs_real(path_join(arena, site->root, name), arena, &real) == 0;
    return there ? real : STR("");
}

void tree_links_open(struct tree_links *links, const struct tree_site *site,
                     str dir, struct arena *arena)
{
    const str closed[TREE_CLOSED] = {STR("templates"), STR("site.yaml"),
                                     STR("urls.txt"), site->output};
    *links =
        (struct tree_links){.site = site,
                            .root = real_of(site, STR("."), arena),
                            .content = real_of(site, STR("content"), arena)};
    if (fs_real(dir, arena, &links->dir) != 0) {
        links->dir = STR("");
    }
    links->is_link = links->dir.n && fs_kind(dir, false) != FS_DIR;
    for (size_t i = 0; i < TREE_CLOSED; i++) {
        bool closes = site->output.n && !str_eq(dir, closed[i]);
        links->closed[i] = closes ? real_of(site, closed[i], arena) : STR("");
    }
}

static bool is_hidden(str name)
{
    str part;
    while (name.n && str_split(&name, '/', &part)) {
        if (tree_is_passed_over(part)) {
            return true;
        }
    }
    return false;
}

enum verdict { PUBLIC, OUTSIDE, PRIVATE, UNTRUSTED };

static enum verdict judge(const struct tree_links *links, str real,
                          struct arena *arena)
{
    const struct tree_site *site = links->site;
    str below = part_below(real, links->root);
    if (!below.p) {
        return OUTSIDE;
    }
    if (is_hidden(below)) {
        return PRIVATE;
    }
    for (size_t i = 0; i < TREE_CLOSED; i++) {
        if (part_below(real, links->closed[i]).p) {
            return PRIVATE;
        }
    }
    str name = part_below(real, links->content);
    if (name.n && site->is_source && site->is_source(real, name, arena)) {
        return PRIVATE;
    }
    return site->no_links ? UNTRUSTED : PUBLIC;
}

struct refusal {
    struct diags *diags;
    span at;
    bool error;
};

static struct diag *link_diag(const struct refusal *refusal, const char *code,
                              str why)
{
    return refusal->error ? diag_error(refusal->diags, refusal->at, code,
                                       "%.*s: not read", STR_ARG(why))
                          : diag_warning(refusal->diags, refusal->at, code,
                                         "%.*s: not published", STR_ARG(why));
}

bool tree_links_allow(const struct tree_links *links, str real, span at,
                      bool error, struct diags *diags)
{
    struct refusal refusal = {diags, at, error};
    const char *what = fs_kind(real, false) == FS_DIR ? "folder" : "file";
    switch (judge(links, real, diags->arena)) {
    case PUBLIC: return true;
    case OUTSIDE:
        diag_hint(link_diag(&refusal, "link-outside",
                            STR("the link leads out of the site")),
                  "put the %s itself here", what);
        break;
    case PRIVATE:
        diag_hint(
            link_diag(&refusal, "link-private",
                      arena_printf(diags->arena,
                                   "the link leads to %.*s, which is not "
                                   "public",
                                   STR_ARG(part_below(real, links->root)))),
            "put a %s of its own here, or delete the link", what);
        break;
    case UNTRUSTED:
        diag_hint(link_diag(&refusal, "untrusted-file",
                            STR("a stranger's link may lead to any file of the "
                                "site")),
                  "put the %s itself here", what);
        break;
    }
    return false;
}
