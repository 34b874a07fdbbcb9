/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PUBLISH_PUBLISH_STATE_H
#define CRUMB_PUBLISH_PUBLISH_STATE_H

/* Shared by the files of publishing. On disk:
 *
 *     STATE/output-KEY.stage/new/HASH  new units
 *     STATE/output-KEY.stage/old/HASH  old files, until the commit is done
 *     STATE/output-KEY.manifest        the files that crumb wrote
 *     STATE/output-KEY.journal         the next manifest, during a commit
 *     STATE/output-KEY.lock            flock; its time is the fs's clock
 *
 * If the state is on another file system, the stage is OUTPUT/.crumb-stage,
 * since rename(2) works only within one file system.
 *
 * A unit is moved into place by one rename: a file, if its folder exists in the
 * output; else the outermost missing folder with all its files. So a clean
 * build writes each file once, on all threads, and its commit takes a handful
 * of renames.
 *
 * HASH is that of the unit's path. So the next manifest is enough as a journal:
 * if the stage has the hash of one of its paths, or of a folder of one, that
 * unit must still be moved into place; a file that is only in the old manifest
 * must still be removed. */

#include <stdatomic.h>

#include "base/diag/diag.h"
#include "base/hash.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "base/pool.h"
#include "files/fs_at.h"
#include "publish/manifest.h"

enum { PUBLISH_WORKERS = 64 };

struct publish_item {
    struct manifest_entry entry;
    struct fs_stat stat; /* as it was staged, or kept */
    size_t unit;   /* length of its unit's path, a prefix of its own; 0: kept */
    bool replaces; /* it replaces a file of the old manifest */
    uint32_t known; /* kept: its place in the old manifest, and one; else 0 */
};

enum publish_folder_is {
    FOLDER_PRESENT,
    FOLDER_ABSENT, /* or a file of the manifest that it will replace */
    FOLDER_LINK,
    FOLDER_FOREIGN, /* a foreign file has its name */
    FOLDER_UNKNOWN, /* it can't be looked at */
};

struct publish_folder {
    str path;
    struct publish_folder *parent; /* NULL: the output itself */
    enum publish_folder_is is;
    size_t unit; /* length of the outermost absent folder's path in `path` */
    bool staged; /* absent, and made in the stage */
};

struct publish_worker {
    struct arena arena;
    VEC(struct publish_item *) items;
    struct map folders; /* known folders of the output that hold folders */
    struct publish_folder here; /* the last folder, if it is not in the map */
    int stage; /* its own descriptor of new/; -1: not opened yet */
    bool failed;
    str refused; /* the first file that could not be staged, */
    int error;   /* because of this errno value, which is not the file's
                    own fault: a full disk; 0: none */
};

struct publish {
    struct arena *arena;
    str output; /* these two as given, for messages */
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
    int fresh; /* new/ and old/ of the stage, -1: not opened */
    int old;
    size_t jobs;
    bool sync;
    bool made_output;
    bool keep_stage; /* an old file could not be moved back from it */
    struct pool_aside sweeper;
    atomic_size_t needed; /* bytes that did not fit on the disk */
    int64_t opened;       /* clocks, see publish_clock */
    int64_t placed;
    struct publish_item **items; /* of the commit, by path */
    size_t nitems;
    struct publish_worker workers[PUBLISH_WORKERS];
};

/* --- publish_state.c --- */

/* Opens "new" or "old" in the stage, and makes it if it is missing. Does
 * nothing if *fd is open. */
int publish_open_stage(struct publish *publish, str part, int *fd);
void publish_close_stage(struct publish *publish);
/* Removes the stage with all its files. */
void publish_drop_stage(struct publish *publish);
/* Does that on another thread, which publish_close waits for. With one job it
 * does nothing: publish_close drops the stage. */
void publish_sweep(struct publish *publish);
/* The name of a unit or an old file in the stage: the hash of its path. */
str publish_stage_name(str path, struct arena *arena);
/* The path in new/ of a file: below the hash of its unit. */
str publish_staged_path(str path, size_t unit, struct arena *arena);
/* A time that no later change to the output has a time before. 0: unknown, as
 * the output and the lock are on file systems with different clocks. */
int64_t publish_clock(const struct publish *publish);
/* The stat; or none, if the file could still change without changing it. */
struct fs_stat publish_sure(struct fs_stat stat, int64_t clock);

/* --- publish_place.c --- */

/* Reports that a file of the state is a link, or no regular file. Returns
 * false. */
bool publish_refuse_link(str path, struct diags *diags);
/* Whether the output, which is open, is in a permitted place. Returns false
 * after reporting that it is not. */
bool publish_check_output(const struct publish *publish, struct diags *diags);

/* --- publish_say.c --- */

/* These add an error at a file of the output. */
struct diag *publish_error(const struct publish *publish, str path,
                           struct diags *diags, const char *code,
                           const char *what);
void publish_error_foreign(const struct publish *publish, str path,
                           struct diags *diags);
void publish_error_link(const struct publish *publish, str path,
                        struct diags *diags);
/* An errno value, with a cure. */
void publish_error_system(const struct publish *publish, str path,
                          struct diags *diags, int error);
/* Adds a cure for an errno value of a file in `folder`. needed: bytes that did
 * not fit there; 0: unknown. */
void publish_hint(struct diag *diag, str folder, int error, size_t needed);

/* --- publish_commit.c --- */

/* Sorts all workers' items by path and makes the next manifest. Returns false
 * after reporting two items with the same path. */
bool publish_gather(struct publish *publish, struct diags *diags,
                    struct manifest *next);
/* Writes a manifest, or the journal, which is one. Returns 0 or an errno value.
 */
int publish_write_manifest(const struct publish *publish, str path,
                           const struct manifest *manifest);

/* --- publish_remove.c --- */

/* Whether the file's bytes are still those that crumb wrote. Returns 0, or an
 * errno value if it can't be read. */
int publish_is_unchanged(const struct publish *publish, struct arena *arena,
                         const struct manifest_entry *entry, bool *unchanged);
/* *may: the file is there, is reached through no link, and is as crumb wrote
 * it. Returns false after reporting that it can't be read. Warns of a file that
 * was changed. */
bool publish_may_remove(const struct publish *publish,
                        const struct manifest_entry *entry, struct diags *diags,
                        bool *may);
/* On a file system that ignores case: the entry that is the file of that path,
 * under a name that may differ in case. NULL: there is none. */
const struct manifest_entry *publish_find_case(const struct publish *publish,
                                               struct arena *arena,
                                               const struct manifest *manifest,
                                               str path);
/* Whether all folders of the path are real ones, as far as that is known: not
 * links or files. False also if one is missing. */
bool publish_is_direct(const struct publish *publish, str path);
/* Calls `remove` for each folder that may be empty now that the files at paths
 * (sorted) are removed: inner folders first, then those around them until one
 * can't be removed. Folders that are gone, not empty or in use are no error;
 * returns the first other error, or 0. */
int publish_empty_folders(const struct publish *publish, const str *paths,
                          size_t n, int (*remove)(void *context, str dir),
                          void *context);

/* --- publish_recover.c --- */

/* Completes the commit of a killed run by its journal. Returns 0, or the errno
 * value of reading the journal or of writing the manifest: then the next run
 * has to complete it, and needs the stage. */
int publish_roll_forward(struct publish *publish);

#endif
