/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_TOML_H
#define CRUMB_DATA_TOML_H

/* TOML 1.0.0 (toml.io/en/v1.0.0). Tables and arrays keep the places of their
 * parts (struct locus): a key's is that of its own part of a dotted key, the
 * value's of a table is its header. Integers are of 64 bits. A date, a time or
 * both is a text, as it is typed, so that what wants a date reads it as it
 * reads one of YAML; its place in the source has no quotes. */

#include "base/diag/diag.h"
#include "data/value.h"

/* Parses source->text[off, off + len) to a dict. A byte order mark in front is
 * ignored, and in texts of several lines CRLF is LF. Strings are slices of the
 * source if they are written there literally, else in the arena. Returns false
 * after reporting the first error, "toml" or "not-utf8": not TOML, a key or
 * table that is defined twice, a number beyond 64 bits, nesting over 64 deep.
 * Takes time in proportion to the text. */
bool toml_parse(const struct source *source, size_t off, size_t len,
                struct arena *arena, struct diags *diags, value *out);

#endif
