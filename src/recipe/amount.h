/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_AMOUNT_H
#define CRUMB_RECIPE_AMOUNT_H

/* Quantities in a text: "130 g", "1 ½ cups", "3-4", "1/4 inch", "half a". */

#include "recipe/lexicon.h"

struct amount {
    size_t at; /* its place in the text, and what it is there, with the unit */
    str text;  /* empty: it is not written there */
    size_t number;           /* the length of the number or range */
    str gap;                 /* the text between the number and the unit */
    struct fraction least;   /* never 0 */
    struct fraction most;    /* of a range; else none */
    const struct unit *unit; /* NULL: pieces */
    str one;                 /* the unit as it is spelled here */
    str many;
    bool split; /* it is not a number before a unit: 1 cup and a half */
    bool fixed; /* it is not scaled */
    bool kept;  /* its unit stays: 4 heaped tbsp are no ¼ cup */
    bool other; /* it is of another thing than the line's first one */
    bool share; /* in a step, a part of an ingredient, "half of the milk":
                   it is written after that, in parentheses */
    struct fraction density; /* of the ingredient, in g/ml; none: it is not
                                converted by one */
    unsigned settled; /* systems, as bits, in which it is not converted: another
                         amount of the same thing is in their units */
};

enum scan {
    SCAN_NONE,  /* there is no number */
    SCAN_FOUND, /* there is one, and it is understood */
    SCAN_BAD,   /* there is one: 1/0, 0 g, 1/2,5, more than a million */
};

/* --- number.c --- */

/* A number: digits, fractions, and words for numbers. */
enum scan take_number(struct cursor *c, struct fraction *out);
/* "a" or "one". */
bool take_one(struct cursor *c);
/* Whether a digit or a character such as "½" is at the cursor. */
bool is_at_number(struct cursor c);

/* --- amount.c --- */

/* An amount with its unit, and the full stop of an abbreviated one. */
enum scan take_amount(struct cursor *c, struct amount *out);
/* A weight, volume or length. */
bool take_measure(struct cursor *c, struct amount *out);
/* A further weight, volume or length of one thing: "/7 oz", "(7 oz)", "plus 2
 * tbsp". */
bool take_further(struct cursor *c, struct amount *out);
/* A unit of no size, such as a clove; NULL: there is none. */
const struct word *take_counted(struct cursor *c);
bool amount_is_measure(const struct amount *amount);
/* "x", "×" or "by" with a number after it: "9-by-13-inch". */
bool take_by(struct cursor *c);
/* An ending for another number after a word: "Dose/n", "Ei(er)". */
bool take_plural(struct cursor *c);

static inline enum unit_kind amount_kind(const struct amount *amount)
{
    return amount->unit ? amount->unit->kind : UNIT_PIECES;
}

/* Sets its unit, as the files of words spell it; NULL makes it pieces. */
static inline void amount_set_unit(struct amount *amount,
                                   const struct unit *unit)
{
    amount->unit = unit;
    amount->one = unit ? unit->one : STR("");
    amount->many = unit ? unit->many : STR("");
}

/* The upper end of a range, or the amount. */
static inline struct fraction amount_last(const struct amount *amount)
{
    return amount->most.den ? amount->most : amount->least;
}

/* The amount times `factor`, unless it is fixed. */
static inline struct amount amount_times(struct amount amount,
                                         struct fraction factor)
{
    if (!amount.fixed) {
        amount.least = fraction_multiply(amount.least, factor);
        amount.most = fraction_multiply(amount.most, factor);
    }
    return amount;
}

/* --- tin.c --- */

/* Two lengths of one thing: "9 by 13 inches", "30 x 25 x 5 cm". Sets *area to
 * that of the first two in square millimetres; none, and the cursor stays, if
 * it is not clear, as in "2 x 20 cm", which are two things. */
bool take_sides(struct cursor *c, struct fraction *area);

/* --- amount_put.c --- */

/* How to write amounts. */
struct scaling {
    const struct lexicon *words;
    struct fraction factor;
    const enum unit_system *system; /* NULL: in their own units */
};

/* Appends the amount in that scaling, and in units that fit the result: 1 kg
 * for 1000 g. With a density, grams become US cups, and cups grams. An amount
 * that gets too large stays as it is. */
void amount_put(const struct scaling *scaling, const struct amount *amount,
                struct buf *out);
/* Marks two amounts of one thing, "225 g (8 oz)", as known in the systems of
 * both. Of others the first is converted, of a weight and a volume the weight;
 * US cups are not made of what has a volume already. */
void amount_join(const struct lexicon *words, struct amount *a,
                 struct amount *b);
/* The weight in grams, the volume in millilitres, the time in seconds; of a
 * range, its lower end. None for pieces. */
struct fraction amount_base(const struct lexicon *words,
                            const struct amount *amount);
/* The grams or millilitres of one unit of the amount, with *kind, from which
 * amount_convert() makes the other system's; none if it stays as it is. */
struct fraction amount_size_in(const struct lexicon *words,
                               const struct amount *amount, enum unit_system to,
                               enum unit_kind *kind);
/* Sets *out to the amount in that system, rounded: within 6 % from a spoon up.
 * Returns false if it stays as it is: it has no size, or is written that way
 * there already. */
bool amount_convert(const struct lexicon *words, const struct amount *amount,
                    enum unit_system to, struct amount *out);

#endif
