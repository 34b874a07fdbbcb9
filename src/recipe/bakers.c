/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "recipe/recipe.h"

struct bakers {
    struct fraction flour; /* in grams, that in preferments included */
    struct fraction water;
    struct fraction total;    /* of all ingredients whose weight is known */
    bool whole;               /* which is each of them */
    bool leavened;            /* it has yeast or a preferment */
    struct fraction *weights; /* of each; none: it is left out */
};

/* Water and milk in millilitres are as many grams, as bakers reckon. */
static struct fraction weight_of(const struct recipe *recipe,
                                 const struct ingredient *ingredient)
{
    bool water = ingredient->part == BAKER_WATER && ingredient->amounts.n;
    return water && amount_kind(ingredient->amounts.p) == UNIT_VOLUME
               ? ingredient_base(recipe->words, ingredient)
               : ingredient_weight(recipe->words, ingredient);
}

/* Whether another group is how the preferment is made: "200 g levain" of the
 * dough below "For the levain". Its flour is counted there. */
static bool is_made_here(const struct recipe *recipe,
                         const struct ingredient *ingredient)
{
    str name = ingredient->name;
    struct cursor c = {recipe->words, name, 0};
    for (; find_word(&c, WORD_PREFERMENT); take_next(&c)) {
        struct cursor end = c;
        take_word(&end, WORD_PREFERMENT);
        str word = str_sub(name, c.at, end.at - c.at);
        for (size_t i = 0; i < recipe->groups.n; i++) {
            if (i != ingredient->group &&
                str_find_nocase(recipe->groups.p[i], word) != STR_NONE) {
                return true;
            }
        }
    }
    return false;
}

/* Adds up a recipe. Returns false if there is no flour, or if a weight that
 * counts is not known. */
static bool bakers_count(const struct recipe *recipe, struct bakers *out)
{
    const struct fraction half = {1, 2};
    size_t n = recipe->ingredients.n;
    *out = (struct bakers){
        {0, 1}, {0, 1},
        {0, 1}, true,
        false,  arena_zalloc(recipe->arena, n + 1, sizeof *out->weights)};
    for (size_t i = 0; i < n; i++) {
        const struct ingredient *ingredient = &recipe->ingredients.p[i];
        struct fraction weight = weight_of(recipe, ingredient);
        if (is_made_here(recipe, ingredient)) {
            continue;
        }
        if (!weight.den) {
            out->whole = false;
            if (ingredient->part == BAKER_NONE) {
                continue;
            }
            return false;
        }
        out->weights[i] = weight;
        out->leavened = out->leavened || ingredient->yeast ||
                        ingredient->part == BAKER_PREFERMENT;
        out->total = fraction_add(out->total, weight);
        bool both = ingredient->part == BAKER_PREFERMENT;
        weight = both ? fraction_multiply(weight, half) : weight;
        if (both || ingredient->part == BAKER_FLOUR) {
            out->flour = fraction_add(out->flour, weight);
        }
        if (both || ingredient->part == BAKER_WATER) {
            out->water = fraction_add(out->water, weight);
        }
    }
    return out->flour.num && out->flour.den && out->water.den && out->total.den;
}

/* A number with one decimal place. */
static value decimal(const struct recipe *recipe, struct fraction number,
                     str point)
{
    struct buf out = {0};
    fraction_put_decimal(number, 1, point, &out);
    return value_string(buf_move(&out, recipe->arena));
}

static value grams(const struct recipe *recipe, struct fraction weight)
{
    return decimal(recipe, weight, STR("."));
}

static value percent(const struct recipe *recipe, struct fraction part,
                     struct fraction flour)
{
    part = fraction_multiply(fraction_divide(part, flour), fraction_int(100));
    return decimal(recipe, part, recipe->words->point);
}

value bakers_value(const struct recipe *recipe)
{
    struct bakers count;
    struct arena *arena = recipe->arena;
    if (!bakers_count(recipe, &count)) {
        return value_none();
    }
    value v = value_dict(arena);
    value rows = value_list(arena);
    for (size_t i = 0; i < recipe->ingredients.n; i++) {
        const struct ingredient *ingredient = &recipe->ingredients.p[i];
        struct fraction weight = count.weights[i];
        if (weight.den) {
            value row = value_dict(arena);
            dict_put(row.as.dict, arena, "name",
                     value_string(ingredient->name));
            dict_put(row.as.dict, arena, "grams", grams(recipe, weight));
            dict_put(row.as.dict, arena, "percent",
                     percent(recipe, weight, count.flour));
            list_push(rows.as.list, arena, row);
        }
    }
    dict_put(v.as.dict, arena, "flour", grams(recipe, count.flour));
    dict_put(v.as.dict, arena, "water", grams(recipe, count.water));
    dict_put(v.as.dict, arena, "total", grams(recipe, count.total));
    dict_put(v.as.dict, arena, "complete", value_bool(count.whole));
    dict_put(v.as.dict, arena, "leavened", value_bool(count.leavened));
    dict_put(v.as.dict, arena, "hydration",
             percent(recipe, count.water, count.flour));
    dict_put(v.as.dict, arena, "rows", rows);
    return v;
}
