/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PUBLISH_PUBLISH_STATE_H
#define CRUMB_PUBLISH_PUBLISH_STATE_H

/* What the files of publishing share. On disk:
 *
 *     STATE/output-KEY.stage/new/HASH  new units
 *     STATE/output-KEY.stage/old/HASH  old files, until the commit is done
 *     STATE/output-KEY.manifest        what is ours
 *     STATE/output-KEY.journal         the next manifest, during a commit
 *     STATE/output-KEY.lock            flock; its time is the fs's clock
 *
 * The stage is OUTPUT/.crumb-stage instead if the state is on another file
 * system, since nothing can be renamed from one to the other.
 *
 * A unit is what one rename puts in place: a file whose folder the output
 * has, or else the outermost folder that it lacks, with all that is to be in
 * it. So a clean build writes each file once, on all threads, and its commit
 * is a handful of renames.
 *
 * HASH is that of the unit's path, so the journal needs to be no more than
 * the manifest to come: what is staged under the hash of one of its paths, or
 * of a folder of one, is still to be put there, and what only the old
 * manifest has is to go. */

#include <stdatomic.h>

#include "base/diag/diag.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/pool.h"
#include "base/vec.h"
#include "files/fs_at.h"
#include "publish/manifest.h"

enum { PUBLISH_WORKERS = 64 };

struct publish_item {
    struct manifest_entry entry;
    struct fs_stat stat; /* as it was staged, or kept */
    size_t unit;         /* how much of the path is its unit's; 0: it is kept */
    bool replaces;       /* there was a file, known to be ours to replace */
};

enum publish_folder_is {
    FOLDER_PRESENT,
    FOLDER_ABSENT, /* or a file of ours that has to make way for it */
    FOLDER_LINK,
    FOLDER_FOREIGN, /* somebody's file has its name */
};

struct publish_folder {
    str path;
    struct publish_folder *parent; /* NULL: the output itself */
    enum publish_folder_is is;
    size_t unit; /* how much of the path is the outermost absent folder's */
    bool staged; /* absent, and made in the stage */
};

struct publish_worker {
    struct arena arena;
    VEC(struct publish_item *) items;
    struct map folders; /* of the output, that hold folders: what is known */
    struct publish_folder here; /* the one that was met last, if it is none */
    int stage; /* its own descriptor of new/; -1: not opened yet */
    bool failed;
    str refused; /* the first file that could not be staged, ... */
    int error;   /* ...for a reason that others share; 0: none */
};

struct publish {
    struct arena *arena;
    str output; /* as they were given: for messages */
    str state;
    str real;
    str state_name; /* .crumb/output-HASH */
    str manifest_path;
    str journal_path;
    struct manifest manifest;
    str stage_path;
    str stage_name; /* the same below stage_root */
    int stage_root; /* a descriptor of its own */
    int root;       /* the output folder */
    int lock;
    int fresh; /* the stage's two folders, -1: not opened */
    int old;
    size_t jobs;
    bool sync;
    bool made_output;
    bool keep_stage; /* something in it could not be given back */
    struct pool_aside sweeper;
    atomic_size_t needed; /* bytes that found no room */
    int64_t opened;       /* clocks, see publish_clock */
    int64_t placed;
    struct publish_item **items; /* of the commit, by path */
    size_t nitems;
    struct publish_worker workers[PUBLISH_WORKERS];
};

/* --- publish_state.c --- */

/* "new" or "old" in the stage, made if need be; nothing if fd is open. */
int publish_open_stage(struct publish *publish, str part, int *fd);
void publish_close_stage(struct publish *publish);
/* Removes the stage, with all that is in it. */
void publish_drop_stage(struct publish *publish);
/* The same beside what follows; publish_close waits for it. */
void publish_sweep(struct publish *publish);
/* The name under which a unit or an old file is staged: of fixed length and
 * flat, whatever the path is. */
struct publish_name {
    char hex[HASH128_HEX];
};
struct publish_name publish_stage_name(str path);
/* Where a path is in new/: below its unit, which is there under its hash. */
str publish_staged_path(str path, size_t unit, struct arena *arena);
/* What is changed from now on has no time before it. 0 if there is no telling,
 * because the output has another file system's clock than the lock. */
int64_t publish_clock(const struct publish *publish);
/* The stat, or none if the file could yet change and keep it. */
struct fs_stat publish_sure(struct fs_stat stat, int64_t clock);

/* --- publish_place.c --- */

/* The part of `place` below `folder`, both real paths; p == NULL: it is not
 * below it. */
str publish_part_below(str folder, str place);
/* False, and says that a file of the state is a link. */
bool publish_refuse_link(str path, struct diags *diags);
/* The output is open, and no place for it (false): reported. */
bool publish_check_output(const struct publish *publish, struct diags *diags);

/* --- publish_say.c --- */

/* An error at a file of the output. */
struct diag *publish_error(const struct publish *publish, str path,
                           struct diags *diags, const char *code,
                           const char *what);
void publish_error_foreign(const struct publish *publish, str path,
                           struct diags *diags);
void publish_error_link(const struct publish *publish, str path,
                        struct diags *diags);
/* What the system said of a file, with a cure. */
void publish_error_system(const struct publish *publish, str path,
                          struct diags *diags, int error);
/* A file that has to go, and can't be compared with what was written. */
void publish_error_unread(const struct publish *publish, str path,
                          struct diags *diags, int error);
/* A cure for what the system said of what is in a folder; needed: bytes that
 * found no room there, 0 if that is not known. */
void publish_hint(struct diag *diag, str folder, int error, size_t needed);
/* A file that somebody edited is not ours to delete. */
void publish_warn_changed(const struct publish *publish, str path,
                          struct diags *diags);

/* --- publish_commit.c --- */

/* All workers' items by path, and the manifest that they make. False: two of
 * one path, reported. */
bool publish_gather(struct publish *publish, struct diags *diags,
                    struct manifest *next);

/* --- publish_remove.c --- */

/* Whether the file's bytes are those that were written. An error: there is no
 * telling, through nobody's doing. */
int publish_is_unchanged(const struct publish *publish, struct arena *arena,
                         const struct manifest_entry *entry, bool *unchanged);
/* No folder on the way to path is known to be none, or a link. */
bool publish_is_direct(const struct publish *publish, str path);
/* Calls remove for each folder that may have become empty when the files, in
 * the order of their paths, went: inner ones first, and those around it until
 * one can't be removed. Returns the first error that is not about a folder
 * that is gone, not empty or in use. */
int publish_empty_folders(const struct publish *publish, const str *paths,
                          size_t n, int (*remove)(void *context, str dir),
                          void *context);

/* --- publish_recover.c --- */

/* Does what the journal of a killed run still has to do. 0, or why the journal
 * can't be read; then nothing was done. */
int publish_roll_forward(struct publish *publish);

#endif
