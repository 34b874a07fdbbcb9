/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_RECORD_FILE_H
#define CRUMB_FILES_RECORD_FILE_H

/* A file of crumb's own that is read and written as a whole:
 *
 *     header | checksum of what follows | number of records | records
 *
 * The header names what the records are, and the version of their form. As they
 * may come from a stranger (state_file.h), readers still check each record. */

#include "base/pack.h"
#include "base/str.h"

struct arena;

/* Reads the file into the arena, up to its number of records, which *out gives
 * next. False: there is no such file, or it is another one or damaged. */
bool record_file_read(str path, str header, struct arena *arena,
                      struct unpack *out);
/* Appends the bytes of such a file, of n records. */
void record_file_pack(str header, size_t n, str records, struct buf *out);
/* Replaces the file by one of n records. Returns 0 or an errno value. */
int record_file_write(str path, str header, size_t n, str records);

#endif
