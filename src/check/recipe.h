/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_RECIPE_H
#define CRUMB_CHECK_RECIPE_H

/* A post with `recipe:` in front matter has its ingredients and its steps in
 * the text: a list, and a list or paragraphs, each below a heading of a name
 * that is known. */

#include "check/findings.h"

/* Adds a warning for each of the two that the post lacks. Posts that are no
 * recipes, and those in languages whose words for it are not known, have none.
 * `work` is left with rubbish in it. */
void recipe_check(const struct post *post, struct arena *work,
                  struct findings *findings);

#endif
