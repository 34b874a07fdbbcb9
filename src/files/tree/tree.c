/* SPDX-License-Identifier: MIT */
#include "files/tree/tree.h"

#include <errno.h>
#include <string.h>

#include "files/path.h"
#include "files/source_file.h"
#include "files/tree/ignored_names.h"

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
        STR_INIT(".mdwn"), STR_INIT(".cook"),
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

const str tree_folders[TREE_FOLDERS] = {
    STR_INIT("content"), STR_INIT("templates"), STR_INIT("static"),
    STR_INIT("data"),    STR_INIT("languages"), STR_INIT("themes"),
    STR_INIT("src"),     STR_INIT(".crumb"),    STR_INIT(".git")};

bool tree_is_like_post(str path)
{
    str base = path_base(path);
    for (str rest = path_stem(base); path_ext(rest).n; rest = path_stem(rest)) {
        if (tree_post_ext(rest).n) {
            return true;
        }
    }
    return false;
}

/* --- links --- */

/* A folder that the link itself is in would never come to an end. */
static bool is_link_loop(str path, struct arena *arena)
{
    str real;
    str place = path_dir(path);
    return fs_real(path, arena, &real) == 0 &&
           fs_real(place, arena, &place) == 0 && path_is_in(place, real);
}

/* --- the walk --- */

static str scan_path(const struct scan *scan, str name)
{
    return path_join(scan->arena, scan->dir, name);
}

static span scan_place(const struct scan *scan, str name)
{
    struct source *source = ARENA_NEW(scan->arena, struct source);
    source->name = scan_path(scan, name);
    return span_of(source, 0, 0);
}

/* Whether the path still leads to what was listed: it must be judged by the
 * place where it was. */
static bool is_still_there(const struct scan *scan, str name, str real,
                           uint64_t inode)
{
    bool there = !inode || fs_has_inode(real, inode);
    if (!there) {
        source_file_changes(scan_path(scan, name), scan->diags);
    }
    return there;
}

static void warn_skipped(const struct scan *scan, str name, const char *code,
                         const char *why, const char *hint)
{
    diag_hint(diag_warning(scan->diags, scan_place(scan, name), code,
                           "%s: not published", why),
              "%s", hint);
}

/* A folder that was entered through a link: its name in the walk and its real
 * path; both empty: there is none. */
struct link_entry {
    str below;
    str real;
};

static void scan_list(struct scan *scan, struct link_entry through,
                      const struct fs_list *list);

/* One level of links: two folders that link to each other have no end. */
static void scan_link(struct scan *scan, str name, bool linked)
{
    struct fs_list list;
    struct link_entry through = {.below = name};
    str path = scan_path(scan, name);
    if (linked || is_link_loop(path, scan->arena)) {
        warn_skipped(
            scan, name, "skipped-file",
            linked ? "a link to a folder in a linked folder is not followed"
                   : "the link leads to a folder that it is in",
            "put the files themselves here");
        return;
    }
    int error = fs_walk(path, scan->arena, &list);
    error = error ? error : fs_real(path, scan->arena, &through.real);
    if (error) {
        diag_error(scan->diags, scan_place(scan, name), "unreadable", "%s",
                   strerror(error));
        return;
    }
    if (is_still_there(scan, name, through.real, list.inode)) {
        scan_list(scan, through, &list);
    }
}

/* own: its name where the walk has come to. */
static bool is_link_allowed(struct scan *scan, struct link_entry through,
                            const struct fs_entry *entry, str own)
{
    if (!entry->link && !through.real.n) {
        return true;
    }
    str real = path_join(scan->arena, through.real, own);
    if (entry->link &&
        fs_real(scan_path(scan, entry->name), scan->arena, &real) != 0) {
        return true; /* reading it will say why */
    }
    if (entry->link &&
        !is_still_there(scan, entry->name, real, entry->stat.inode)) {
        return false;
    }
    return tree_links_allow(&scan->links, real, scan_place(scan, entry->name),
                            false, scan->diags);
}

static void pick_allowed(struct scan *scan, struct link_entry through,
                         const struct fs_entry *entry)
{
    bool folder = entry->stat.kind == FS_DIR;
    /* Before backups: a post's own backup is worth a warning. */
    if (!folder && tree_is_like_post(entry->name)) {
        warn_skipped(scan, entry->name, "skipped-file",
                     "this looks like a post's source, and may be a draft",
                     "name it .md if it is a post, or move it out of the site");
    } else if (path_is_backup(entry->name)) {
        return;
    } else if (folder) {
        scan_link(scan, entry->name, through.below.n != 0);
    } else if (entry->stat.kind == FS_OTHER) {
        warn_skipped(scan, entry->name, "skipped-file",
                     "this is no regular file",
                     "delete it, or put a file here");
    } else {
        *VEC_PUSH(&scan->found, scan->arena) = *entry;
    }
}

static void pick_entry(struct scan *scan, struct link_entry through,
                       struct fs_entry entry)
{
    str own = entry.name;
    if (through.below.n) {
        entry.name = path_join(scan->arena, through.below, own);
    }
    if (path_is_hidden(entry.name)) {
        return;
    }
    if (entry.error) {
        diag_error(scan->diags, scan_place(scan, entry.name), "unreadable",
                   "%s", strerror(entry.error));
    } else if (is_link_allowed(scan, through, &entry, own)) {
        pick_allowed(scan, through, &entry);
    }
}

static void scan_list(struct scan *scan, struct link_entry through,
                      const struct fs_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        pick_entry(scan, through, list->entries[i]);
    }
}

/* A folder of the site may be a link to another of its folders. */
static void scan_all(struct scan *scan, const struct fs_list *list)
{
    struct link_entry through = {0};
    tree_links_open(&scan->links, scan->site, scan->dir, scan->arena);
    if (scan->links.error) {
        diag_error(scan->diags, scan_place(scan, STR("")), "unreadable", "%s",
                   strerror(scan->links.error));
        return;
    }
    if (scan->links.is_link) {
        through.real = scan->links.dir;
        if (!tree_links_allow(&scan->links, through.real,
                              scan_place(scan, STR("")), true, scan->diags)) {
            return;
        }
    }
    /* A link that took its place meanwhile has a real path elsewhere. */
    if (!scan->links.dir.n ||
        is_still_there(scan, STR(""), scan->links.dir, list->inode)) {
        scan_list(scan, through, list);
    }
}

void tree_pick(str dir, const struct tree_site *site,
               const struct fs_list *list, struct arena *arena,
               struct diags *diags, struct fs_list *out)
{
    struct scan scan = {
        .dir = dir, .site = site, .arena = arena, .diags = diags};
    VEC_RESERVE(&scan.found, arena, list->n);
    scan_all(&scan, list);
    *out = (struct fs_list){.entries = scan.found.p, .n = scan.found.n};
    /* The files of a linked folder were added at the place of the link. */
    fs_list_sort(out);
}

int tree_scan(str dir, const struct tree_site *site, struct arena *arena,
              struct diags *diags, struct fs_list *out)
{
    struct fs_list list = {0};
    int error = fs_walk(dir, arena, &list);
    tree_pick(dir, site, &list, arena, diags, out);
    return error;
}
