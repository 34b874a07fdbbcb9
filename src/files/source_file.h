/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_SOURCE_FILE_H
#define CRUMB_FILES_SOURCE_FILE_H

/* Sources that are files. */

#include "base/diag/diag.h"

/* The text of the file source->name, in the arena. False: it can't be read,
 * reported as `unreadable`; the text then is none. */
bool source_file_read(struct source *source, struct arena *arena,
                      struct diags *diags);

/* Why a file could not be read, for people: "no such file" of a file that is
 * listed is a link that leads nowhere. */
const char *source_file_problem(str path, int error);

#endif
