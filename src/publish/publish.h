/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PUBLISH_PUBLISH_H
#define CRUMB_PUBLISH_PUBLISH_H

/* From rendered bytes to the output folder, all or nothing.
 *
 *   publish_open    locks the output, finishes what a killed run left,
 *                   reads the manifest of what is ours
 *   publish_file    (any thread) compares with what is published; only bytes
 *                   that differ are staged, on the output's file system
 *   publish_keep    (any thread) the same for what needs no rendering
 *   publish_check   says what there was no room for
 *   publish_commit  renames what is staged into place, removes stale files
 *                   of the manifest and the folders that this empties,
 *                   writes the manifest; an error rolls all of it back
 *   publish_compare instead: says how what is published differs
 *   publish_list    what is published now
 *   publish_close   drops what was staged and not committed; unlocks
 *
 * A kill during the commit is rolled forward by the next publish_open from
 * the journal. Files that are not in the manifest are never removed; they
 * become ours only when their bytes are equal (adopted).
 *
 * A power cut counts as a kill: before the first rename all that is staged
 * and the journal are on the disk, so no published file is ever half-written
 * and none of ours is taken for somebody else's. With no_sync they may be,
 * and files may be torn; the next build that compares their bytes puts them
 * right. */

#include "base/arena.h"
#include "base/diag/diag.h"
#include "base/hash.h"
#include "files/fs.h"

struct publish;

struct publish_options {
    str output;   /* the folder, made if missing, and removed again by
                     publish_close if nothing was committed */
    str state;    /* the folder for manifest, journal and lock (".crumb") */
    bool no_sync; /* don't wait for the disk */
    size_t jobs;  /* threads for what follows the commit; 0: one */
};

struct publish_counts {
    size_t written;
    size_t kept;
    size_t removed;
};

struct published {
    str path;
    struct hash128 hash;
    struct fs_stat stat; /* FS_MISSING: has to be compared the next time */
};

/* Folders are relative to the working directory or absolute. NULL: reported
 * (the output is locked by another build, is a file, leads outside through a
 * link...). The arena must outlive it. */
struct publish *publish_open(const struct publish_options *options,
                             struct arena *arena, struct diags *diags);
/* The folder for the state is one, or not there yet. False: it is a link,
 * reported. */
bool publish_check_state(str state, struct diags *diags);
/* path: below the output, normal, '/' between parts; each path at most once,
 * and kept by the caller until publish_close.
 * `worker` < 64 names the calling thread. False: reported into diags, which
 * is the calling thread's own, or, if the disk is full, by publish_check. */
bool publish_file(struct publish *publish, size_t worker, str path, str bytes,
                  struct diags *diags);
/* An output that is known to come out as it did. True: the manifest has it,
 * and the file is as it was written: its stat is `last` (publish_listed
 * after an earlier commit; may be NULL), or its bytes are read and hash the
 * same. False, nothing reported: it has to be given to publish_file. */
bool publish_keep(struct publish *publish, size_t worker, str path,
                  const struct fs_stat *last);
/* The same for who knows its place in publish_list of that commit. */
bool publish_keep_at(struct publish *publish, size_t worker, str path,
                     const struct fs_stat *last, size_t place);
/* Stands for what is published: paths and bytes. Another one after a commit
 * that changed something. */
uint64_t publish_stamp(const struct publish *publish);
/* Once all publish_file calls returned: a full disk, said once, with all that
 * there was no room for. False: not all is staged. */
bool publish_check(struct publish *publish, struct diags *diags);
/* Only if publish_check is true: else nothing is done, as what is missing
 * would count as stale. If nothing changed, nothing is written, the manifest
 * included; only the lock's time changes. */
bool publish_commit(struct publish *publish, struct diags *diags,
                    struct publish_counts *counts);
/* Instead of a commit: is what is published just what was given to
 * publish_file? Else the first difference is an error, and nothing changes. */
bool publish_compare(struct publish *publish, struct diags *diags,
                     size_t *files);
/* The state's file of that name for this output. */
str publish_state_file(const struct publish *publish, const char *name);
/* The same without opening anything; p == NULL: there is no such output. */
str publish_state_path(str output, str state, const char *name,
                       struct arena *arena);
/* What now is to the state's file system; 0: it can't be told. */
int64_t publish_state_clock(const struct publish *publish);
/* After a commit, once: looks at every published file, and returns how many
 * there are. Its stat is one that no later change can leave as it is: a file
 * whose times are as young as the look at it might be changed within the same
 * tick of the clock, and has none. */
size_t publish_list(struct publish *publish);
/* Each of them, in the order of their paths, and the place of one among them;
 * SIZE_MAX: it is none. */
struct published publish_listed(const struct publish *publish, size_t place);
size_t publish_place(const struct publish *publish, str path);
/* Every file of the manifest is as it was published: stats[0..n) are those of
 * publish_list. */
bool publish_is_intact(const struct publish *publish, const char *stats,
                       size_t n);
void publish_close(struct publish *publish);

/* Removes every file of the manifest, the folders this empties, and the
 * manifest itself. Used by `crumb clean`. Files that changed since they were
 * written are named in a warning and left alone. */
bool publish_clean(str output, str state, struct arena *arena,
                   struct diags *diags, size_t *removed);

#endif
