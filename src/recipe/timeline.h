/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_TIMELINE_H
#define CRUMB_RECIPE_TIMELINE_H

/* When a cook must begin: the times of the steps, added up from the end.
 *
 * The times of a step follow each other, and of a range the upper end counts.
 * Of alternatives ("12 hours in the fridge or 4 hours outside") the longest
 * counts. A time within another one ("every 30 minutes", "the last 5 minutes",
 * "1 minute less") is not counted. Work without a time is not either. */

#include "recipe/recipe.h"

struct stage {
    size_t step;
    size_t at; /* its times in the step's plain text, from first to last */
    size_t n;
    struct fraction seconds;
    struct fraction before; /* the seconds from its beginning to the end */
};

/* The steps that have a time, in their order. */
struct timeline {
    VEC(struct stage) stages;
    struct fraction seconds; /* of all of them */
};

/* Adds up a recipe's times. What it makes lives in the recipe's arena. Times
 * that do not fit make a timeline without stages. */
void timeline_make(const struct recipe *recipe, struct timeline *out);
/* The dict for templates: seconds, and stages of {step, text, seconds, before},
 * the first step is 1; none if no step has a time. */
value timeline_value(const struct recipe *recipe);

#endif
