/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_YAML_QUOTE_H
#define CRUMB_DATA_YAML_QUOTE_H

/* Writes a text as YAML. Any thread. */

#include "base/memory/arena.h"

/* Makes a scalar of one line that every YAML reader reads as this text, in a
 * block, a list or a map. It is plain if that is safe in both YAML 1.1 (yes,
 * 12:30 and 0o7 are not) and 1.2, else in double quotes. Invalid UTF-8 becomes
 * U+FFFD. */
str yaml_quote(struct arena *arena, str text);
/* The same, always in double quotes, as a JSON string. */
str yaml_quote_always(struct arena *arena, str text);

#endif
