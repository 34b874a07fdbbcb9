/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "recipe/recipe.h"

#define SIGNS "×xX*"

static const struct fraction none = {0, 0};

static bool is_square(const struct lexicon *words, str text)
{
    struct cursor c = {words, text, word_next(text, 0)};
    for (; c.at < text.n; take_next(&c)) {
        const struct word *word = peek_word(c, WORD_UNIT);
        if (word && str_eq(word->unit->id, STR("square"))) {
            return true;
        }
    }
    return false;
}

/* In millimetres; none for a number without a unit of length, and for less than
 * a tin has: "2 x 20 cm" are two tins. */
static struct fraction side_of(struct fraction number, const struct unit *unit)
{
    enum { LEAST = 50 };
    struct fraction side = unit && unit->kind == UNIT_LENGTH
                               ? fraction_multiply(number, unit->size->sizes[0])
                               : none;
    return side.den && side.num / side.den >= LEAST ? side : none;
}

/* "30 x 25 x 5 cm": the area of the first two. Of the units the last is enough.
 */
static bool take_product(struct cursor c, struct amount first,
                         struct fraction *area)
{
    struct amount second;
    struct amount last;
    take_blanks(&c);
    if (!take_sign(&c, SIGNS) || take_amount(&c, &second) != SCAN_FOUND) {
        return false;
    }
    take_blanks(&c);
    bool three = take_sign(&c, SIGNS) && take_measure(&c, &last);
    const struct unit *unit = second.unit ? second.unit
                              : three     ? last.unit
                                          : NULL;
    *area =
        fraction_multiply(side_of(first.least, first.unit ? first.unit : unit),
                          side_of(second.least, unit));
    return true;
}

/* The first length decides, or the first two with a sign between them. */
struct fraction tin_area(const struct lexicon *words, str text)
{
    /* 355/113 is pi to six places. */
    static const struct fraction quarter_pi = {355, 452};
    struct cursor c = {words, text, 0};
    struct amount first;
    struct fraction area;
    while (c.at < text.n) {
        if (!is_at_number(c)) {
            utf8_next(text, &c.at);
            continue;
        }
        if (take_amount(&c, &first) != SCAN_FOUND) {
            return none;
        }
        if (take_product(c, first, &area)) {
            return area;
        }
        if (!first.unit || first.unit->kind == UNIT_LENGTH) {
            struct fraction side = side_of(first.least, first.unit);
            area = fraction_multiply(side, side);
            return is_square(words, text) ? area
                                          : fraction_multiply(area, quarter_pi);
        }
    }
    return none;
}
