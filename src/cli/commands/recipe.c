/* SPDX-License-Identifier: MIT */
#include "recipe/recipe.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_string.h"
#include "base/memory/buf.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "markdown/markdown.h"
#include "site/frontmatter/frontmatter.h"
#include "site/view/recipe_facts.h"

/* --- JSON --- */

static void put_json(value v, struct buf *out)
{
    switch (v.kind) {
    case VALUE_STRING: json_put_string(out, value_str(v)); return;
    case VALUE_BOOL: buf_put(out, v.as.b ? STR("true") : STR("false")); return;
    case VALUE_INT: buf_printf(out, "%lld", (long long)v.as.i); return;
    case VALUE_LIST:
        buf_putc(out, '[');
        for (size_t i = 0; i < v.as.list->items.n; i++) {
            buf_put(out, i ? STR(", ") : STR(""));
            put_json(v.as.list->items.p[i], out);
        }
        buf_putc(out, ']');
        return;
    case VALUE_DICT:
        buf_putc(out, '{');
        for (size_t i = 0; i < v.as.dict->entries.n; i++) {
            buf_put(out, i ? STR(", ") : STR(""));
            put_json(v.as.dict->entries.p[i].key, out);
            buf_put(out, STR(": "));
            put_json(v.as.dict->entries.p[i].val, out);
        }
        buf_putc(out, '}');
        return;
    default: buf_put(out, STR("null"));
    }
}

/* --- text --- */

static str text_of(value v, const char *key)
{
    const value *found = dict_get_str(v.as.dict, str_from(key));
    return found && value_is(*found, VALUE_STRING) ? value_str(*found)
                                                   : STR("");
}

static const struct list *list_of(value v, const char *key)
{
    return dict_get_str(v.as.dict, str_from(key))->as.list;
}

static void put_heading(str name, struct buf *out)
{
    if (name.n) {
        bool apart = out->n && !str_ends(buf_str(out), STR("\n\n"));
        buf_printf(out, "%s%.*s\n", apart ? "\n" : "", STR_ARG(name));
    }
}

static void put_plain(value recipe, struct buf *out)
{
    const struct list *groups = list_of(recipe, "groups");
    const struct list *steps = list_of(recipe, "steps");
    str group = STR("");
    for (size_t i = 0; i < groups->items.n; i++) {
        const struct list *members = list_of(groups->items.p[i], "ingredients");
        put_heading(text_of(groups->items.p[i], "name"), out);
        for (size_t k = 0; k < members->items.n; k++) {
            str text = text_of(members->items.p[k], "text");
            buf_printf(out, "- %.*s\n", STR_ARG(text));
        }
    }
    if (groups->items.n && steps->items.n) {
        buf_putc(out, '\n');
    }
    for (size_t i = 0; i < steps->items.n; i++) {
        str name = text_of(steps->items.p[i], "group");
        str text = text_of(steps->items.p[i], "text");
        if (!str_eq(name, group)) {
            put_heading(name, out);
        }
        group = name;
        buf_printf(out, "%zu. %.*s\n", i + 1, STR_ARG(text));
    }
}

/* --- times --- */

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

/* Reads "18:30" in seconds from midnight; -1 for any other text. */
static int64_t time_of_day(str text)
{
    str minutes = text;
    str hours;
    if (!str_split(&minutes, ':', &hours) || !minutes.p || minutes.n != 2) {
        return -1;
    }
    size_t hour = str_take_number(&hours, 23);
    size_t minute = str_take_number(&minutes, 59);
    return hours.n || minutes.n || hour > 23 || minute > 59
               ? -1
               : (int64_t)hour * HOUR + (int64_t)minute * MINUTE;
}

static int64_t number_of(value v, const char *key)
{
    return dict_get_str(v.as.dict, str_from(key))->as.i;
}

/* A line for each step with a time. A step that begins on an earlier day says
 * how many days before. */
static void put_timeline(value recipe, int64_t ready, struct buf *out)
{
    const value *timeline = dict_get_str(recipe.as.dict, STR("timeline"));
    if (!value_is(*timeline, VALUE_DICT)) {
        buf_put(out, STR("\nNo step has a time.\n"));
        return;
    }
    const struct list *stages = list_of(*timeline, "stages");
    buf_printf(out, "\nTo be ready at %02d:%02d, begin at\n",
               (int)(ready / HOUR), (int)(ready % HOUR / MINUTE));
    for (size_t i = 0; i < stages->items.n; i++) {
        value stage = stages->items.p[i];
        str text = text_of(stage, "text");
        int64_t before = number_of(stage, "before");
        int64_t days = before > ready ? (before - ready + DAY - 1) / DAY : 0;
        int64_t at = ready + days * DAY - before;
        buf_printf(out, "- %02d:%02d", (int)(at / HOUR),
                   (int)(at % HOUR / MINUTE));
        if (days) {
            buf_printf(out, ", %lld day%s before", (long long)days,
                       days == 1 ? "" : "s");
        }
        buf_printf(out, ": step %lld (%.*s)\n",
                   (long long)number_of(stage, "step"), STR_ARG(text));
    }
}

