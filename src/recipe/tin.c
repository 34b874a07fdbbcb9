/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "recipe/recipe.h"

static bool is_square(const struct lexicon *words, str text)
{
    struct cursor c = {words, text, 0};
    const struct word *word;
    while ((word = find_word(&c, WORD_UNIT)) &&
           !str_eq(word->unit->id, STR("square"))) {
        take_next(&c);
    }
    return word;
}

/* In millimetres; none for a number without a unit of length, and for less than
 * a tin has. */
static struct fraction side_of(struct fraction number, const struct unit *unit)
{
    enum { LEAST = 50 };
    struct fraction side = unit && unit->kind == UNIT_LENGTH
                               ? fraction_multiply(number, unit->size->sizes[0])
                               : fraction_none;
    return side.den && side.num / side.den >= LEAST ? side : fraction_none;
}

/* Of the units the last is enough. Up to three are a count: 3 x 20 cm. */
bool take_sides(struct cursor *c, struct fraction *area)
{
    enum { MOST_COUNT = 3 };
    struct cursor next = *c;
    struct amount first;
    struct amount second;
    struct amount last;
    *area = fraction_none;
    if (take_amount(&next, &first) != SCAN_FOUND || !take_by(&next) ||
        take_amount(&next, &second) != SCAN_FOUND) {
        return false;
    }
    struct cursor depth = next;
    bool three = take_by(&depth) && take_measure(&depth, &last);
    const struct unit *unit = second.unit ? second.unit
                              : three     ? last.unit
                                          : NULL;
    if (first.unit || first.least.num > MOST_COUNT * first.least.den) {
        *area = fraction_multiply(
            side_of(first.least, first.unit ? first.unit : unit),
            side_of(second.least, unit));
    }
    if (area->den) {
        c->at = three ? depth.at : next.at;
    }
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
        if (take_sides(&c, &area)) {
            return area;
        }
        if (take_amount(&c, &first) != SCAN_FOUND) {
            return fraction_none;
        }
        if (!first.unit || first.unit->kind == UNIT_LENGTH) {
            struct fraction side = side_of(first.least, first.unit);
            area = fraction_multiply(side, side);
            return is_square(words, text) ? area
                                          : fraction_multiply(area, quarter_pi);
        }
    }
    return fraction_none;
}
