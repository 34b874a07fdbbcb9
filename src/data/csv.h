/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_CSV_H
#define CRUMB_DATA_CSV_H

/* Comma-separated values (RFC 4180, and what programs write besides): fields in
 * quotes may hold separators, line breaks and doubled quotes; lines end in
 * CRLF, LF or CR; a byte order mark and empty lines are ignored. The first line
 * holds the columns' names. The separator is the comma, semicolon or tab,
 * whichever is most frequent in the first line. */

#include "base/diag/diag.h"
#include "data/value.h"

/* Parses source->text to a list of dicts from name to text: "007" and "1.10"
 * stay texts. Names are trimmed, fields are not. Returns false after reporting
 * errors, one per line: an unclosed quote, text after a closing quote, more or
 * fewer fields than names, a missing or repeated name. Lines after the
 * twentieth error are not read. */
bool csv_parse(const struct source *source, struct arena *arena,
               struct diags *diags, value *out);

#endif
