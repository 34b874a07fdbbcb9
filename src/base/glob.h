/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_GLOB_H
#define CRUMB_BASE_GLOB_H

/* Patterns of paths, as Hugo has them. */

#include "base/arena.h"

/* Does the whole text match? In the pattern `*` is any text without '/', `**`
 * any text, `?` one byte but '/', [abc] [a-z] [!a] one of a set, {a,b} one of
 * several patterns, and \x the character x. Capitals don't count. Takes time
 * in proportion to the product of both lengths. A pattern with more than 64
 * alternatives, or one that does not close what it opens, matches nothing. */
bool glob_match(str pattern, str text, struct arena *work);

#endif
