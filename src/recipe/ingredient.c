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
                    const struct ingredient *ingredient, struct fraction factor,
                    const enum unit_system *system, struct buf *out)
{
    str text = ingredient->text;
    size_t done = 0;
    for (size_t i = 0; i < ingredient->amounts.n; i++) {
        const struct amount *amount = &ingredient->amounts.p[i];
        struct amount scaled = amount_times(*amount, factor);
        struct amount other;
        if (amount->at < done) {
            continue;
        }
        buf_put(out, str_sub(text, done, amount->at - done));
        done = amount->at + amount->n;
        if (system && amount_convert(words, &scaled, *system,
                                     ingredient->density, &other)) {
            amount_put(words, &other, text, fraction_int(1), out);
        } else {
            amount_put(words, amount, text, factor, out);
        }
    }
    put_rest(ingredient, done, factor, out);
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
