/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_RECIPE_H
#define CRUMB_RECIPE_RECIPE_H

/* A recipe, read from a page as a person writes it: the lists below headings
 * like Ingredients and Method. Texts are slices of the HTML or live in the
 * arena. */

#include "data/value.h"
#include "recipe/ingredient.h"

struct recipe_step {
    struct item item;
    str html; /* of the item, without its tag */
    size_t group;
    VEC(size_t) uses; /* numbers of ingredients */
    VEC(struct amount)
    amounts; /* in the order of the text: of ingredients,
                times in seconds, temperatures */
};

/* "#frying pan{2}" of Cooklang. */
struct cookware {
    str quantity; /* as it is written; "1" if it is not */
    str name;
    bool optional;
};

enum recipe_problem {
    RECIPE_NO_INGREDIENTS = 1 << 0,    /* no heading of them */
    RECIPE_EMPTY_INGREDIENTS = 1 << 1, /* no list below it */
    RECIPE_NO_STEPS = 1 << 2,
    RECIPE_EMPTY_STEPS = 1 << 3,
    RECIPE_TWO_METHODS = 1 << 4,
};

struct recipe {
    const struct lexicon *words;
    struct arena *arena;
    str html;
    VEC(str) groups; /* of ingredients; "" for those without a name */
    VEC(struct ingredient) ingredients;
    VEC(str) step_groups;
    VEC(struct recipe_step) steps;
    VEC(struct cookware) cookware; /* of Cooklang */
    bool elsewhere;                /* its headings are in another language */
    unsigned problems;             /* enum recipe_problem */
};

/* Reads the recipe of a page's HTML; marks of Cooklang in it become words.
 * Lists of front matter become a part of the HTML, if the page has none: the
 * ingredients before its steps, or both at its end. Other values than lists
 * change nothing. `words` are those of its language, with the units that it is
 * written in. */
void recipe_read(const struct lexicon *words, str html, value ingredients,
                 value steps, struct arena *arena, struct recipe *out);
/* Reads a .cook file, without front matter: its ingredients are those of its
 * marks, word for word. */
void recipe_read_cooklang(const struct lexicon *words, str text,
                          struct arena *arena, struct recipe *out);
/* Whether a value of front matter lists ingredients or steps: a list, or a map
 * from the names of groups to lists. */
bool recipe_is_list(value v);
/* Finds out what each step uses, its times and temperatures. recipe_read()
 * calls it. */
void recipe_read_steps(struct recipe *recipe);
/* The HTML with marks for programs: amounts, times and temperatures are
 * <data> and <time>, each step has an id. */
str recipe_mark(const struct recipe *recipe);

/* Appends the degrees on that scale, less some: "180–200 °C". From the heat of
 * boiling water up, those of the other scale are multiples of five, as dials of
 * ovens have them. Returns the lower end, without `less`. */
int64_t heat_put(const struct amount *heat, bool fahrenheit, int64_t less,
                 struct buf *out);

/* Sets the text of an item, and the places of its bytes in the page. */
void item_read_text(struct item *item, str page, struct arena *arena);

/* --- duration.c, tin.c --- */

/* Reads "1 h 20 min" or "9 to 10 min" in seconds, the longest time that is
 * said; none for any other text. */
struct fraction duration_read(const struct lexicon *words, str text);
/* Appends it as ISO 8601: PT1H20M. */
void duration_put_iso(struct fraction seconds, struct buf *out);
/* A duration as a dict for templates: text, iso, seconds. */
value duration_value(str text, struct fraction seconds, struct arena *arena);
/* Reads "20 cm round", "30 x 25 cm", "loaf tin 23 x 13 cm": the area in square
 * millimetres; none if it is not clear. A tin with one length is round, unless
 * the text says that it is square. */
struct fraction tin_area(const struct lexicon *words, str text);

/* --- value.c: a recipe as plain data for templates and JSON --- */

/* A dict with groups, steps, sections and timeline, scaled by `factor`. */
value recipe_value(const struct recipe *recipe, struct fraction factor,
                   const enum unit_system *system);

/* Puts what the script of a page needs for other units: unit_tables, as JSON,
 * system and point. */
void recipe_put_units(const struct recipe *recipe, struct dict *out);

/* --- timeline.c --- */

/* When a cook must begin, the times of the steps added up from the end, as a
 * dict: seconds, and stages of {step, text, seconds, before} for the steps that
 * have a time, the first is 1; none if no step has one. Of a range the upper
 * end counts, of alternatives ("12 hours in the fridge or 4 hours outside") the
 * longest. A time within another one ("every 30 minutes", "the last 5 minutes")
 * and work without a time are not counted. */
value timeline_value(const struct recipe *recipe);

/* --- bakers.c --- */

/* Baker's percentages, each weight as a part of that of all flour, as a dict:
 * flour, water, total, hydration, and a row for each ingredient with its weight
 * and percentage; none if there is no flour, or if the weight of an ingredient
 * that counts as flour or water is not known. Water and milk count as water, a
 * millilitre as a gram; a levain, poolish or sourdough as one half flour and
 * one half water. */
value bakers_value(const struct recipe *recipe);

#endif
