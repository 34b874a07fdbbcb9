/* SPDX-License-Identifier: MIT */
#include "base/json_string.h"
#include "base/memory/buf.h"
#include "recipe/recipe.h"

struct writer {
    const struct recipe *recipe;
    struct scaling scaling;
};

static void put_text(const struct writer *writer, struct dict *dict,
                     const char *key, str text)
{
    dict_put(dict, writer->recipe->arena, key, value_string(text));
}

static str fraction_text(const struct writer *writer, struct fraction number)
{
    struct buf out = {0};
    fraction_put(number, &out);
    return buf_move(&out, writer->recipe->arena);
}

static value ingredient_value(const struct writer *writer,
                              const struct ingredient *ingredient)
{
    const struct recipe *recipe = writer->recipe;
    const enum unit_system *system = writer->scaling.system;
    value v = value_dict(recipe->arena);
    struct dict *dict = v.as.dict;
    struct amount first = {0};
    const struct unit *unit = ingredient->unit;
    struct buf text = {0};
    if (ingredient->amounts.n) {
        struct amount other;
        first = amount_times(ingredient->amounts.p[0], writer->scaling.factor);
        if (system && amount_convert(recipe->words, &first, *system, &other)) {
            first = other;
            unit = other.unit;
        }
    }
    ingredient_put(&writer->scaling, ingredient, &text);
    put_text(writer, dict, "quantity", fraction_text(writer, first.least));
    put_text(writer, dict, "max", fraction_text(writer, first.most));
    put_text(writer, dict, "unit", unit ? unit->one : STR(""));
    put_text(writer, dict, "name", ingredient->name);
    put_text(writer, dict, "note", ingredient->note);
    put_text(writer, dict, "size", ingredient->size);
    put_text(writer, dict, "text", buf_move(&text, recipe->arena));
    put_text(writer, dict, "link", ingredient->link);
    dict_put(dict, recipe->arena, "optional", value_bool(ingredient->optional));
    dict_put(dict, recipe->arena, "understood",
             value_bool(!ingredient->refused));
    return v;
}

static value times_value(const struct writer *writer,
                         const struct recipe_step *step)
{
    struct arena *arena = writer->recipe->arena;
    value list = value_list(arena);
    for (size_t i = 0; i < step->amounts.n; i++) {
        const struct amount *time = &step->amounts.p[i];
        if (amount_kind(time) == UNIT_TIME) {
            value v = duration_value(time->text, time->least, arena);
            dict_put(v.as.dict, arena, "max",
                     time->most.den ? value_int(time->most.num / time->most.den)
                                    : value_none());
            list_push(list.as.list, arena, v);
        }
    }
    return list;
}

/* An amount of a step, a share in parentheses after its part. Temperatures are
 * in the system's degrees. */
static void put_step_amount(const struct writer *writer,
                            const struct amount *amount, struct buf *out)
{
    const enum unit_system *system = writer->scaling.system;
    bool fahrenheit = system && *system == UNITS_US;
    if (amount_kind(amount) == UNIT_HEAT) {
        if (!system || fahrenheit == (amount->unit == &unit_fahrenheit)) {
            buf_put(out, amount->text);
        } else {
            heat_put(amount, fahrenheit, 0, out);
        }
        return;
    }
    buf_put(out, amount->share ? STR(" (") : STR(""));
    amount_put(&writer->scaling, amount, out);
    buf_put(out, amount->share ? STR(")") : STR(""));
}

/* The text with its amounts scaled, without the "=" of fixed ones. */
static str step_text(const struct writer *writer,
                     const struct recipe_step *step)
{
    str text = step->item.text;
    struct buf out = {0};
    size_t done = 0;
    for (size_t i = 0; i < step->amounts.n; i++) {
        const struct amount *amount = &step->amounts.p[i];
        if (amount_kind(amount) != UNIT_TIME && amount->at >= done) {
            bool equals = amount->at && text.p[amount->at - 1] == '=';
            buf_put(&out, str_sub(text, done, amount->at - equals - done));
            put_step_amount(writer, amount, &out);
            done = amount->at + amount->text.n;
        }
    }
    buf_put(&out, str_from_offset(text, done));
    return buf_move(&out, writer->recipe->arena);
}

