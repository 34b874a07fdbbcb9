/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_VALUE_PACK_H
#define CRUMB_DATA_VALUE_PACK_H

/* Values in records (base/pack.h): plain data to any depth, with the places
 * of its parts.
 *
 * Objects and functions are no data: a record with one in it is refused when
 * it is read. So is what is nested deeper than any reader of ours would have
 * made it. An undefined value forgets what was missing. */

#include "base/pack.h"
#include "data/value.h"

/* `source` is where the value was read from, or NULL: texts that are slices
 * of it are written as places. A container of another source loses its
 * places. */
void value_pack(value v, const struct source *source, struct buf *out);
/* `source` has the same text. Strings point into it or into the record,
 * containers are of the arena. Failed: undefined. */
value value_unpack(struct unpack *in, const struct source *source,
                   struct arena *arena);

#endif
