/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_INGREDIENT_LINE_H
#define CRUMB_RECIPE_INGREDIENT_LINE_H

/* A line of ingredients while ingredient_read.c reads it: the amounts at its
 * beginning, the name, and what the whole line says. */

#include "base/memory/buf.h"
#include "recipe/ingredient.h"

struct line {
    const struct lexicon *words;
    str text;
    size_t at;
    struct arena *arena;
    struct ingredient *out;
    struct buf note;
    size_t size_at; /* the size of a piece, which is the same at each factor */
    size_t size_end;
};

/* Adds an amount to those of the line. */
static inline void line_add_amount(struct line *line,
                                   const struct amount *amount)
{
    *VEC_PUSH(&line->out->amounts, line->arena) = *amount;
}

void line_skip_blanks(struct line *line);
/* Skips white space, a word of one of those roles, and white space. Returns
 * false without such a word. */
bool line_skip_word(struct line *line, unsigned roles);
/* Adds a part of the line to its note, without the signs before it. */
void line_add_note(struct line *line, str note);
/* Whether it is a weight, volume or length. */
bool amount_is_measure(const struct amount *amount);

/* --- ingredient_amount.c --- */

/* Skips the article of "a scant 1/2 cup", which is no number. */
void line_skip_article(struct line *line);
/* "2 cups flour, sifted": the quantity is the first thing. Behind it, the line
 * is at the name. */
enum scan line_read_leading(struct line *line);
/* "Juice of 1 lemon": the quantity is behind "of". Returns false for any other
 * line. */
bool line_read_part_of(struct line *line);
/* "Flour: 200 g": the quantity is the last thing; reads the whole line. Returns
 * false for any other line. */
bool line_read_trailing(struct line *line);

/* --- ingredient_name.c --- */

/* Reads the name. The rest of the line is notes. */
void line_take_name(struct line *line);
/* The length of the sign at text[at] that ends a name; 0: it is none. */
size_t line_separator_at(str text, size_t at);
/* The text without white space and signs around it. */
str line_strip(str text);

#endif
