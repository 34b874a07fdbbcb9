/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_REPLACE_H
#define CRUMB_FILES_REPLACE_H

/* Replaces a file in one step: readers see the old bytes or the new ones.
 *
 *     struct replacement file;
 *     replace_open(&file, path, arena);
 *     replace_put(&file, bytes);
 *     error = replace_finish(&file, sync);
 *
 * The bytes go to NAME.new in the same folder, which is then renamed. The
 * folder must exist and be no symbolic link (ENOTDIR); a link in place of the
 * file is replaced, not followed.
 *
 * Errors stay in the struct: after one, the functions do nothing, and
 * replace_finish returns it, an errno value, removes NAME.new and leaves the
 * old file. replace_finish must be called once. With `sync` the new bytes are
 * on the disk when it returns 0; the rename is too, as far as the folder can be
 * synced.
 *
 * A file whose readers know how much of it is theirs may also be extended, in
 * place: replace_open_end instead of replace_open. An error cuts it to its old
 * length. */

#include "base/memory/arena.h"
#include "files/fs_stat.h"

struct replacement {
    int fd;     /* of NAME.new */
    int folder; /* the open folder of both files */
    int error;  /* the first one */
    str name;
    str temporary;       /* NAME.new; p == NULL: the file is extended */
    uint64_t length;     /* its old length */
    struct fs_stat stat; /* set by replace_finish: of the new file, but for the
                            time of its rename */
};

void replace_open(struct replacement *file, str path, struct arena *arena);
/* Opens the file to put bytes at its end, if it is still the one of that stat
 * (its inode and size count) and has no other name: a backup that shares files
 * would get the bytes too. Returns false if not: then there is nothing to
 * finish. */
bool replace_open_end(struct replacement *file, str path,
                      const struct fs_stat *stat);
void replace_put(struct replacement *file, str bytes);
/* Overwrites the start of what was put: a head that is known last. Call it
 * after the last replace_put. */
void replace_put_start(struct replacement *file, str bytes);
int replace_finish(struct replacement *file, bool sync);
/* Does all of this. */
int replace_file(str path, str bytes, bool sync);

#endif
