/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_RECIPE_H
#define CRUMB_CHECK_RECIPE_H

/* Checks posts with `recipe:` in front matter: their text must have ingredients
 * (a list) and steps (a list or paragraphs), each below a heading with a known
 * name. */

#include "check/findings.h"

/* Adds a warning for each of the two that the post lacks. Ignores posts without
 * `recipe:` and languages whose names for the headings crumb does not know.
 * Does not reset `work`. */
void recipe_check(const struct post *post, struct arena *work,
                  struct findings *findings);

#endif
