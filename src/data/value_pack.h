/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_VALUE_PACK_H
#define CRUMB_DATA_VALUE_PACK_H

/* Values in records (base/pack.h): plain data with the places of its parts.
 *
 * Objects and functions are not data: reading a record with one in it fails. So
 * does reading values nested deeper than crumb's parsers allow. An undefined
 * value loses the name that was missing. */

#include "base/pack.h"
#include "data/value.h"

/* `source` is the source that the value was read from, or NULL. Texts that are
 * slices of it are written as places. A container of another source loses its
 * places, and so does an empty map. */
void value_pack(value v, const struct source *source, struct buf *out);
/* `source` must have the same text as then. Strings point into it or into the
 * record; containers live in the arena, but for empty maps, which are one map
 * and must not be changed. On failure (in->failed) returns
 * undefined. */
value value_unpack(struct unpack *in, const struct source *source,
                   struct arena *arena);

#endif
