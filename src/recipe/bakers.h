/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_BAKERS_H
#define CRUMB_RECIPE_BAKERS_H

/* Baker's percentages: each weight as a part of that of all flour.
 *
 * Water and milk count as water, a millilitre as a gram. A levain, poolish or
 * sourdough counts as one half flour and one half water. There are no
 * percentages if the weight of an ingredient that counts as flour or water is
 * not known. */

#include "recipe/recipe.h"

struct bakers {
    struct fraction flour; /* in grams, that in preferments included */
    struct fraction water;
    struct fraction total; /* of all ingredients whose weight is known */
    bool whole;            /* which is each of them */
    bool leavened;         /* it has yeast or a preferment */
};

/* Adds up a recipe. Returns false if there is no flour, or if a weight that
 * counts is not known. */
bool bakers_count(const struct recipe *recipe, struct bakers *out);
/* The dict for templates: flour, water, total, hydration, and a row for each
 * ingredient with its weight and percentage; none if bakers_count fails.
 */
value bakers_value(const struct recipe *recipe);

#endif
