/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_GLOB_H
#define CRUMB_BASE_GLOB_H

/* Patterns of paths, in Hugo's syntax. */

#include "base/memory/arena.h"

/* Whether the whole text matches. In the pattern `*` is any text without '/',
 * `**` any text, `?` one byte other than '/', [abc] [a-z] [!a] one of a set but
 * '/', {a,b} one of several patterns, and \x the character x. Case is ignored.
 * Takes time in proportion to the product of both lengths. A pattern with over
 * 64 alternatives, or with an unclosed bracket or brace, matches nothing. */
bool glob_match(str pattern, str text, struct arena *work);

#endif
