/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILD_PUBLISH_H
#define CRUMB_BUILD_PUBLISH_H

/* From rendered bytes to the output folder, all or nothing.
 *
 *   publish_open    locks the output, finishes what a killed run left,
 *                   reads the manifest of what is ours
 *   publish_file    (any thread) compares with what is published; only bytes
 *                   that differ are staged, on the output's file system
 *   publish_keep    (any thread) the same for what needs no rendering
 *   publish_commit  renames the staged files into place, removes stale ones
 *                   of the manifest and the folders that this empties,
 *                   writes the manifest; an error rolls all of it back
 *   publish_close   drops what was staged and not committed; unlocks
 *
 * A kill during the commit is rolled forward by the next publish_open from
 * the journal. Files that are not in the manifest are never removed, and
 * overwritten only when their bytes are equal (adopted) or `force` is set. */

#include "base/arena.h"
#include "base/diag.h"
#include "base/fs.h"

struct publish;

struct publish_counts {
    size_t written;
    size_t kept;
    size_t removed;
};

/* output: the folder (made if missing, and removed again by publish_close if
 * nothing was committed); state: the folder for manifest, journal and lock
 * (".crumb"); both relative to the working directory or absolute. NULL:
 * reported (the output is locked by another build, is a file, leads outside
 * through a link...). The arena must outlive it. */
struct publish *publish_open(str output, str state, bool force,
                             struct arena *arena, struct diags *diags);
/* path: below the output, normal, '/' between parts; each path at most once.
 * `worker` < 64 names the calling thread. False: reported into diags, which
 * is the calling thread's own. */
bool publish_file(struct publish *publish, size_t worker, str path, str bytes,
                  struct diags *diags);
/* An output that is known to come out as it did. True: the manifest has it,
 * and the file is as it was written: its stat is `last` (from fs_stat after
 * an earlier commit; may be NULL), or its bytes are read and hash the same.
 * False, nothing reported: it has to be given to publish_file. */
bool publish_keep(struct publish *publish, size_t worker, str path,
                  const struct fs_stat *last);
/* Only after all publish_file calls returned, and all of them true: else
 * nothing is done, as what is missing would count as stale. If nothing
 * changed, nothing is written, the manifest included. */
bool publish_commit(struct publish *publish, struct diags *diags,
                    struct publish_counts *counts);
/* The state's file of that name for this output. */
str publish_state_file(const struct publish *publish, const char *name);
/* The state's file system's clock, now. */
int64_t publish_clock(const struct publish *publish);
/* What is published there. */
int publish_stat(const struct publish *publish, str path, struct fs_stat *out);
void publish_close(struct publish *publish);

/* Removes every file of the manifest, the folders this empties, and the
 * manifest itself. Used by `crumb clean`. Files that changed since they were
 * written are named in a warning and left alone. */
bool publish_clean(str output, str state, struct arena *arena,
                   struct diags *diags, size_t *removed);

#endif
