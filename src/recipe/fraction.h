/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_FRACTION_H
#define CRUMB_RECIPE_FRACTION_H

/* Exact fractions: quantities of recipes are never binary floats.
 *
 * A fraction is reduced, and not negative. One whose denominator is 0 is none:
 * the result of a division by zero and of a number that does not fit. Any
 * operation on none is none. */

#include <stdint.h>

#include "base/str.h"

struct buf;

struct fraction {
    int64_t num;
    int64_t den; /* 0: this is none */
};

static const struct fraction fraction_none = {0, 0};

static inline bool fraction_is_one(struct fraction a)
{
    return a.num == 1 && a.den == 1;
}

static inline struct fraction fraction_int(int64_t n)
{
    return (struct fraction){n, 1};
}

struct fraction fraction_of(int64_t num, int64_t den);
struct fraction fraction_add(struct fraction a, struct fraction b);
struct fraction fraction_multiply(struct fraction a, struct fraction b);
struct fraction fraction_divide(struct fraction a, struct fraction b);
/* <0, 0, >0. Neither may be none. */
int fraction_compare(struct fraction a, struct fraction b);
/* The nearest multiple of `step`; halves are rounded up. */
struct fraction fraction_round(struct fraction a, struct fraction step);
/* Appends "3", "1/2" or "1 1/2"; of none, nothing. */
void fraction_put(struct fraction a, struct buf *out);
/* Appends "1½" where Unicode has the fraction, else as fraction_put. */
void fraction_put_pretty(struct fraction a, struct buf *out);
/* Appends a decimal of at most `places` places, rounded, without zeros at its
 * end: "2.5". `point` is "." or ",". */
void fraction_put_decimal(struct fraction a, int places, str point,
                          struct buf *out);
/* The value of a character such as U+00BD, one half; none: it is no fraction.
 */
struct fraction fraction_of_character(uint32_t c);

#endif
