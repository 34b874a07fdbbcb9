/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_INGREDIENT_LINE_H
#define CRUMB_RECIPE_INGREDIENT_LINE_H

/* A line of ingredients while ingredient_read.c reads it, and the parts of the
 * reading that come last. */

#include "base/memory/buf.h"
#include "recipe/ingredient.h"

struct line {
    const struct lexicon *words;
    str text;
    size_t at;
    struct arena *arena;
    struct ingredient *out;
    struct buf note;
};

/* Adds an amount to those of the line. */
static inline void line_add_amount(struct line *line,
                                   const struct amount *amount)
{
    *VEC_PUSH(&line->out->amounts, line->arena) = *amount;
}

/* Finds the amounts of the rest of the line, which scale with the first. Sorts
 * them by their places; the first stays the quantity. */
void line_find_amounts(struct line *line);
/* Finds what the name says: the density, flour or water, yeast. */
void line_find_nature(struct line *line);
/* Finds the counted thing: the last word of the name. */
void line_find_noun(struct line *line);
/* Finds the unit behind a name: "3 garlic cloves". */
void line_find_last_unit(struct line *line);
/* Whether the line says that the ingredient is optional. */
bool line_is_optional(const struct line *line);

#endif
