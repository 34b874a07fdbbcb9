/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_INGREDIENT_H
#define CRUMB_RECIPE_INGREDIENT_H

/* A line of a list of ingredients:
 *
 *     130 g dark chocolate (70% or more), chopped
 *
 * It has amounts (the first is the quantity), a name and a note. A line
 * whose numbers are not understood has none: it is the same at each factor. */

#include "recipe/amount.h"

/* How much of an ingredient counts as flour and as water for baker's
 * percentages. */
enum baker_part { BAKER_NONE, BAKER_FLOUR, BAKER_WATER, BAKER_PREFERMENT };

/* A word that is one or many by an amount without a unit: eggs, cans. */
struct noun {
    size_t at; /* its place in the text */
    size_t n;
    size_t of; /* the number of the amount */
    str one;
    str many;
};

/* A tag <li> or <p> of a page that an ingredient or a step begins with, and its
 * content as plain text, white space as one space. */
struct item {
    size_t tag;   /* the offset of the tag in the page */
    size_t start; /* of its content */
    size_t end;
    str text;
    const uint32_t *from; /* of each byte of the text: where it, or its
                             reference, begins in the page, and where it ends */
    const uint32_t *to;
};

struct ingredient {
    str text;                   /* as it is read: plain, without the {flour} */
    VEC(struct amount) amounts; /* in the order of the text */
    struct fraction whole; /* all of it, as a multiple of the first amount: 9/8
                              of 1 cup plus 2 tbsp; none: it is not clear */
    VEC(struct noun) nouns;
    const struct unit *unit; /* a pinch of; NULL: none */
    str size;                /* of a piece: "large", "400 g"; may be empty */
    str name;                /* never empty, unless the text is */
    str note;                /* may be empty */
    bool optional;
    bool refused; /* it has a number that is not understood */
    enum baker_part part;
    bool yeast;
    struct fraction density;  /* in g/ml, by its name; may be none */
    struct fraction measured; /* density by the line: 1 cup (120 g); or none */
    bool liquid;
    /* Set by others. */
    str link; /* the address of the recipe of it; may be empty */
    size_t group;
    struct item item; /* all zero in a .cook file */
};

/* Reads the line, a plain text. What it makes lives in the arena. */
void ingredient_read(const struct lexicon *words, str text, struct arena *arena,
                     struct ingredient *out);
/* Appends the line with its amounts in that scaling. It is the line's own text
 * if nothing changes. */
void ingredient_put(const struct scaling *scaling,
                    const struct ingredient *ingredient, struct buf *out);
/* Sets how the amount of it becomes grams or cups. A liquid that the line has
 * by volume has no density: cups of milk become millilitres. Ounces of a liquid
 * may be of weight or of volume: they stay. */
void ingredient_measure(const struct ingredient *ingredient,
                        struct amount *amount);
/* All of it, as amount_base(). */
struct fraction ingredient_base(const struct lexicon *words,
                                const struct ingredient *ingredient);
/* Its weight in grams; none if that is not known. */
struct fraction ingredient_weight(const struct lexicon *words,
                                  const struct ingredient *ingredient);

#endif
