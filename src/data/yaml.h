/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_YAML_H
#define CRUMB_DATA_YAML_H

/* YAML 1.2 core schema through libyaml's events. Every container keeps the
 * places of its parts (see struct locus), so what is wrong can be shown, and
 * a scalar's own spelling read: `1.10` as a title is the text 1.10. */

#include "base/diag/diag.h"
#include "data/value.h"

/* The version of the library in use: another one may read a text otherwise. */
const char *yaml_library(void);
/* Parses source->text[off, off + len) as one document; an empty one is none.
 * Strings are slices of the source where they stand there as they are, else
 * in the arena. Duplicate keys: warning with both lines, the last wins.
 * False: not YAML, more than one document, nested over 64 deep, an alias of
 * nothing, too many aliased nodes; reported, with the cure for the usual
 * slips (a colon in a title, a tab, a leading @). */
bool yaml_parse(const struct source *source, size_t off, size_t len,
                struct arena *arena, struct diags *diags, value *out);

#endif
