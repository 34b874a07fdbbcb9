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

/* A .cook file, without front matter, as the HTML of its steps, with the
 * heading and lists that recipe_read() knows. Nothing of the text is markup.
 * *marks has its ingredients and cookware. Both live in the arena. */
str cooklang_steps(const struct lexicon *words, str text, struct arena *arena,
                   struct recipe *marks);
/* A list of the ingredients and the steps of such a file. */
str cooklang_html(const struct lexicon *words, str text, struct arena *arena);
/* The HTML of a page whose steps have marks with braces: they become words,
 * "200 g flour". *list is the HTML of a heading and the list of their
 * ingredients; it is empty without such marks. Both live in the arena. */
str cooklang_take(const struct lexicon *words, str html, struct arena *arena,
                  str *list);

#endif
