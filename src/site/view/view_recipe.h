/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_VIEW_RECIPE_H
#define CRUMB_SITE_VIEW_VIEW_RECIPE_H

/* The recipe of a post, as templates see it: `page.recipe`.
 *
 * It is plain data: the map of front matter, and what the lists of the post's
 * text are read as (docs/recipes.md). It is made from the HTML of the post's
 * body, so it is a fact of the text: body_input_hash covers the front matter,
 * which may be inherited. */

#include "site/view/view.h"

/* Returns the recipe, valid until view_reset; undefined if the post has none.
 */
value post_recipe(const struct post *post, struct render_context *ctx);
#endif
