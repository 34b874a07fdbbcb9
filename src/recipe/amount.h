/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_AMOUNT_H
#define CRUMB_RECIPE_AMOUNT_H

/* Quantities in a text: "130 g", "1 ½ cups", "3-4", "1/4 inch", "half a". */

#include "recipe/lexicon.h"

struct amount {
    size_t at; /* its place in the text, with the unit */
    size_t n;
    size_t number; /* the length of the number or range */
    size_t unit_n; /* the unit is the last so many bytes; 0: it has none */
    struct fraction least;   /* never 0 */
    struct fraction most;    /* of a range; else none */
    const struct unit *unit; /* NULL: pieces */
    str one;                 /* the unit as it is spelled here */
    str many;
    bool split; /* it is not a number before a unit: 1 cup and a half */
    bool fixed; /* it is not scaled */
};

enum scan {
    SCAN_NONE,  /* there is no number */
    SCAN_FOUND, /* there is one, and it is understood */
    SCAN_BAD,   /* there is one: 1/0, 0 g, 1/2,5, more than a million */
};

/* Reads the number at text[at]: digits, fractions, and words for numbers.
 * *end is behind it. */
enum scan number_scan(const struct lexicon *words, str text, size_t at,
                      struct fraction *out, size_t *end);
/* Reads the amount at text[at]. *end is behind its unit, and behind the full
 * stop of an abbreviated one. */
enum scan amount_scan(const struct lexicon *words, str text, size_t at,
                      struct amount *out, size_t *end);
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
/* The length of the one of the signs, which end with an empty one, that is at
 * text[at]; 0: there is none. */
size_t amount_sign_at(str text, size_t at, const str *signs);
/* The offset behind all words of those roles, and the white space behind each.
 */
size_t amount_skip_words(const struct lexicon *words, str text, size_t at,
                         unsigned roles);
/* The offset behind "a" or "one", and the white space behind it. */
size_t amount_skip_one(const struct lexicon *words, str text, size_t at);
/* The offset behind an ending for another number: "Dose/n", "Ei(er)"; `at`,
 * which is not 0: there is none. */
size_t amount_skip_plural(str text, size_t at);
/* The end of "°", "° C", "degrees F" or "F" at text[at]; `at`: there is none.
 * *scale is 'C', 'F' or '\0'. */
size_t degrees_end(str text, size_t at, char *scale);
/* How to write amounts. */
struct scaling {
    struct fraction factor;
    const enum unit_system *system; /* NULL: in their own units */
};

/* Appends the amount of `text` in that scaling, and in units that fit the
 * result: 1 kg for 1000 g. With a density (g/ml; may be none), grams become US
 * cups, and cups grams. An amount that gets too large stays as it is. */
void amount_put(const struct lexicon *words, const struct amount *amount,
                str text, const struct scaling *scaling,
                struct fraction density, struct buf *out);
/* The text between the number and the unit: " heaped ", or a space. */
str amount_middle(const struct amount *amount, str text);
/* The weight in grams, the volume in millilitres, the time in seconds; of a
 * range, its lower end. None for pieces. */
struct fraction amount_base(const struct lexicon *words,
                            const struct amount *amount);
/* The grams or millilitres of one unit of the amount, with *kind, from which
 * amount_convert() makes the other system's; none if it stays as it is. */
struct fraction amount_size_in(const struct lexicon *words,
                               const struct amount *amount, enum unit_system to,
                               struct fraction density, enum unit_kind *kind);
/* Sets *out to the amount in that system, rounded: within 5 % from a spoon up.
 * Returns false if it stays as it is: it has no size, or is written that way
 * there already. */
bool amount_convert(const struct lexicon *words, const struct amount *amount,
                    enum unit_system to, struct fraction density,
                    struct amount *out);

#endif
