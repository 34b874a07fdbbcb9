/* SPDX-License-Identifier: MIT */
/* Opening and closing: the folders, the lock, the manifest. */
#include "publish/publish.h"

#include <errno.h>
#include <string.h>

#include "files/path.h"
#include "files/state_file.h"
#include "publish/publish_state.h"

/* --- opening --- */

/* The folder that has to let us in: the one itself, or the first on the way
 * up that is there. */
static str nearest_folder(str path)
{
    while (path.n && fs_kind(path, true) != FS_DIR) {
        path = path_dir(path);
    }
    return path.n ? path : STR(".");
}

static bool fail_at(str path, struct diags *diags, int error)
{
    struct source place = {.name = path};
    publish_hint(diag_error(diags, span_of(&place, 0, 0), "output-folder", "%s",
                            strerror(error)),
                 nearest_folder(path), error, 0);
    return false;
}

/* Of a file that must not be a link, nor a pipe. */
static bool fail_in_state(str path, struct diags *diags, int error)
{
    return error == ELOOP || error == EINVAL ? publish_refuse_link(path, diags)
                                             : fail_at(path, diags, error);
}

/* The start of the names of an output's files in the state. The key is made
 * from the place relative to the site if it is inside, so that a site can be
 * moved with its state. */
static int find_state_name(str place, str state, struct arena *arena, str *out)
{
    str site = path_dir(state);
    int error = fs_real(site.n ? site : STR("."), arena, &site);
    if (error) {
        return error;
    }
    str below = path_below(place, site);
    str name = publish_stage_name(below.n ? below : place, arena);
    *out = path_join(arena, state, arena_printf(arena, "output-%.16s", name.p));
    return 0;
}

str publish_state_file(const struct publish *publish, const char *name)
{
    return arena_printf(publish->arena, "%.*s.%s", STR_ARG(publish->state_name),
                        name);
}

/* Makes both folders if need be, and opens the real path: links on the way to
 * the output are its owner's business, those below it are not. */
static bool open_folders(struct publish *publish, struct diags *diags)
{
    if (!publish_check_state(publish->state, diags)) {
        return false;
    }
    bool missing = fs_kind(publish->output, true) == FS_MISSING;
    int error = fs_mkdirs(publish->state);
    if (error) {
        return fail_at(publish->state, diags, error);
    }
    error = fs_mkdirs(publish->output);
    if (!error) {
        publish->made_output = missing;
        error = fs_real(publish->output, publish->arena, &publish->real);
    }
    if (!error) {
        error = find_state_name(publish->real, publish->state, publish->arena,
                                &publish->state_name);
    }
    if (!error) {
        error = fs_at_open_root(publish->real, &publish->root);
    }
    if (error) {
        return fail_at(publish->output, diags, error);
    }
    return publish_check_output(publish, diags);
}

/* Both the lock file and the folder: the second keeps apart sites that
 * publish into one folder from states of their own. */
static bool take_lock(struct publish *publish, struct diags *diags)
{
    str path = publish_state_file(publish, "lock");
    int error = state_file_open_lock(path, &publish->lock);
    if (error) {
        return fail_in_state(path, diags, error);
    }
    if (fs_at_lock(publish->lock, false) == EWOULDBLOCK ||
        fs_at_lock(publish->root, false) == EWOULDBLOCK) {
        diag_hint(publish_error(publish, STR(""), diags, "output-locked",
                                "another build is writing into it"),
                  "wait until it is done");
        return false;
    }
    return true;
}

/* Without a manifest, or with one that is torn or of a newer crumb, no file is
 * crumb's unless it has the bytes that are published next. A manifest that
 * can't be read is an error: its files would stay for ever. */
static bool read_manifest(struct publish *publish, struct diags *diags)
{
    str text;
    int error = state_file_read(publish->manifest_path, publish->arena, &text);
    if (error && error != ENOENT) {
        return fail_in_state(publish->manifest_path, diags, error);
    }
    if (error || !manifest_parse(text, publish->arena, &publish->manifest)) {
        publish->manifest = (struct manifest){0};
    }
    return true;
}

/* Beside the manifest if it can be renamed from there, so that what a killed
 * run leaves is not in the published folder. */
static bool place_stage(struct publish *publish, struct diags *diags)
{
    int error = state_file_open_folder(publish->state, &publish->stage_root);
    str absent = path_base(publish_state_file(publish, "none"));
    if (!error &&
        fs_at_can_rename(publish->stage_root, publish->root, absent)) {
        publish->stage_path = publish_state_file(publish, "stage");
        publish->stage_name = path_base(publish->stage_path);
        return true;
    }
    if (!error) {
        fs_at_close(publish->stage_root);
        error = fs_at_open_root(publish->real, &publish->stage_root);
    }
    publish->stage_name = STR(MANIFEST_STAGE);
    publish->stage_path =
        path_join(publish->arena, publish->real, publish->stage_name);
    if (error) {
        publish->stage_root = -1;
        return fail_at(publish->output, diags, error);
    }
    return true;
}

