/* SPDX-License-Identifier: MIT */
#include "recipe/ingredient.h"

#include "base/memory/buf.h"

/* The text from *done to `end`, with "eggs" for "egg" if there are now two. */
static void put_text(const struct ingredient *ingredient, size_t *done,
                     size_t end, struct fraction factor, struct buf *out)
{
    str text = ingredient->text;
    for (size_t i = 0; i < ingredient->nouns.n; i++) {
        const struct noun *noun = &ingredient->nouns.p[i];
        const struct amount *of = &ingredient->amounts.p[noun->of];
        if (noun->at >= *done && noun->at < end && !of->fixed &&
            factor.num != factor.den) {
            struct fraction last = fraction_multiply(amount_last(of), factor);
            buf_put(out, str_sub(text, *done, noun->at - *done));
            buf_put(out, last.num <= last.den ? noun->one : noun->many);
            *done = noun->at + noun->n;
        }
    }
    buf_put(out, str_sub(text, *done, end - *done));
    *done = end;
}

void ingredient_put(const struct scaling *scaling,
                    const struct ingredient *ingredient, struct buf *out)
{
    str text = ingredient->text;
    size_t done = 0;
    for (size_t i = 0; i < ingredient->amounts.n; i++) {
        const struct amount *amount = &ingredient->amounts.p[i];
        put_text(ingredient, &done, amount->at, scaling->factor, out);
        done = amount->at + amount->text.n;
        amount_put(scaling, amount, out);
    }
    put_text(ingredient, &done, text.n, scaling->factor, out);
}

static struct fraction density_of(const struct ingredient *ingredient)
{
    return ingredient->measured.den ? ingredient->measured
                                    : ingredient->density;
}

void ingredient_measure(const struct ingredient *ingredient,
                        struct amount *amount)
{
    bool weight = ingredient->amounts.n &&
                  amount_kind(ingredient->amounts.p) == UNIT_WEIGHT;
    amount->density = amount->other || (ingredient->liquid && !weight)
                          ? fraction_none
                          : density_of(ingredient);
    if (ingredient->liquid && amount->unit &&
        str_eq(amount->unit->id, STR("oz"))) {
        amount->kept = true;
        amount->settled = ~0U;
    }
}

struct fraction ingredient_base(const struct lexicon *words,
                                const struct ingredient *ingredient)
{
    return ingredient->amounts.n
               ? fraction_multiply(amount_base(words, ingredient->amounts.p),
                                   ingredient->whole)
               : fraction_none;
}

struct fraction ingredient_weight(const struct lexicon *words,
                                  const struct ingredient *ingredient)
{
    struct fraction base = ingredient_base(words, ingredient);
    enum unit_kind kind =
        base.den ? amount_kind(ingredient->amounts.p) : UNIT_PIECES;
    return kind == UNIT_WEIGHT ? base
           : kind == UNIT_VOLUME
               ? fraction_multiply(base, density_of(ingredient))
               : fraction_none;
}
