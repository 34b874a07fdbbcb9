/* SPDX-License-Identifier: MIT */
#include "site/view/view_recipe.h"

#include "base/hash.h"
#include "base/memory/buf.h"
#include "site/view/body.h"
#include "site/view/recipe_facts.h"

static value times_of(const struct post *post, const struct lexicon *words)
{
    static const char *const keys[] = {"prep", "cook", "total"};
    value v = value_dict(words->arena);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        str text = post_recipe_text(post, str_from(keys[i]));
        struct fraction seconds = duration_read(words, text);
        dict_put(v.as.dict, words->arena, keys[i],
                 seconds.den ? duration_value(text, seconds, words->arena)
                             : value_none());
    }
    return v;
}

/* The number of pieces that `yield` says: "4 fondants", "Makes about 4"; none
 * of a range, a weight or "a 20 cm cake". */
static value pieces_of(const struct post *post, const struct lexicon *words)
{
    value yield = post_recipe_fact(post, STR("yield"));
    str text = post_recipe_text(post, STR("yield"));
    struct amount amount;
    struct cursor c = {words, text, 0};
    if (value_is(yield, VALUE_INT) && yield.as.i > 0) {
        return yield;
    }
    enum scan scan = take_amount(&c, &amount);
    if (scan == SCAN_NONE && word_end(text, 0)) {
        take_next(&c);
        take_words(&c, WORD_ABOUT);
        scan = take_amount(&c, &amount);
    }
    bool pieces = scan == SCAN_FOUND && amount_kind(&amount) == UNIT_PIECES &&
                  amount.least.den == 1 && !amount.most.den;
    return pieces ? value_int(amount.least.num) : value_none();
}

static value make(const struct post *post, str html, struct render_context *ctx)
{
    struct arena *arena = ctx->arena;
    const struct lexicon *words = post_recipe_words(post, arena);
    struct recipe recipe;
    value v = post_recipe_map(post, arena);
    struct dict *dict = v.as.dict;
    post_recipe_read(post, words, html, arena, &recipe);
    value read = recipe_value(&recipe, fraction_int(1), NULL);
    dict_merge(dict, arena, read.as.dict);
    recipe_put_units(&recipe, dict);
    dict_put(dict, arena, "times", times_of(post, words));
    dict_put(dict, arena, "pieces", pieces_of(post, words));
    struct fraction area = tin_area(words, post_recipe_text(post, STR("tin")));
    if (area.den && area.num) {
        dict_put(dict, arena, "area", value_int(area.num / area.den));
    }
    dict_put(dict, arena, "bakers", bakers_value(&recipe));
    dict_put(dict, arena, "html", value_markup(recipe_mark(&recipe)));
    return v;
}

value post_recipe(const struct post *post, struct render_context *ctx)
{
    struct view *view = ctx->host;
    if (!post_has_recipe(post)) {
        body_show(post, ctx);
        return value_undefined();
    }
    if (view->hashing) {
        return value_int((int64_t)hash64_mix(
            body_derive(post, ctx)->content_hash, post_recipe_hash(post)));
    }
    if (view->recipe_of != post) {
        view->recipe = make(post, body_content(post, ctx), ctx);
        view->recipe_of = post;
    }
    return view->recipe;
}
