/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_FS_BATCH_H
#define CRUMB_FILES_FS_BATCH_H

/* Files of people that change together: all of them, or none. New bytes are
 * written whole, beside the old ones and under names that nobody publishes
 * (.NAME.crumb-new), before the first file changes; then they are renamed into
 * place; what has been done is undone if a later step fails. A file keeps its
 * mode; what a symbolic link leads to is changed, and the link stays.
 *
 * With a journal a process that is killed keeps the promise too: the next one
 * calls fs_batch_recover, which undoes what was done. Without one it may leave
 * some of the steps done, each of them whole. */

#include "base/hash.h"
#include "base/vec.h"

enum fs_batch_kind { FS_BATCH_WRITE, FS_BATCH_CREATE, FS_BATCH_MOVE };

struct fs_batch_step {
    enum fs_batch_kind kind;
    str path;            /* links resolved; of a move: from where */
    str to;              /* of a move */
    str bytes;           /* otherwise */
    str fresh;           /* where the new bytes are, until they are in place */
    str kept;            /* the old file, until all is done */
    str made;            /* the first folder that had to be made */
    struct hash128 hash; /* of the bytes */
};

struct fs_batch {
    struct arena *arena;
    str journal; /* a path: what is to be done stands there; may be empty. All
                    files are below the working directory then */
    VEC(struct fs_batch_step) steps;
};

/* In the order in which they are to be done. A file that is there: */
void fs_batch_write(struct fs_batch *batch, str path, str bytes);
/* One that is not, nor need its folder be there: EEXIST if it is. */
void fs_batch_create(struct fs_batch *batch, str path, str bytes);
/* A file or a folder, to a name that nothing has (EEXIST). */
void fs_batch_move(struct fs_batch *batch, str from, str to);
/* Does it. 0, or an errno value and the path that it is about; then all is as
 * it was. EWOULDBLOCK: another process has the journal. */
int fs_batch_commit(struct fs_batch *batch, str *failed);

enum fs_batch_left {
    FS_BATCH_NOTHING, /* no process was killed, or the one is still at work */
    FS_BATCH_UNDONE,
    FS_BATCH_CHANGED, /* undone but for a file that is not as it was left */
};

/* Undoes what a killed process has left. A file that somebody has changed
 * since is left alone: the first one is *changed. */
enum fs_batch_left fs_batch_recover(str journal, struct arena *arena,
                                    str *changed);

#endif
