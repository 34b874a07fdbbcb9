/* SPDX-License-Identifier: MIT */
#include "files/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "files/path.h"

struct scan {
    str dir;
    const struct tree_site *site;
    struct tree_links links;
    struct arena *arena;
    struct diags *diags;
    VEC(struct fs_entry) found;
};

/* --- names --- */

str tree_post_ext(str path)
{
    static const str names[] = {
        STR_INIT(".md"),   STR_INIT(".markdown"), STR_INIT(".mkd"),
        STR_INIT(".mkdn"), STR_INIT(".mkdown"),   STR_INIT(".mdown"),
        STR_INIT(".mdwn"),
    };
    str ext = path_ext(path);
    return str_is_one_of(ext, names, sizeof names / sizeof *names) ? ext
                                                                   : STR("");
}

str tree_html_ext(str path)
{
    str ext = path_ext(path);
    bool html =
        str_eq_nocase(ext, STR(".html")) || str_eq_nocase(ext, STR(".htm"));
    return html ? ext : STR("");
}

static bool is_hidden_part(str part)
{
    static const str shown[] = {STR_INIT(".well-known"), STR_INIT(".htaccess"),
                                STR_INIT(".nojekyll")};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (str_eq(part, shown[i])) {
            return false;
        }
    }
    return str_starts(part, STR(".")) || str_ends(part, STR("~")) ||
           (str_starts(part, STR("#")) && str_ends(part, STR("#")));
}

/* Apart from the others: a post's own backup is worth a warning. */
static bool is_backup(str part)
{
    str ext = path_ext(part);
    return str_eq_nocase(ext, STR(".bak")) ||
           str_eq_nocase(ext, STR(".orig")) || str_eq_nocase(ext, STR(".swp"));
}

bool tree_is_passed_over(str name)
{
    return is_hidden_part(name) || is_backup(name);
}

static bool any_part(str path, bool (*is)(str part))
{
    str part;
    while (str_split(&path, '/', &part)) {
        if (is(part)) {
            return true;
        }
    }
    return false;
}

bool tree_is_like_post(str path)
{
    str base = path_base(path);
    for (str rest = str_sub(base, 0, base.n - path_ext(base).n);
         path_ext(rest).n; rest = str_sub(rest, 0, rest.n - path_ext(rest).n)) {
        if (tree_post_ext(rest).n) {
            return true;
        }
    }
    return false;
}

/* --- links --- */

/* Both are real paths. */
static bool is_below(str path, str folder)
{
    return str_starts(path, folder) &&
           (path.n == folder.n || str_ends(folder, STR("/")) ||
            path.p[folder.n] == '/');
}

/* A folder that the link itself is in would never come to an end. */
static bool is_loop(str path, struct arena *arena)
{
    str real;
    str place = path_dir(path);
    return fs_real(path, arena, &real) == 0 &&
           fs_real(place, arena, &place) == 0 && is_below(place, real);
}

/* --- the walk --- */

static str path_of(const struct scan *scan, str name)
{
    return path_join(scan->arena, scan->dir, name);
}

static span place_of(const struct scan *scan, str name)
{
    struct source *source = ARENA_NEW(scan->arena, struct source);
    source->name = path_of(scan, name);
    return span_of(source, 0, 0);
}

static void skip(const struct scan *scan, str name, const char *code,
                 const char *why, const char *hint)
{
    diag_hint(diag_warning(scan->diags, place_of(scan, name), code,
                           "%s: not published", why),
              "%s", hint);
}

/* Where a walk has come to through a link: the name of that in the folder, and
 * its real path; both empty: to none. */
struct through {
    str below;
    str real;
};

static void walk(struct scan *scan, struct through through,
                 const struct fs_list *list);

