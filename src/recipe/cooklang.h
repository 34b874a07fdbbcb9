/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_COOKLANG_H
#define CRUMB_RECIPE_COOKLANG_H

/* Cooklang (cooklang.org/docs/spec): a recipe whose steps name the ingredients.
 *
 *     Mix @flour{200%g} and @milk{1/2%l} in a #bowl{}, and wait ~{9%minutes}.
 *
 * Comments, notes, metadata and cookware are read past: `#bowl{}` is "bowl". A
 * quantity that is no number is a note. */

#include "recipe/recipe.h"

/* Reads the text, without front matter. What it makes lives in the arena. */
void cooklang_read(const struct lexicon *words, str text, struct arena *arena,
                   struct recipe *out);

/* The recipe as HTML with the headings and lists that recipe_read() knows.
 * Nothing of the text is markup in it. Lives in the arena. */
str cooklang_html(const struct lexicon *words, str text, struct arena *arena);
/* The HTML of a page whose steps have marks with braces: they become words,
 * "200 g flour". *list is the HTML of a heading and the list of their
 * ingredients; it is empty without such marks. Both live in the arena. */
str cooklang_take(const struct lexicon *words, str html, struct arena *arena,
                  str *list);

#endif
