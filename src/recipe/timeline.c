/* SPDX-License-Identifier: MIT */
#include "recipe/recipe.h"

/* The times of one step. */
struct stage {
    size_t step;
    size_t at; /* its times in the step's plain text, from first to last */
    size_t n;
    struct fraction seconds;
};

/* "Bake for 40 minutes, and turn the tray after 20 minutes": the second time is
 * a part of the first. "After 20 minutes, fold" is a time of its own. */
static void add_time(const struct recipe *recipe,
                     const struct recipe_step *step, size_t i,
                     struct stage *stage, struct fraction *last)
{
    const struct amount *time = &step->amounts.p[i];
    str text = step->item.text;
    struct fraction longest =
        fraction_round(amount_last(time), fraction_int(1));
    struct cursor after = {recipe->words, text, time->at + time->text.n};
    bool first = !last->den;
    if (amount_kind(time) != UNIT_TIME ||
        is_after(recipe->words, text, time->at, WORD_WITHIN) ||
        peek_word(after, WORD_WITHIN) ||
        (!first && is_after(recipe->words, text, time->at, WORD_AFTER))) {
        return;
    }
    bool either = !first && is_after(recipe->words, text, time->at, WORD_TO);
    stage->at = first ? time->at : stage->at;
    stage->n = time->at + time->text.n - stage->at;
    if (either && fraction_compare(longest, *last) <= 0) {
        return;
    }
    stage->seconds.num -= either ? last->num : 0;
    stage->seconds = fraction_add(stage->seconds, longest);
    *last = longest;
}

value timeline_value(const struct recipe *recipe)
{
    struct arena *arena = recipe->arena;
    struct fraction sum = fraction_int(0);
    VEC(struct stage) stages = {0};
    for (size_t i = 0; i < recipe->steps.n; i++) {
        const struct recipe_step *step = &recipe->steps.p[i];
        struct stage stage = {.step = i, .seconds = fraction_int(0)};
        struct fraction last = fraction_none;
        for (size_t k = 0; k < step->amounts.n; k++) {
            add_time(recipe, step, k, &stage, &last);
        }
        if (last.den) {
            sum = fraction_add(sum, stage.seconds);
            *VEC_PUSH(&stages, arena) = stage;
        }
    }
    if (!stages.n || sum.den != 1) { /* too long to be a number */
        return value_none();
    }
    value v = value_dict(arena);
    value list = value_list(arena);
    dict_put(v.as.dict, arena, "seconds", value_int(sum.num));
    dict_put(v.as.dict, arena, "stages", list);
    for (size_t i = 0; i < stages.n; i++) {
        const struct stage *stage = &stages.p[i];
        str text = recipe->steps.p[stage->step].item.text;
        value one = value_dict(arena);
        dict_put(one.as.dict, arena, "step",
                 value_int((int64_t)stage->step + 1));
        dict_put(one.as.dict, arena, "text",
                 value_string(str_sub(text, stage->at, stage->n)));
        dict_put(one.as.dict, arena, "seconds", value_int(stage->seconds.num));
        dict_put(one.as.dict, arena, "before", value_int(sum.num));
        list_push(list.as.list, arena, one);
        sum.num -= stage->seconds.num;
    }
    return v;
}