/* --- the file --- */

static value front_of(const struct source *source, struct arena *arena,
                      struct diags *diags, size_t *body)
{
    struct frontmatter_place place = {0};
    value front;
    bool found = frontmatter_split(source, diags, &place) &&
                 frontmatter_parse(source, &place, arena, diags, &front);
    *body = place.body;
    return found ? front : value_undefined();
}

static str front_text(value front, str key)
{
    const value *v =
        value_is(front, VALUE_DICT) ? dict_get_str(front.as.dict, key) : NULL;
    return v && value_is(*v, VALUE_STRING) ? value_str(*v) : STR("");
}

static void read_in(str lang, value front, str html, struct arena *arena,
                    struct recipe *out)
{
    struct lexicon *words = lexicon_load(lang, arena);
    const struct dict *keys =
        value_is(front, VALUE_DICT) ? front.as.dict : NULL;
    const value *recipe = keys ? dict_get_str(keys, STR("recipe")) : NULL;
    const struct dict *facts =
        recipe && value_is(*recipe, VALUE_DICT) ? recipe->as.dict : NULL;
    if (facts) {
        unit_system_find(front_text(*recipe, STR("units")), &words->system);
    }
    recipe_read(words, html, recipe_list_in(facts, keys, RECIPE_INGREDIENTS),
                recipe_list_in(facts, keys, RECIPE_DIRECTIONS), arena, out);
}

/* Without `lang` the language is the first one whose headings it has. */
static void read_recipe(value front, str html, struct arena *arena,
                        struct recipe *out)
{
    str lang = front_text(front, STR("lang"));
    read_in(lang.n ? lang : STR("en"), front, html, arena, out);
    bool fits = lang.n || (out->ingredients.n && !out->elsewhere);
    for (size_t i = 0; !fits && i < recipe_words_count; i++) {
        struct recipe now;
        read_in(lexicon_language(i), front, html, arena, &now);
        fits = now.ingredients.n && !now.elsewhere;
        *out = fits ? now : *out;
    }
}

static void report_parts(const struct recipe *recipe,
                         const struct source *source, struct diags *diags)
{
    if (!recipe->ingredients.n) {
        diag_hint(diag_error(diags, span_of(source, 0, 0), "recipe-part",
                             "the recipe has no ingredients"),
                  "list them below a heading ## Ingredients");
    } else if (!recipe->steps.n) {
        diag_warning(diags, span_of(source, 0, 0), "recipe-part",
                     "the recipe has no steps");
    }
}

static void print_recipe(const struct options *options, struct fraction factor,
                         const struct source *source, struct arena *arena,
                         struct diags *diags)
{
    struct markdown markdown = {0};
    struct recipe recipe;
    struct buf out = {0};
    enum unit_system system;
    size_t body;
    value front = front_of(source, arena, diags, &body);
    const struct markdown_options settings = {.raw_html = true};
    bool cooklang = str_ends(source->name, STR(".cook"));
    if (cooklang) {
        str lang = front_text(front, STR("lang"));
        recipe_read_cooklang(lexicon_load(lang.n ? lang : STR("en"), arena),
                             str_from_offset(source->text, body), arena,
                             &recipe);
    } else {
        markdown_init();
        if (!markdown_render(source, body, &settings, arena, diags,
                             &markdown)) {
            return;
        }
        read_recipe(front, markdown.html, arena, &recipe);
    }
    if (!cooklang || !recipe.steps.n) { /* there, steps are enough */
        report_parts(&recipe, source, diags);
    }
    bool converted =
        options->units && unit_system_find(str_from(options->units), &system);
    value v = recipe_value(&recipe, factor, converted ? &system : NULL);
    dict_remove(v.as.dict, value_string(STR("sections"))); /* the theme's */
    if (options->recipe_format && strcmp(options->recipe_format, "json") == 0) {
        if (cooklang && value_is(front, VALUE_DICT)) {
            dict_put(v.as.dict, arena, "metadata", front);
        }
        put_json(v, &out);
        buf_putc(&out, '\n');
    } else {
        put_plain(v, &out);
        if (options->ready) {
            put_timeline(v, time_of_day(str_from(options->ready)), &out);
        }
    }
    report_text(buf_str(&out), stdout);
    buf_free(&out);
}

int command_recipe(const struct options *options)
{
    struct fraction factor = options->scale
                                 ? number_parse(str_from(options->scale))
                                 : fraction_int(1);
    if (!factor.num) {
        say_error("--scale wants a number such as 2, 1/2 or 1.5");
        return EXIT_USAGE;
    }
    if (options->ready && time_of_day(str_from(options->ready)) < 0) {
        say_error("--ready wants a time such as 18:30");
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    const struct source *source =
        settings_file(options->argument, &arena, &diags);
    if (source) {
        print_recipe(options, factor, source, &arena, &diags);
    }
    report(&diags, options);
    int status = report_status(&diags, options);
    arena_free(&arena);
    return status;
}
