/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_INGREDIENT_LINE_H
#define CRUMB_RECIPE_INGREDIENT_LINE_H

/* A line of ingredients while it is read: a quantity, a name, and notes. */

#include "base/memory/buf.h"
#include "recipe/ingredient.h"

enum { MOST_PIECES = 100 }; /* a larger number is the type of a flour */

struct line {
    struct cursor c;
    struct ingredient *out;
    struct arena *arena;
    struct buf note;
    size_t done;     /* all before it is in the parts or the note */
    size_t size_end; /* after the size of a piece, the same at each factor */
};

/* --- ingredient_amount.c --- */

/* Reads the quantity: "2 cups flour", "juice of 1 lemon", "flour: 200 g", "a
 * few sprigs of mint". After it the line is at its name, which the third form
 * sets. Returns false if it has a number that is not understood. */
bool line_read_quantity(struct line *line);

/* --- ingredient_name.c --- */

/* Reads the name. */
void line_read_name(struct line *line);
/* Makes text[from..to) no part of the note, which is all between such parts,
 * without signs around it and parentheses. */
void line_take(struct line *line, size_t from, size_t to);
/* Adds the noun text[at..end) of an amount. */
void line_add_noun(struct line *line, size_t of, size_t at, size_t end,
                   const struct word *word);
/* A number in words that another thing has: "and a yolk", "plus two onions". */
bool take_worded(struct cursor *c, struct amount *out);
/* Moves to the end of a name. A comma between adjectives is part of it, and a
 * parenthesis after them: "boneless, skinless thighs", "sweet (glutinous)
 * rice". */
void take_name(struct cursor *c);

#endif
