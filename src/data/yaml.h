/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_YAML_H
#define CRUMB_DATA_YAML_H

/* YAML, parsed by libyaml, with the core schema of YAML 1.2. Containers keep
 * the places of their parts (struct locus). These let diagnostics point at a
 * part, and give a scalar's spelling: `1.10` as a title is the text 1.10. */

#include "base/diag/diag.h"
#include "data/value.h"

/* The version of libyaml in use. Another version may parse a text differently.
 */
const char *yaml_library(void);
/* Parses source->text[off, off + len) as one document; an empty one gives none.
 * Strings are slices of the source if they are written there literally, else in
 * the arena. Of duplicate keys the last wins, with a warning. Returns false
 * after reporting an error: not YAML, several documents, nesting over 64 deep,
 * an unknown alias, too many aliased nodes. For the usual mistakes (a colon in
 * a title, a tab, a leading @) the message has the cure. */
bool yaml_parse(const struct source *source, size_t off, size_t len,
                struct arena *arena, struct diags *diags, value *out);
/* Parses a whole file of another program in this way, but with the merge key of
 * YAML 1.1: "<<" adds the entries of one or several maps. A map's own win. */
bool yaml_parse_foreign(const struct source *source, struct arena *arena,
                        struct diags *diags, value *out);

/* --- writing; any thread --- */

/* Makes a scalar of one line that every YAML reader reads as this text, in a
 * block, a list or a map. It is plain if that is safe in both YAML 1.1 (yes,
 * 12:30 and 0o7 are not) and 1.2, else in double quotes. Invalid UTF-8 becomes
 * U+FFFD. */
str yaml_quote(struct arena *arena, str text);
/* Makes a scalar in double quotes, as a JSON string, even of a plain text. */
str yaml_quote_always(struct arena *arena, str text);

#endif
