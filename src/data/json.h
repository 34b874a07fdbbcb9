/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_JSON_H
#define CRUMB_DATA_JSON_H

/* JSON (RFC 8259). Numbers without fraction and exponent that fit 64 bits are
 * ints, all others floats. Containers keep the places of their parts. */

#include "base/diag/diag.h"
#include "data/value.h"

/* Parses source->text. A byte order mark in front is ignored. Of duplicate keys
 * the last wins, with a warning. Nesting over 200 deep is an error. Returns
 * false after reporting the error. */
bool json_parse(const struct source *source, struct arena *arena,
                struct diags *diags, value *out);
/* Parses source->text[off, off + len) alone. */
bool json_parse_part(const struct source *source, size_t off, size_t len,
                     struct arena *arena, struct diags *diags, value *out);

#endif
