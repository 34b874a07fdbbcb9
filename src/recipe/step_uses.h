/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_STEP_USES_H
#define CRUMB_RECIPE_STEP_USES_H

/* The ingredients that the words of a step name, and which of them it takes
 * from the list. */

#include "recipe/recipe.h"

/* A word of a text that tells things apart. */
struct stem {
    str text;
    struct fraction density; /* of the phrase that it is in: "icing sugar" */
    bool joined;             /* nothing but blanks between it and the stem
                                before */
    bool other; /* no ingredient: "butter the tin", "a little water" */
};

struct stems {
    VEC(struct stem) list;
    size_t noun; /* the stem of an ingredient's name that says what it is; none
                    of "soup mix" has its number */
};

/* An ingredient of the list. */
struct candidate {
    struct stems name;
    size_t used;      /* the step that takes it, or has an amount of it */
    size_t found;     /* words of its name that the step has */
    size_t shared;    /* words of its line and group that the step has, */
    size_t shared_by; /* the step of this number; steps are from 1 */
};

struct step_reader {
    struct recipe *recipe;
    struct recipe_step *step;
    bool fahrenheit; /* a step before has degrees of that scale */
    size_t *named;   /* numbers of ingredients, see step_take_name() */
    size_t number;   /* of the step, from 1 */
    size_t last;     /* the number, from 1, of the ingredient that the last
                        amount is of; 0: it is of none */
    size_t listed;   /* after the sign of "eggs: 2 now, 1 later"; or 0 */
    struct candidate *all; /* of the list */
    size_t *pairs; /* the number of the group of steps that has the name of each
                      group of ingredients; 0: none has */
    struct stems text; /* of the step */
};

/* All that it makes lives in the arena of the recipe. */
void step_reader_init(struct step_reader *reader, struct recipe *recipe);
/* Whether the word at the cursor is the first of a sentence, or after a colon.
 */
bool step_begins_sentence(struct cursor c);
/* Whether an object follows, so that the word is a verb: "butter the tin", and
 * as a sentence's first word, "Cream 200 g". */
bool step_is_verb(struct cursor c);
/* Begins a step: `step` and `text`. */
void step_begin(struct step_reader *reader, struct recipe_step *step);
/* Sets step->uses, when the amounts of the step are read. */
void step_find_uses(struct step_reader *reader);
/* Moves past the name of ingredients within a few words from the cursor on,
 * with no other word than articles and adjectives before it: sets
 * reader->named, and returns how many it may be. The last of several words is
 * the noun: olive oil, egg yolks. */
size_t step_take_name(struct step_reader *reader, struct cursor *c);

#endif
