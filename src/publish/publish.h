/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PUBLISH_PUBLISH_H
#define CRUMB_PUBLISH_PUBLISH_H

/* Publishes rendered bytes to the output folder, all or nothing.
 *
 *   publish_open    locks the output
 *   publish_read    reads the manifest (manifest.h), finishes the commit of a
 *                   killed run
 *   publish_file    (any thread) compares bytes with the published file; if
 *                   they differ, stages them on the output's file system
 *   publish_keep    (any thread) keeps a published file without its bytes
 *   publish_check reports a full disk and the like
 *   publish_commit  renames staged files into place, removes stale files of
 *                   the manifest and folders that become empty, writes the
 *                   manifest; an error rolls everything back
 *   publish_compare instead of a commit: reports the first difference
 *   publish_open_reading instead of publish_open, to read the published files
 *   publish_list    lists the published files
 *   publish_close   drops staged files that were not committed; unlocks
 *
 * If crumb is killed during a commit, the next publish_read completes it from
 * the journal. A file that is not in the manifest is foreign. It is never
 * removed, and enters the manifest only if its bytes are equal to the new ones.
 *
 * A power cut counts as a kill: staged files and the journal are on the disk
 * before the first rename, so no published file is ever half-written, and no
 * file of crumb's becomes foreign. With no_sync both may happen; the next build
 * that compares the bytes repairs the files. */

#include "base/diag/diag.h"
#include "base/hash.h"
#include "base/memory/arena.h"
#include "files/fs.h"

struct manifest;
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
    struct fs_stat stat; /* FS_MISSING: compare its bytes the next time */
};

/* Folders are relative to the working directory or absolute. The arena must
 * outlive the result. Returns NULL after reporting an error: another build has
 * the lock, the output is a file, leads outside through a link... Until
 * publish_read only publish_state_file, publish_state_clock and publish_close
 * may be called. */
struct publish *publish_open(const struct publish_options *options,
                             struct arena *arena, struct diags *diags);
/* Opens the output of an earlier commit for reading: nothing is made, locked or
 * completed. Of the functions below only publish_state_file, publish_read,
 * publish_stamp, publish_manifest, publish_is_intact and publish_close may be
 * called. NULL: there is no output, or a commit is not complete. */
struct publish *publish_open_reading(const struct publish_options *options,
                                     struct arena *arena);
/* Reads the manifest. False: it can't be read or completed, reported; after
 * publish_open_reading: nothing is published, not reported. Only publish_close
 * may follow then. */
bool publish_read(struct publish *publish, struct diags *diags);
/* Whether the state folder may be opened. Returns false after reporting that it
 * is a link, a pipe, a socket or a device. A regular file in its place passes:
 * opening it fails. */
bool publish_check_state(str state, struct diags *diags);
/* Publishes a file. `path`: below the output, normal, '/' between parts; each
 * path at most once; valid until publish_close. `worker` < 64 is the number of
 * the calling thread, whose own diags gets errors. Returns false after an
 * error. Errors that are no single file's fault, such as a full disk or missing
 * rights, are reported by publish_check. */
bool publish_file(struct publish *publish, size_t worker, str path, str bytes,
                  struct diags *diags);
/* Keeps a file whose bytes are known not to change. True: it is in the manifest
 * and was not changed since: its stat is `last` (from publish_listed after an
 * earlier commit; may be NULL), or its bytes have the same hash. `place`: where
 * it stood in the list of that commit, SIZE_MAX if that is not known: it is
 * found faster there. False, with nothing reported: call publish_file. */
bool publish_keep(struct publish *publish, size_t worker, str path,
                  const struct fs_stat *last, size_t place);
/* Reads a file as the last commit has left it. Returns false if it can't. Any
 * thread. */
bool publish_read_file(const struct publish *publish, str path,
                       struct arena *arena, str *bytes);
/* A hash of all published paths and bytes. It changes with each commit that
 * changes a file. */
uint64_t publish_stamp(const struct publish *publish);
/* The published files; valid as long as the arena, and until publish_commit. */
const struct manifest *publish_manifest(const struct publish *publish);
/* Call it after the last publish_file. Each call reports an error that is no
 * single file's fault, at the first file by path; of a full disk with the
 * number of bytes that are missing. Returns false if not all files are staged.
 */
bool publish_check(struct publish *publish, struct diags *diags);
/* Commits, if publish_check returns true; else it does nothing, because files
 * that are not staged would count as stale. If no file changed, it writes
 * nothing, not even the manifest; only the lock's time changes. */
bool publish_commit(struct publish *publish, struct diags *diags,
                    struct publish_counts *counts);
/* Instead of a commit: whether the published files are those that were given to
 * publish_file. Reports the first difference as an error; changes nothing.
 * *files is the number of files given, set unless publish_check fails or a path
 * occurs twice. */
bool publish_compare(struct publish *publish, struct diags *diags,
                     size_t *files);
/* The path of a file in the state folder that belongs to this output. */
str publish_state_file(const struct publish *publish, const char *name);
/* That path without publish_open; p == NULL: there is no such output. */
str publish_state_path(str output, str state, const char *name,
                       struct arena *arena);
/* The current time of the state folder's file system; 0: unknown. */
int64_t publish_state_clock(const struct publish *publish);
/* Call it once, after a commit. Takes the stat of every published file and
 * returns their number. Any later change to a file changes its stat; files that
 * were modified within the current tick of the clock get none, because a second
 * change in that tick would not show. */
size_t publish_list(struct publish *publish);
/* The published file at a place, in the order of paths; and the place of a
 * path, SIZE_MAX if it is not published. `guess` is where it may be. */
struct published publish_listed(const struct publish *publish, size_t place);
size_t publish_place(const struct publish *publish, str path, size_t guess);
/* Whether no file of the manifest has changed. stats[0..n) are those of
 * publish_list. */
bool publish_is_intact(const struct publish *publish, const char *stats,
                       size_t n);
void publish_close(struct publish *publish);

/* For `crumb clean`: removes every file of the manifest, folders that become
 * empty, and the manifest. Warns of files that changed since they were written,
 * and leaves them alone. Returns false after reporting an error; then the
 * manifest stays. */
bool publish_clean(str output, str state, struct arena *arena,
                   struct diags *diags, size_t *removed);

#endif
