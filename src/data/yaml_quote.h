/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_YAML_QUOTE_H
#define CRUMB_DATA_YAML_QUOTE_H

/* Writing a text as YAML. Any thread. */

#include "base/arena.h"

/* The text as a scalar of one line that every YAML reader takes for that text,
 * in a block, a list or a map: as it is, if nothing in it can mean anything
 * else, be it in YAML 1.1 (yes, 12:30, 0o7) or in 1.2; else in double quotes.
 * Bytes that are no UTF-8 become U+FFFD. */
str yaml_quote(struct arena *arena, str text);
/* Always in double quotes, as JSON has it. */
str yaml_quote_always(struct arena *arena, str text);

#endif
