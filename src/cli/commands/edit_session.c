/* SPDX-License-Identifier: MIT */
#include "cli/commands/edit_session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/report.h"
#include "cli/settings.h"
#include "edit/dry_run.h"
#include "files/fs.h"
#include "files/fs_batch.h"
#include "files/path.h"
#include "files/tree/ignored_names.h"

/* The list of the changes that a command is about to make. */
#define JOURNAL ".crumb/edit.journal"

void edit_session_recover(void)
{
    struct arena arena = {0};
    str changed;
    switch (fs_batch_recover(STR(JOURNAL), &arena, &changed)) {
    case FS_BATCH_NOTHING: break;
    case FS_BATCH_UNDONE:
        say_error("a command that was cut short is undone");
        break;
    case FS_BATCH_CHANGED:
        say_error("a command that was cut short is undone, but %.*s was "
                  "changed since, and is left as it is",
                  STR_ARG(changed));
        break;
    case FS_BATCH_STUCK:
        say_error("a command that was cut short is not undone yet: %.*s can't "
                  "be put back; the next command tries again",
                  STR_ARG(changed));
        break;
    }
    arena_free(&arena);
}

str edit_session_file(str path, struct arena *arena)
{
    return path_join(arena, STR("content"), path);
}

/* Errors of single posts are no reason to fail. */
struct site *edit_session_open(const struct options *options,
                               const struct site_options *site_options,
                               struct plan *plan, struct arena *arena,
                               struct diags *diags)
{
    struct diags settings;
    diags_init(diags, arena);
    diags_init(&settings, arena);
    const struct dry_run run = {.options = site_options};
    struct site *site = dry_run_site(&run, arena, diags);
    if (site && plan) {
        dry_run_plan(site, arena, diags, plan);
    }
    for (size_t i = 0; i < diags->list.n; i++) {
        struct diag *diag = diags->list.p[i];
        bool of_settings = str_eq(diag->at.file, STR("site.yaml"));
        if (diag->severity == DIAG_ERROR && (!site || of_settings)) {
            *VEC_PUSH(&settings.list, arena) = diag;
        }
    }
    report(&settings, options);
    if (site && settings.list.n) {
        site_free(site);
        return NULL;
    }
    return site;
}

str edit_session_path(const char *name, struct arena *arena)
{
    str path;
    if (!settings_path(str_from(name), arena, &path)) {
        say_error("%s: not in this site's content/", name);
        return (str){NULL, 0};
    }
    if (!path.n || str_eq(path, STR("content"))) {
        return STR("");
    }
    return str_starts(path, STR("content/")) ? str_from_offset(path, 8) : path;
}

bool edit_session_is_free(str file, const char *done)
{
    enum fs_kind kind = fs_kind(file, false);
    if (kind != FS_MISSING) {
        say_error("%.*s%s%s: nothing was %s", STR_ARG(file),
                  kind == FS_UNKNOWN ? ": " : " is there already",
                  kind == FS_UNKNOWN ? strerror(errno) : "", done);
    }
    return kind == FS_MISSING;
}

/* Whether content/ ignores a part of the path. */
static bool is_hidden(str path)
{
    str part;
    while (path.n && str_split(&path, '/', &part)) {
        if (str_starts(part, STR(".")) || path_is_ignored(part)) {
            return true;
        }
    }
    return false;
}

bool edit_session_takes_posts(const struct site *site, str folder,
                              struct arena *arena)
{
    if (is_hidden(folder) || content_is_ignored(&site->config, folder)) {
        say_error("content/%.*s: posts there are not published: write the name "
                  "of a folder in content/, baking or baking/cakes",
                  STR_ARG(folder));
        return false;
    }
    for (; folder.n; folder = path_dir(folder)) {
        str dir = edit_session_file(folder, arena);
        enum fs_kind kind = fs_kind(dir, true);
        str index = path_join(arena, dir, STR("index.md"));
        if (kind == FS_FILE || kind == FS_OTHER) {
            say_error("%.*s is a file, no section", STR_ARG(dir));
            return false;
        }
        const struct content_file *file = content_find(
            &site->content, path_join(arena, folder, STR("index.md")));
        /* An index.md read as _index.md does not make the folder a bundle. */
        bool list = file && file->kind == CONTENT_INDEX;
        kind = fs_kind(index, true);
        if (kind == FS_UNKNOWN) {
            say_error("%.*s: %s", STR_ARG(dir), strerror(errno));
            return false;
        }
        if (kind != FS_MISSING && !list) {
            say_error("%.*s/ is a post with its files (%.*s), no section",
                      STR_ARG(dir), STR_ARG(index));
            return false;
        }
    }
    return true;
}

