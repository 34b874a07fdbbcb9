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

struct unit_size {
    str id;
    enum unit_kind kind;
    bool metric; /* written with decimals: 2.5 g, but ½ cup */
    struct fraction sizes[UNIT_SYSTEMS];
};

/* The size of the unit of that id; NULL: it has none. */
const struct unit_size *unit_size_find(str id);
/* The system of that name, "metric", "us" or "imperial". Returns false if there
 * is none. */
bool unit_system_find(str name, enum unit_system *out);
/* The name of the system. */
str unit_system_name(enum unit_system system);

#endif
