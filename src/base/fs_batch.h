/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_FS_BATCH_H
#define CRUMB_BASE_FS_BATCH_H

/* Files of people that change together: all of them, or none. New bytes are
 * written whole, beside the old ones and under names that nobody publishes
 * (.NAME.crumb-new), before the first file changes; then they are renamed into
 * place; what has been done is undone if a later step fails. A file keeps its
 * mode; what a symbolic link leads to is changed, and the link stays. */

#include "base/vec.h"

enum fs_batch_kind { FS_BATCH_WRITE, FS_BATCH_CREATE, FS_BATCH_MOVE };

struct fs_batch_step {
    enum fs_batch_kind kind;
    str path;  /* links resolved; of a move: from where */
    str to;    /* of a move */
    str bytes; /* otherwise */
    str fresh; /* where the new bytes are, until they are in place */
    str kept;  /* the old file, until all is done */
    str made;  /* the first folder that had to be made */
};

struct fs_batch {
    struct arena *arena;
    VEC(struct fs_batch_step) steps;
};

/* In the order in which they are to be done. A file that is there: */
void fs_batch_write(struct fs_batch *batch, str path, str bytes);
/* One that is not, nor need its folder be there: EEXIST if it is. */
void fs_batch_create(struct fs_batch *batch, str path, str bytes);
/* A file or a folder, to a name that nothing has (EEXIST). */
void fs_batch_move(struct fs_batch *batch, str from, str to);
/* Does it. 0, or an errno value and the path that it is about; then all is as
 * it was. */
int fs_batch_commit(struct fs_batch *batch, str *failed);

#endif