/* One level of links: two folders that link to each other have no end. */
static void walk_link(struct scan *scan, str name, bool linked)
{
    struct fs_list list;
    struct through through = {.below = name};
    str path = path_of(scan, name);
    if (linked || is_loop(path, scan->arena)) {
        skip(scan, name, "skipped-file",
             linked ? "a link to a folder in a linked folder is not followed"
                    : "the link leads to a folder that it is in",
             "put the files themselves here");
        return;
    }
    int error = fs_walk(path, scan->arena, &list);
    error = error ? error : fs_real(path, scan->arena, &through.real);
    if (error) {
        diag_error(scan->diags, place_of(scan, name), "unreadable", "%s",
                   strerror(error));
        return;
    }
    walk(scan, through, &list);
}

/* own: its name where the walk has come to. */
static bool is_allowed(struct scan *scan, struct through through,
                       const struct fs_entry *entry, str own)
{
    str real = path_join(scan->arena, through.real, own);
    if (!entry->link && !through.real.n) {
        return true;
    }
    if (entry->link &&
        fs_real(path_of(scan, entry->name), scan->arena, &real) != 0) {
        return true; /* reading it will say why */
    }
    return tree_links_allow(&scan->links, real, place_of(scan, entry->name),
                            false, scan->diags);
}

static void take_allowed(struct scan *scan, struct through through,
                         const struct fs_entry *entry)
{
    bool folder = entry->kind == FS_DIR;
    if (!folder && tree_is_like_post(entry->name)) {
        skip(scan, entry->name, "skipped-file",
             "this looks like a post's source, and may be a draft",
             "name it .md if it is a post, or move it out of the site");
    } else if (any_part(entry->name, is_backup)) {
        return;
    } else if (folder) {
        walk_link(scan, entry->name, through.below.n != 0);
    } else if (entry->kind == FS_OTHER) {
        skip(scan, entry->name, "skipped-file", "this is no regular file",
             "delete it, or put a file here");
    } else {
        *VEC_PUSH(&scan->found, scan->arena) = *entry;
    }
}

static void take(struct scan *scan, struct through through,
                 struct fs_entry entry)
{
    str own = entry.name;
    if (through.below.n) {
        entry.name = path_join(scan->arena, through.below, own);
    }
    if (any_part(entry.name, is_hidden_part)) {
        return;
    }
    if (entry.error) {
        diag_error(scan->diags, place_of(scan, entry.name), "unreadable", "%s",
                   strerror(entry.error));
    } else if (is_allowed(scan, through, &entry, own)) {
        take_allowed(scan, through, &entry);
    }
}

static void walk(struct scan *scan, struct through through,
                 const struct fs_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        take(scan, through, list->entries[i]);
    }
}

/* A folder of the site may be a link to another of its folders. */
static void walk_all(struct scan *scan, const struct fs_list *list)
{
    struct through through = {0};
    tree_links_open(&scan->links, scan->site, scan->dir, scan->arena);
    if (scan->links.error) {
        diag_error(scan->diags, place_of(scan, STR("")), "unreadable", "%s",
                   strerror(scan->links.error));
        return;
    }
    if (scan->links.is_link) {
        through.real = scan->links.dir;
        if (!tree_links_allow(&scan->links, through.real,
                              place_of(scan, STR("")), true, scan->diags)) {
            return;
        }
    }
    walk(scan, through, list);
}

static int compare(const void *a, const void *b)
{
    const struct fs_entry *left = a;
    const struct fs_entry *right = b;
    return str_cmp(left->name, right->name);
}

void tree_pick(str dir, const struct tree_site *site,
               const struct fs_list *list, struct arena *arena,
               struct diags *diags, struct fs_list *out)
{
    struct scan scan = {
        .dir = dir, .site = site, .arena = arena, .diags = diags};
    VEC_RESERVE(&scan.found, arena, list->n);
    walk_all(&scan, list);
    /* What a linked folder holds came where the link stood. */
    if (scan.found.n > 1) {
        qsort(scan.found.p, scan.found.n, sizeof *scan.found.p, compare);
    }
    *out = (struct fs_list){scan.found.p, scan.found.n};
}

int tree_scan(str dir, const struct tree_site *site, struct arena *arena,
              struct diags *diags, struct fs_list *out)
{
    struct fs_list list = {0};
    int error = fs_walk(dir, arena, &list);
    tree_pick(dir, site, &list, arena, diags, out);
    return error;
}
