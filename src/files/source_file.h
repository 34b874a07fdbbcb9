/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_SOURCE_FILE_H
#define CRUMB_FILES_SOURCE_FILE_H

/* Reads files as sources, which diagnostics can point into. Any thread. */

#include "base/diag/diag.h"
#include "files/fs_stat.h"

/* Reads the file source->name into source->text, in the arena, and indexes its
 * lines. If it can't be read, reports `unreadable`, leaves the text empty, and
 * returns false. */
bool source_file_read(struct source *source, struct arena *arena,
                      struct diags *diags);

/* Reads a file that a listing has: if it is another one by now, or gone, that
 * is the error (source_file_changes). `listed` may be NULL. */
bool source_file_read_listed(struct source *source,
                             const struct fs_stat *listed, struct arena *arena,
                             struct diags *diags);
/* Reports that the file changes while it is read, and sets diags->moving. */
void source_file_changes(str name, struct diags *diags);

/* Puts `error`, an errno value of reading the file, into words. Of a listed
 * file "no such file" means a link that leads nowhere. The text is strerror's
 * or the program's own. */
const char *source_file_problem(str path, int error);

#endif