static struct publish *new_publish(const struct publish_options *options,
                                   struct arena *arena)
{
    struct publish *publish = ARENA_NEW(arena, struct publish);
    publish->arena = arena;
    publish->output = arena_str(arena, options->output);
    publish->state = arena_str(arena, options->state);
    publish->sync = !options->no_sync;
    publish->jobs = options->jobs ? options->jobs : 1;
    publish->root = -1;
    publish->stage_root = -1;
    publish->lock = -1;
    publish->fresh = -1;
    publish->old = -1;
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        publish->workers[i].stage = -1;
    }
    return publish;
}

/* Reads the manifest, and completes the commit of a killed run. */
static bool read_state(struct publish *publish, struct diags *diags)
{
    if (!read_manifest(publish, diags)) {
        return false;
    }
    int error = fs_kind(publish->journal_path, false) == FS_FILE
                    ? publish_roll_forward(publish)
                    : 0;
    return !error || fail_at(publish->journal_path, diags, error);
}

struct publish *publish_open(const struct publish_options *options,
                             struct arena *arena, struct diags *diags)
{
    struct publish *publish = new_publish(options, arena);
    publish->keep_stage = true; /* until it is ours to drop */
    if (!open_folders(publish, diags) || !take_lock(publish, diags) ||
        !place_stage(publish, diags)) {
        publish_close(publish);
        return NULL;
    }
    publish->manifest_path = publish_state_file(publish, "manifest");
    publish->journal_path = publish_state_file(publish, "journal");
    return publish;
}

struct publish *publish_open_reading(const struct publish_options *options,
                                     struct arena *arena)
{
    struct publish *publish = new_publish(options, arena);
    struct diags said = {.arena = arena};
    publish->keep_stage = true;
    bool there = publish_check_state(publish->state, &said) &&
                 fs_kind(publish->output, true) == FS_DIR &&
                 fs_real(publish->output, arena, &publish->real) == 0 &&
                 find_state_name(publish->real, publish->state, arena,
                                 &publish->state_name) == 0 &&
                 fs_at_open_root(publish->real, &publish->root) == 0 &&
                 publish_check_output(publish, &said);
    if (!there ||
        fs_kind(publish_state_file(publish, "journal"), false) != FS_MISSING) {
        publish_close(publish);
        return NULL;
    }
    publish->manifest_path = publish_state_file(publish, "manifest");
    return publish;
}

bool publish_read(struct publish *publish, struct diags *diags)
{
    if (publish->lock < 0) {
        struct diags said = {.arena = publish->arena};
        return read_manifest(publish, &said) && publish->manifest.n;
    }
    if (!read_state(publish, diags)) {
        return false;
    }
    publish->keep_stage = false;
    publish_drop_stage(publish);
    publish->opened = publish_clock(publish);
    return true;
}

void publish_close(struct publish *publish)
{
    if (!publish) {
        return;
    }
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        struct publish_worker *worker = &publish->workers[i];
        if (worker->stage >= 0) {
            fs_at_close(worker->stage);
        }
        arena_free(&worker->arena);
    }
    publish_close_stage(publish);
    pool_wait(&publish->sweeper);
    if (publish->root >= 0) {
        if (!publish->keep_stage) {
            publish_drop_stage(publish);
        }
        if (publish->made_output) {
            fs_rmdir(publish->real); /* fails unless it is empty: good */
        }
        fs_at_close(publish->root);
    }
    if (publish->stage_root >= 0) {
        fs_at_close(publish->stage_root);
    }
    if (publish->lock >= 0) {
        fs_at_close(publish->lock);
    }
}

/* --- files of the state --- */

str publish_state_path(str output, str state, const char *name,
                       struct arena *arena)
{
    str real;
    str path;
    int error = fs_real(output, arena, &real);
    error = error ? error : find_state_name(real, state, arena, &path);
    return error ? (str){NULL, 0}
                 : arena_printf(arena, "%.*s.%s", STR_ARG(path), name);
}

int64_t publish_state_clock(const struct publish *publish)
{
    int64_t now;
    return fs_at_clock(publish->lock, &now) == 0 ? now : 0;
}

bool publish_read_file(const struct publish *publish, str path,
                       struct arena *arena, str *bytes)
{
    return fs_at_read(publish->root, path, arena, bytes) == 0;
}
