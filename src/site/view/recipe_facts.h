/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_RECIPE_FACTS_H
#define CRUMB_SITE_VIEW_RECIPE_FACTS_H

/* Recipes in front matter: `recipe:`, a map of facts, and lists of
 * `ingredients` and `directions`, there or as keys of their own. If only one of
 * the two is there, the page has the other. */

#include "recipe/recipe.h"
#include "site/site.h"

/* The fact of that name, or undefined; its text, or an empty one. */
value post_recipe_fact(const struct post *post, str key);
str post_recipe_text(const struct post *post, str key);
/* The facts of front matter as a map of their own; those of a .cook file have
 * the names that Cooklang gives them. */
value post_recipe_map(const struct post *post, struct arena *arena);
/* The map of facts; NULL: there is none. */
const struct dict *post_recipe_facts(const struct post *post);
/* A list of a front matter, as recipe_is_list() has it, with one of those
 * names: in the map of facts, or a key of its own, as Chowdown has it; else
 * undefined. Both maps may be NULL. */
value recipe_list_in(const struct dict *facts, const struct dict *front,
                     str names);
#define RECIPE_INGREDIENTS STR("ingredients recipeIngredient")
#define RECIPE_DIRECTIONS                                                      \
    STR("directions instructions steps method recipeInstructions")
/* A hash of the front matter that a recipe is made from; 0: there is none. */
uint64_t post_recipe_hash(const struct post *post);
/* Whether the post is a recipe by its front matter. */
bool post_has_recipe(const struct post *post);
/* The words of the post's language, in the units that its front matter
 * names. */
const struct lexicon *post_recipe_words(const struct post *post,
                                        struct arena *arena);
/* Reads the recipe from the HTML of the post's body, and from lists in its
 * front matter. */
void post_recipe_read(const struct post *post, const struct lexicon *words,
                      str html, struct arena *arena, struct recipe *out);

#endif
