/* SPDX-License-Identifier: MIT */
#include "site/view/view_recipe.h"

#include "base/hash.h"
#include "base/memory/buf.h"
#include "site/view/body.h"
#include "site/view/recipe_facts.h"

static void put_time(const struct post *post, const struct lexicon *words,
                     struct dict *times, const char *key)
{
    struct arena *arena = words->arena;
    str text = post_recipe_text(post, str_from(key));
    struct fraction seconds = duration_read(words, text);
    if (!seconds.den) {
        dict_put(times, arena, key, value_none());
        return;
    }
    value v = value_dict(arena);
    struct buf iso = {0};
    duration_put_iso(seconds, &iso);
    dict_put(v.as.dict, arena, "text", value_string(text));
    dict_put(v.as.dict, arena, "iso", value_string(buf_move(&iso, arena)));
    dict_put(v.as.dict, arena, "seconds", value_int(seconds.num / seconds.den));
    dict_put(times, arena, key, v);
}

/* The number of pieces that `yield` begins with: 4 of "4 fondants". */
static value pieces_of(const struct post *post, const struct lexicon *words)
{
    value yield = post_recipe_fact(post, STR("yield"));
    struct fraction number;
    struct cursor c = {
        words, value_is(yield, VALUE_STRING) ? value_str(yield) : STR(""), 0};
    if (value_is(yield, VALUE_INT) && yield.as.i > 0) {
        return yield;
    }
    return take_number(&c, &number) == SCAN_FOUND && number.den == 1
               ? value_int(number.num)
               : value_none();
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
    for (size_t i = 0; i < read.as.dict->entries.n; i++) {
        const struct entry *entry = &read.as.dict->entries.p[i];
        dict_set(dict, arena, entry->key, entry->val);
    }
    value times = value_dict(arena);
    put_time(post, words, times.as.dict, "prep");
    put_time(post, words, times.as.dict, "cook");
    put_time(post, words, times.as.dict, "total");
    dict_put(dict, arena, "times", times);
    dict_put(dict, arena, "pieces", pieces_of(post, words));
    struct fraction area = tin_area(words, post_recipe_text(post, STR("tin")));
    if (area.den && area.num) {
        dict_put(dict, arena, "area", value_int(area.num / area.den));
    }
    dict_put(dict, arena, "bakers", bakers_value(&recipe));
    bool groups = recipe_is_list(post_recipe_ingredients(post));
    bool steps = recipe_is_list(post_recipe_steps(post));
    value listed = value_dict(arena);
    dict_put(listed.as.dict, arena, "groups", value_bool(groups));
    dict_put(listed.as.dict, arena, "steps", value_bool(steps));
    dict_put(dict, arena, "listed", listed);
    if (!groups && !steps) {
        dict_put(dict, arena, "html", value_markup(recipe_mark(&recipe)));
    }
    return v;
}

value post_recipe(const struct post *post, struct render_context *ctx)
{
    struct view *view = ctx->host;
    if (!post_has_recipe(post)) {
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
