/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_CSV_H
#define CRUMB_DATA_CSV_H

/* Comma-separated values as of RFC 4180, as programs and people write them:
 * fields in quotes may hold separators, line breaks and doubled quotes; lines
 * end in CRLF, LF or CR; a byte order mark and empty lines are passed over.
 * The first line has the columns' names, and its own separator (comma,
 * semicolon or tab, whichever it has most of) is that of all lines. */

#include "base/diag/diag.h"
#include "data/value.h"

/* The whole of source->text, to a list of dicts from name to text: "007" and
 * "1.10" stay what they are. Names are trimmed, fields are not. False: a quote
 * without an end, text behind a closing one, a line with more or fewer fields
 * than there are names, a name missing or twice; reported, each line once. */
bool csv_parse(const struct source *source, struct arena *arena,
               struct diags *diags, value *out);

#endif