/* --- writing --- */

/* The first link on the way to the path. */
static str first_link(str path)
{
    for (size_t i = 0; i < path.n; i++) {
        str way = str_sub(path, 0, i);
        if (path.p[i] == '/' && i && fs_kind(way, false) == FS_LINK) {
            return way;
        }
    }
    return path;
}

static bool is_inside(str path, struct arena *arena)
{
    str real = settings_nearest(path, arena, NULL);
    str root = settings_nearest(STR(""), arena, NULL);
    str below = path_below(real, root);
    if (below.p && !is_hidden(below)) {
        return true;
    }
    say_error("%.*s is a symbolic link %s: nothing was written; put a folder "
              "or file of the site itself there",
              STR_ARG(first_link(path)),
              below.p ? "to a hidden file" : "out of the site");
    return false;
}

bool edit_session_commit(struct fs_batch *batch, const char *done)
{
    str failed;
    batch->journal = STR(JOURNAL);
    for (size_t i = 0; i < batch->steps.n; i++) {
        const struct fs_batch_step *step = &batch->steps.p[i];
        if (!is_inside(step->path, batch->arena) ||
            (step->to.n && !is_inside(step->to, batch->arena))) {
            return false;
        }
    }
    int error = fs_batch_commit(batch, &failed);
    if (error == EWOULDBLOCK) {
        say_error(
            "another crumb process is working in this folder: nothing was %s",
            done);
    } else if (error == EALREADY) {
        say_error(
            "a command before this one is still to be undone: nothing was %s",
            done);
    } else if (batch->stuck.n) {
        say_error("%.*s: %s; and %.*s could not be put back: the next command "
                  "tries again",
                  STR_ARG(failed), strerror(error), STR_ARG(batch->stuck));
    } else if (error) {
        say_error("%.*s: %s: nothing was %s", STR_ARG(failed), strerror(error),
                  done);
    }
    return !error;
}

/* --- posts --- */

bool edit_session_is_bundle(const struct content_file *file)
{
    str base = path_base(file->path);
    str stem = str_sub(base, 0, base.n - file->ext.n);
    bool named = file->form == CONTENT_FORM_BUNDLE &&
                 str_eq(stem, path_base(path_dir(file->path)));
    return file->ext.n && (named || str_eq(stem, STR("index")));
}

static void complain(const struct site *site, str path, struct arena *arena)
{
    str file = edit_session_file(path, arena);
    enum fs_kind kind = fs_kind(file, true);
    if (kind != FS_MISSING) {
        say_error(kind == FS_DIR
                      ? "%.*s is a folder without an index.md: name a post"
                      : "%.*s is no post: posts are .md, or .html with front "
                        "matter",
                  STR_ARG(file));
        return;
    }
    VEC(str) names = {0};
    for (size_t i = 0; i < site->content.files.n; i++) {
        const struct content_file *one = site->content.files.p[i];
        if (one->kind != CONTENT_ASSET) {
            *VEC_PUSH(&names, arena) = one->path;
        }
    }
    str near = str_nearest(path, names.p, names.n);
    if (near.n) {
        say_error("there is no %.*s: did you mean content/%.*s?", STR_ARG(file),
                  STR_ARG(near));
    } else {
        say_error("there is no %.*s", STR_ARG(file));
    }
}

str edit_session_post(const struct site *site, const char *name,
                      struct arena *arena)
{
    str path = edit_session_path(name, arena);
    for (size_t i = 0; path.p && i < site->content.files.n; i++) {
        const struct content_file *file = site->content.files.p[i];
        bool here = str_eq(file->path, path) ||
                    (path.n && edit_session_is_bundle(file) &&
                     str_eq(path_dir(file->path), path));
        if (here && file->kind != CONTENT_ASSET) {
            return file->path;
        }
    }
    if (path.p) {
        complain(site, path, arena);
    }
    return (str){NULL, 0};
}
