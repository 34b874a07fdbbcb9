/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_REPLACE_H
#define CRUMB_FILES_REPLACE_H

/* Replaces a file in one step: readers see the old bytes or the new ones.
 *
 *     struct fs_new file;
 *     fs_new_open(&file, path, arena);
 *     fs_new_put(&file, bytes);
 *     error = fs_new_finish(&file, sync);
 *
 * The bytes go to NAME.new in the same folder, which is then renamed. The
 * folder must exist and be no symbolic link (ENOTDIR); a link in place of the
 * file is replaced, not followed.
 *
 * Errors stay in the struct: after one, the functions do nothing, and
 * fs_new_finish returns it, an errno value, removes NAME.new and leaves the old
 * file. fs_new_finish must be called once. With `sync` the new bytes are on the
 * disk when it returns. */

#include "base/arena.h"

struct fs_new {
    int fd;     /* of NAME.new */
    int folder; /* the open folder of both files */
    int error;  /* the first one */
    str name;
    str temporary; /* NAME.new */
};

void fs_new_open(struct fs_new *file, str path, struct arena *arena);
void fs_new_put(struct fs_new *file, str bytes);
/* Overwrites the start of what was put: a head that is known last. Call it
 * after the last fs_new_put. */
void fs_new_put_start(struct fs_new *file, str bytes);
int fs_new_finish(struct fs_new *file, bool sync);
/* Does all of this. */
int fs_replace(str path, str bytes, bool sync);

#endif
