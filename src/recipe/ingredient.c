/* SPDX-License-Identifier: MIT */
#include "recipe/ingredient.h"

#include "base/memory/buf.h"

/* The text behind the last amount, with "eggs" for "egg" if there are now two.
 */
static void put_rest(const struct ingredient *ingredient, size_t done,
                     struct fraction factor, struct buf *out)
{
    str text = ingredient->text;
    const struct amount *first =
        ingredient->amounts.n ? &ingredient->amounts.p[0] : NULL;
    size_t at = ingredient->noun_at;
    if (first && ingredient->noun_n && at >= done && !first->fixed &&
        factor.num != factor.den) {
        struct fraction last = fraction_multiply(
            first->most.den ? first->most : first->least, factor);
        buf_put(out, str_sub(text, done, at - done));
        buf_put(out, last.num <= last.den ? ingredient->noun_one
                                          : ingredient->noun_many);
        done = at + ingredient->noun_n;
    }
    buf_put(out, str_from_offset(text, done));
}

void ingredient_put(const struct lexicon *words,
                    const struct ingredient *ingredient,
                    const struct scaling *scaling, struct buf *out)
{
    str text = ingredient->text;
    size_t done = 0;
    for (size_t i = 0; i < ingredient->amounts.n; i++) {
        const struct amount *amount = &ingredient->amounts.p[i];
        if (amount->at >= done) {
            buf_put(out, str_sub(text, done, amount->at - done));
            done = amount->at + amount->n;
            amount_put(words, amount, text, scaling, ingredient->density, out);
        }
    }
    put_rest(ingredient, done, scaling->factor, out);
}

struct fraction ingredient_weight(const struct lexicon *words,
                                  const struct ingredient *ingredient)
{
    const struct fraction none = {0, 0};
    if (!ingredient->amounts.n) {
        return none;
    }
    const struct amount *first = &ingredient->amounts.p[0];
    struct fraction base = amount_base(words, first);
    enum unit_kind kind = first->unit ? first->unit->kind : UNIT_PIECES;
    return kind == UNIT_WEIGHT   ? base
           : kind == UNIT_VOLUME ? fraction_multiply(base, ingredient->density)
                                 : none;
}
