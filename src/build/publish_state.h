/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILD_PUBLISH_STATE_H
#define CRUMB_BUILD_PUBLISH_STATE_H

/* What publish.c and publish_commit.c share. On disk:
 *
 *     STATE/output-KEY.stage/0/HASH    new bytes, staged by worker 0
 *     STATE/output-KEY.stage/old/HASH  old files, until the commit is done
 *     STATE/output-KEY.manifest        what is ours
 *     STATE/output-KEY.journal         the next manifest, during a commit
 *     STATE/output-KEY.lock            flock
 *
 * The stage is OUTPUT/.crumb-stage instead if the state is on another file
 * system, since nothing can be renamed from one to the other.
 *
 * HASH is that of the path, so the journal needs to be no more than the
 * manifest to come: what is staged under the hash of one of its paths is
 * still to be put there, and what only the old manifest has is to go. */

#include "base/fs_at.h"
#include "base/map.h"
#include "base/vec.h"
#include "build/manifest.h"
#include "build/publish.h"

enum { PUBLISH_WORKERS = 64 };

struct publish_item {
    struct manifest_entry entry;
    uint8_t worker; /* whose part of the stage */
    bool staged;    /* false: what is published is the same */
    bool replaces;  /* there was a file, known to be ours to replace */
    bool placed;    /* the commit has put it in place... */
    bool kept;      /* ...and the old file is in the stage */
    bool disowned;  /* while rolling forward: a foreign file is there */
};

struct publish_worker {
    struct arena arena;
    VEC(struct publish_item) items;
    struct map folders; /* what is known of the folders of the output */
    int stage;          /* -1: not made yet */
    bool failed;
    bool full; /* a disk that is full is said once */
};

struct publish {
    struct arena *arena;
    str output; /* as it was given: for messages */
    str real;
    str manifest_path;
    str journal_path;
    struct manifest manifest;
    str stage_path;
    str stage_name; /* the same below stage_root */
    int stage_root; /* a descriptor of its own */
    int root;       /* the output folder */
    int lock;
    int old; /* the stage's folder of old files, -1: not made */
    bool force;
    bool made_output;
    bool keep_stage; /* something in it could not be given back */
    struct publish_worker workers[PUBLISH_WORKERS];
};

/* An error at a file of the output. */
struct diag *publish_error(const struct publish *publish, str path,
                           struct diags *diags, const char *code,
                           const char *what);
void publish_error_foreign(const struct publish *publish, str path,
                           struct diags *diags);
void publish_error_link(const struct publish *publish, str path,
                        struct diags *diags);
/* A file that somebody edited is not ours to delete. */
void publish_warn_changed(const struct publish *publish, str path,
                          struct diags *diags);
/* The file's bytes are those that were written. */
bool publish_is_unchanged(const struct publish *publish, struct arena *arena,
                          const struct manifest_entry *entry);
/* The name under which a path is staged. */
struct publish_name {
    char hex[HASH128_HEX];
};
struct publish_name publish_stage_name(str path);
int publish_open_stage(struct publish *publish, str part, int *fd);
/* Does what the journal of a killed run still has to do. */
void publish_roll_forward(struct publish *publish);
/* Every folder on the way to path is one, none is a link. */
bool publish_is_direct(const struct publish *publish, str path);
/* Calls remove for each folder that may have become empty when the files, in
 * the order of their paths, went: inner ones first, and those around it until
 * one can't be removed. Returns the first error that is not about a folder
 * that is gone, not empty or in use. */
int publish_empty_folders(const struct publish *publish, const str *paths,
                          size_t n, int (*remove)(void *context, str dir),
                          void *context);

#endif