static value step_value(const struct writer *writer, size_t i,
                        const struct list *ingredients)
{
    const struct recipe *recipe = writer->recipe;
    const struct recipe_step *step = &recipe->steps.p[i];
    struct arena *arena = recipe->arena;
    value v = value_dict(arena);
    value uses = value_list(arena);
    for (size_t k = 0; k < step->uses.n; k++) {
        list_push(uses.as.list, arena, ingredients->items.p[step->uses.p[k]]);
    }
    put_text(writer, v.as.dict, "group", recipe->step_groups.p[step->group]);
    put_text(writer, v.as.dict, "id",
             arena_printf(arena, "recipe-step-%zu", i + 1));
    put_text(writer, v.as.dict, "text", step_text(writer, step));
    dict_put(v.as.dict, arena, "html", value_markup(step->html));
    dict_put(v.as.dict, arena, "uses", uses);
    dict_put(v.as.dict, arena, "times", times_value(writer, step));
    return v;
}

/* Adds the item to the list of all, and to the last group or, with a name, to a
 * new one, whose items are `key`. */
static void add_item(const struct writer *writer, value all, value groups,
                     const str *name, const char *key, value item)
{
    struct arena *arena = writer->recipe->arena;
    struct list *list = groups.as.list;
    if (name) {
        value group = value_dict(arena);
        put_text(writer, group.as.dict, "name", *name);
        dict_put(group.as.dict, arena, key, value_list(arena));
        list_push(list, arena, group);
    }
    const struct dict *last = list->items.p[list->items.n - 1].as.dict;
    list_push(dict_get_str(last, str_from(key))->as.list, arena, item);
    list_push(all.as.list, arena, item);
}

static value cookware_value(const struct writer *writer)
{
    const struct recipe *recipe = writer->recipe;
    value list = value_list(recipe->arena);
    for (size_t i = 0; i < recipe->cookware.n; i++) {
        const struct cookware *ware = &recipe->cookware.p[i];
        value v = value_dict(recipe->arena);
        put_text(writer, v.as.dict, "quantity", ware->quantity);
        put_text(writer, v.as.dict, "name", ware->name);
        dict_put(v.as.dict, recipe->arena, "optional",
                 value_bool(ware->optional));
        list_push(list.as.list, recipe->arena, v);
    }
    return list;
}

value recipe_value(const struct recipe *recipe, struct fraction factor,
                   const enum unit_system *system)
{
    const struct writer writer = {recipe, {recipe->words, factor, system}};
    struct arena *arena = recipe->arena;
    value groups = value_list(arena);
    value ingredients = value_list(arena);
    value sections = value_list(arena);
    value steps = value_list(arena);
    for (size_t i = 0; i < recipe->ingredients.n; i++) {
        const struct ingredient *at = &recipe->ingredients.p[i];
        bool begins = !i || at->group != at[-1].group;
        add_item(&writer, ingredients, groups,
                 begins ? &recipe->groups.p[at->group] : NULL, "ingredients",
                 ingredient_value(&writer, at));
    }
    for (size_t i = 0; i < recipe->steps.n; i++) {
        const struct recipe_step *at = &recipe->steps.p[i];
        bool begins = !i || at->group != at[-1].group;
        add_item(&writer, steps, sections,
                 begins ? &recipe->step_groups.p[at->group] : NULL, "steps",
                 step_value(&writer, i, ingredients.as.list));
    }
    value v = value_dict(arena);
    dict_put(v.as.dict, arena, "groups", groups);
    dict_put(v.as.dict, arena, "steps", steps);
    if (recipe->cookware.n) {
        dict_put(v.as.dict, arena, "cookware", cookware_value(&writer));
    }
    dict_put(v.as.dict, arena, "sections", sections);
    dict_put(v.as.dict, arena, "timeline", timeline_value(recipe));
    return v;
}

