/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_FS_BATCH_H
#define CRUMB_FILES_FS_BATCH_H

/* Changes several files of a writer together: all of them, or none.
 *
 *     struct fs_batch batch = {.arena = arena, .journal = journal};
 *     fs_batch_write(&batch, path, bytes);
 *     fs_batch_move(&batch, from, to);
 *     error = fs_batch_commit(&batch, &failed);
 *
 * First all new bytes are written beside the old files, as .NAME.crumb-new,
 * which is never published. Then they are renamed into place. If a step fails,
 * the steps before it are undone. A file keeps its mode. Where a path is a
 * symbolic link, the file that it leads to changes, and the link stays.
 *
 * The journal is for a process that is killed: the next one calls
 * fs_batch_recover, which undoes what was done. Without a journal a kill may
 * leave some of the steps done, each of them whole, and new bytes beside a file
 * that is still to change; old bytes are in memory alone.
 *
 * Paths and bytes must live as long as the batch; what the batch allocates is
 * in its arena. One thread. */

#include "base/hash.h"
#include "base/memory/vec.h"

enum fs_batch_kind { FS_BATCH_WRITE, FS_BATCH_CREATE, FS_BATCH_MOVE };

struct fs_batch_step {
    enum fs_batch_kind kind;
    str path;            /* links resolved; of a move: from where */
    str to;              /* of a move */
    str bytes;           /* of a write, a create */
    str fresh;           /* file of the new bytes until they are in place */
    str kept;            /* with a journal, file of the old bytes until all is
                            done */
    str old;             /* without one, those bytes */
    str made;            /* the topmost folder that this step makes */
    struct hash128 hash; /* of the bytes */
    bool stuck;          /* could not be undone */
};

struct fs_batch {
    struct arena *arena;
    str journal; /* its path, or empty: no journal. With one all files are below
                    the working directory */
    VEC(struct fs_batch_step) steps;
    str stuck; /* the path of a step that failed to be undone, or empty */
};

/* These add a step; steps are done in this order. New bytes for a file that
 * exists: */
void fs_batch_write(struct fs_batch *batch, str path, str bytes);
/* A new file, and the folders to it that are missing. EEXIST if it is there. */
void fs_batch_create(struct fs_batch *batch, str path, str bytes);
/* A file or folder to a free name, and the folders to it that are missing.
 * EEXIST if the name is taken. */
void fs_batch_move(struct fs_batch *batch, str from, str to);
/* Does all steps. Returns 0; or an errno value, with the path that it is about
 * in *failed, which is set even if there is no error. After an error all files
 * are as before, except where an undo failed too: batch->stuck is the path of
 * such a step. With a journal, the old bytes of a write stay in
 * .NAME.crumb-old then, a new file stays, a moved one is where it was moved to,
 * and the journal stays for fs_batch_recover. EWOULDBLOCK: another process has
 * the journal. EALREADY: it lists steps that are still to be undone. EXDEV:
 * with a journal, a file outside of the working directory. Files of its own
 * that it can't remove after all steps are done are no error: the journal
 * stays, and fs_batch_recover removes them. */
int fs_batch_commit(struct fs_batch *batch, str *failed);

enum fs_batch_left {
    FS_BATCH_NOTHING, /* no process was killed before all was done, one is still
                         at work, or the journal is damaged or can't be opened
                       */
    FS_BATCH_UNDONE,
    FS_BATCH_CHANGED, /* undone, except files that have changed since: they
                         stay, and the bytes kept from before the write are
                         removed */
    FS_BATCH_STUCK,   /* a step can't be undone: the journal and the old bytes
                         stay */
};

/* Undoes what a process that was killed, or failed to undo, has left, if there
 * is a journal. Files that have changed since are left alone; a file that is
 * missing is put back. Of a batch that was complete, and of a damaged journal,
 * it only removes the leftovers. *changed is the path of a changed or stuck
 * step; else it is not set. */
enum fs_batch_left fs_batch_recover(str journal, struct arena *arena,
                                    str *changed);

#endif
