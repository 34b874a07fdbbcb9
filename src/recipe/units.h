/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_UNITS_H
#define CRUMB_RECIPE_UNITS_H

/* Units of weight, volume and length, with their exact sizes.
 *
 * Pounds and inches are those of 1959, US measures follow 15 USC 205, imperial
 * ones the Weights and Measures Act 1985. Cups and spoons have three sizes: US
 * customary, imperial and metric (250, 15 and 5 ml). */

#include "recipe/fraction.h"

enum unit_kind {
    UNIT_PIECES, /* cloves, tins, pinches: of no known size */
    UNIT_WEIGHT, /* in grams */
    UNIT_VOLUME, /* in millilitres */
    UNIT_LENGTH, /* in millimetres */
    UNIT_TIME,   /* in seconds */
    UNIT_HEAT,   /* degrees */
};

enum unit_system { UNITS_METRIC, UNITS_US, UNITS_IMPERIAL, UNIT_SYSTEMS };

/* A unit as a language writes it. */
struct unit {
    str id; /* "tbsp", "clove": that of the files of words */
    enum unit_kind kind;
    const struct unit_size *size; /* NULL: UNIT_PIECES */
    str one;                      /* as it is printed: "tbsp", "cup" */
    str many;                     /* "cups" */
};

/* Degrees of a temperature, of no known scale and of the two. */
extern const struct unit unit_degrees;
extern const struct unit unit_celsius;
extern const struct unit unit_fahrenheit;

struct unit_size {
    str id;
    enum unit_kind kind;
    int places; /* 2.5 g, 1.125 kg; 0: with fractions, as ½ cup */
    struct fraction sizes[UNIT_SYSTEMS];
};

/* A unit that a multiple of another one is better written in: a whole number of
 * tablespoons for three teaspoons each, quarter cups, kilograms. */
struct unit_step {
    str from;
    str to;
    struct fraction factor; /* of the number */
    struct fraction step;   /* the number is a multiple of it; 0: it is any */
    struct fraction least;  /* and as large as that */
    struct fraction below;  /* and smaller than that; 1/0: any */
};

extern const struct unit_step unit_steps[];
extern const size_t unit_steps_count;

/* A unit that a system is measured in, and how finely: the first one that the
 * amount is large enough for counts. Measuring cups come in quarters, thirds
 * and eighths; an amount that is 6 % off all of them is written in spoons: 250
 * ml is 1 cup, and 100 ml 7 tbsp. */
enum { UNIT_MEASURE_STEPS = 3 };
struct unit_measure {
    enum unit_system system;
    enum unit_kind kind;
    str unit;
    struct fraction least; /* of that unit */
    struct fraction
        steps[UNIT_MEASURE_STEPS]; /* of several, the first within 6 % */
};

extern const struct unit_measure unit_measures[];
extern const size_t unit_measures_count;

/* The size of the unit of that id; NULL: it has none. */
const struct unit_size *unit_size_find(str id);
/* The system of that name, "metric", "us" or "imperial". Returns false if there
 * is none. */
bool unit_system_find(str name, enum unit_system *out);
/* The decimal places of numbers above ten in that unit, which may be NULL; 0:
 * it is written with fractions, and is not metric. */
static inline int unit_places(const struct unit *unit)
{
    return unit && unit->size ? unit->size->places : 0;
}
/* The name of the system. */
str unit_system_name(enum unit_system system);

#endif