static void put_row(str name, str other, const struct fraction *numbers,
                    size_t n, struct buf *out)
{
    buf_put(out, str_ends(buf_str(out), STR("[")) ? STR("") : STR(", "));
    buf_printf(out, "[\"%.*s\", \"%.*s\"", STR_ARG(name), STR_ARG(other));
    for (size_t i = 0; i < n; i++) {
        buf_printf(out, ", [%lld, %lld]", (long long)numbers[i].num,
                   (long long)numbers[i].den);
    }
    buf_putc(out, ']');
}

/* A row of the measures, for a unit of that size, if the language has it. */
static void put_measure(const struct lexicon *words,
                        const struct unit_measure *measure, str name,
                        struct fraction size, struct buf *out)
{
    struct fraction numbers[2 + UNIT_MEASURE_STEPS] = {size, measure->least};
    size_t n = 2;
    for (size_t k = 0; k < UNIT_MEASURE_STEPS && measure->steps[k].num; k++) {
        numbers[n++] = measure->steps[k];
    }
    if (lexicon_unit(words, measure->unit) || !measure->unit.n) {
        put_row(name, measure->unit, numbers, n, out);
    }
}

/* The tables of units that the language has, as JSON for the script of the
 * page. */
static value unit_tables(const struct recipe *recipe)
{
    const struct lexicon *words = recipe->words;
    const struct unit_size *cup = unit_size_find(STR("cup"));
    struct buf out = {0};
    buf_put(&out, STR("{\"names\": {"));
    for (size_t i = 0; i < words->units.n; i++) {
        const struct unit *unit = words->units.p[i];
        if (unit->size && unit->kind != UNIT_TIME) {
            buf_put(&out,
                    str_ends(buf_str(&out), STR("{")) ? STR("") : STR(", "));
            json_put_string(&out, unit->id);
            buf_put(&out, STR(": ["));
            json_put_string(&out, unit->one);
            buf_put(&out, STR(", "));
            json_put_string(&out, unit->many);
            buf_printf(&out, ", %d]", unit_places(unit));
        }
    }
    buf_put(&out, STR("}, \"steps\": ["));
    for (size_t i = 0; i < unit_steps_count; i++) {
        const struct unit_step *step = &unit_steps[i];
        const struct fraction numbers[] = {step->factor, step->step,
                                           step->least, step->below};
        if (lexicon_unit(words, step->to)) {
            put_row(step->from, step->to, numbers, 4, &out);
        }
    }
    buf_put(&out, STR("], \"measures\": ["));
    for (size_t i = 0; i < unit_measures_count; i++) {
        const struct unit_measure *measure = &unit_measures[i];
        enum unit_system system = measure->system;
        struct fraction size = unit_size_find(measure->unit)->sizes[system];
        str name = arena_printf(recipe->arena, "%.*s %s",
                                STR_ARG(unit_system_name(system)),
                                measure->kind == UNIT_WEIGHT   ? "g"
                                : measure->kind == UNIT_VOLUME ? "ml"
                                                               : "");
        put_measure(words, measure, name, size, &out);
        if (words->system == UNITS_US && str_eq(name, STR("us ml"))) {
            put_measure(words, measure, STR("cup"),
                        fraction_divide(size, cup->sizes[UNITS_US]), &out);
        }
    }
    buf_put(&out, STR("]}"));
    return value_string(buf_move(&out, recipe->arena));
}

void recipe_put_units(const struct recipe *recipe, struct dict *out)
{
    const struct lexicon *words = recipe->words;
    dict_put(out, recipe->arena, "unit_tables", unit_tables(recipe));
    dict_put(out, recipe->arena, "system",
             value_string(unit_system_name(words->system)));
    dict_put(out, recipe->arena, "point", value_string(words->point));
}
