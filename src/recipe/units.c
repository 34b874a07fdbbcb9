/* SPDX-License-Identifier: MIT */
#include "recipe/units.h"

#define SIZE(id, kind, places, ...)                                            \
    {                                                                          \
        STR_INIT(id), UNIT_##kind, places,                                     \
        {                                                                      \
            __VA_ARGS__                                                        \
        }                                                                      \
    }
#define ALIKE(num, den)                                                        \
    {num, den}, {num, den},                                                    \
    {                                                                          \
        num, den                                                               \
    }

/* Metric, US, imperial. A US gallon is 3785.411784 ml, an imperial one
 * 4546.09 ml. */
static const struct unit_size sizes[] = {
    SIZE("", PIECES, 0, ALIKE(1, 1)),
    SIZE("mg", WEIGHT, 1, ALIKE(1, 1000)),
    SIZE("g", WEIGHT, 1, ALIKE(1, 1)),
    SIZE("dag", WEIGHT, 1, ALIKE(10, 1)),
    SIZE("kg", WEIGHT, 3, ALIKE(1000, 1)),
    SIZE("pfund", WEIGHT, 0, ALIKE(500, 1)),
    SIZE("oz", WEIGHT, 0, ALIKE(45359237, 1600000)),
    SIZE("lb", WEIGHT, 0, ALIKE(45359237, 100000)),
    SIZE("ml", VOLUME, 1, ALIKE(1, 1)),
    SIZE("cl", VOLUME, 1, ALIKE(10, 1)),
    SIZE("dl", VOLUME, 1, ALIKE(100, 1)),
    SIZE("l", VOLUME, 3, ALIKE(1000, 1)),
    SIZE("tsp", VOLUME, 0, {5, 1}, {157725491, 32000000}, {5, 1}),
    SIZE("tbsp", VOLUME, 0, {15, 1}, {473176473, 32000000}, {15, 1}),
    SIZE("cup", VOLUME, 0, {250, 1}, {473176473, 2000000}, {454609, 1600}),
    SIZE("fl oz", VOLUME, 0, {454609, 16000}, {473176473, 16000000},
         {454609, 16000}),
    SIZE("pint", VOLUME, 0, {454609, 800}, {473176473, 1000000}, {454609, 800}),
    SIZE("quart", VOLUME, 0, {454609, 400}, {473176473, 500000}, {454609, 400}),
    SIZE("gallon", VOLUME, 0, {454609, 100}, {473176473, 125000},
         {454609, 100}),
    SIZE("mm", LENGTH, 1, ALIKE(1, 1)),
    SIZE("cm", LENGTH, 1, ALIKE(10, 1)),
    SIZE("inch", LENGTH, 0, ALIKE(127, 5)),
    SIZE("second", TIME, 0, ALIKE(1, 1)),
    SIZE("minute", TIME, 0, ALIKE(60, 1)),
    SIZE("hour", TIME, 0, ALIKE(3600, 1)),
    SIZE("day", TIME, 0, ALIKE(86400, 1)),
    SIZE("year", TIME, 0, ALIKE(31557600, 1)),
};

const struct unit unit_degrees = {.id = STR_INIT("degree"), .kind = UNIT_HEAT};
const struct unit unit_celsius = {.id = STR_INIT("C"), .kind = UNIT_HEAT};
const struct unit unit_fahrenheit = {.id = STR_INIT("F"), .kind = UNIT_HEAT};

const struct unit_step unit_steps[] = {
    {STR_INIT("g"), STR_INIT("kg"), {1, 1000}, {0, 1}, {1000, 1}, {1, 0}},
    {STR_INIT("ml"), STR_INIT("l"), {1, 1000}, {0, 1}, {1000, 1}, {1, 0}},
    {STR_INIT("kg"), STR_INIT("g"), {1000, 1}, {0, 1}, {0, 1}, {1, 1}},
    {STR_INIT("l"), STR_INIT("ml"), {1000, 1}, {0, 1}, {0, 1}, {1, 1}},
    {STR_INIT("tsp"), STR_INIT("tbsp"), {1, 3}, {3, 1}, {3, 1}, {1, 0}},
    {STR_INIT("tbsp"), STR_INIT("cup"), {1, 16}, {4, 1}, {4, 1}, {1, 0}},
    {STR_INIT("tbsp"), STR_INIT("tsp"), {3, 1}, {0, 1}, {0, 1}, {1, 1}},
    {STR_INIT("cup"), STR_INIT("tbsp"), {16, 1}, {1, 16}, {0, 1}, {1, 4}},
    {STR_INIT("lb"), STR_INIT("oz"), {16, 1}, {1, 32}, {0, 1}, {1, 1}},
    {STR_INIT("oz"), STR_INIT("lb"), {1, 16}, {4, 1}, {16, 1}, {1, 0}},
};
const size_t unit_steps_count = sizeof unit_steps / sizeof *unit_steps;

const struct unit_measure unit_measures[] = {
    {UNITS_METRIC, UNIT_PIECES, STR_INIT(""), {10, 1}, {{1, 1}}},
    {UNITS_METRIC, UNIT_PIECES, STR_INIT(""), {0, 1}, {{1, 4}, {1, 3}, {1, 8}}},
    {UNITS_METRIC, UNIT_PIECES, STR_INIT(""), {1, 8}, {{1, 8}}},
    {UNITS_METRIC, UNIT_PIECES, STR_INIT(""), {0, 1}, {{1, 16}}},
    {UNITS_METRIC, UNIT_WEIGHT, STR_INIT("kg"), {1, 1}, {{1, 100}}},
    {UNITS_METRIC, UNIT_WEIGHT, STR_INIT("g"), {100, 1}, {{5, 1}}},
    {UNITS_METRIC, UNIT_WEIGHT, STR_INIT("g"), {10, 1}, {{1, 1}}},
    {UNITS_METRIC, UNIT_WEIGHT, STR_INIT("g"), {0, 1}, {{1, 10}}},
    {UNITS_METRIC, UNIT_VOLUME, STR_INIT("l"), {1, 1}, {{1, 100}}},
    {UNITS_METRIC, UNIT_VOLUME, STR_INIT("ml"), {100, 1}, {{5, 1}}},
    {UNITS_METRIC, UNIT_VOLUME, STR_INIT("ml"), {10, 1}, {{1, 1}}},
    {UNITS_METRIC, UNIT_VOLUME, STR_INIT("ml"), {0, 1}, {{1, 10}}},
    {UNITS_US, UNIT_WEIGHT, STR_INIT("lb"), {2, 1}, {{1, 8}}},
    {UNITS_US, UNIT_WEIGHT, STR_INIT("lb"), {1, 1}, {{1, 2}, {1, 4}}},
    {UNITS_US, UNIT_WEIGHT, STR_INIT("oz"), {8, 1}, {{1, 2}}},
    {UNITS_US, UNIT_WEIGHT, STR_INIT("oz"), {5, 2}, {{1, 4}}},
    {UNITS_US, UNIT_WEIGHT, STR_INIT("oz"), {5, 4}, {{1, 8}}},
    {UNITS_US, UNIT_VOLUME, STR_INIT("cup"), {1, 4}, {{1, 4}, {1, 3}, {1, 8}}},
    {UNITS_US, UNIT_VOLUME, STR_INIT("tbsp"), {3, 1}, {{1, 1}, {1, 2}, {1, 4}}},
    {UNITS_US, UNIT_VOLUME, STR_INIT("tbsp"), {1, 1}, {{1, 1}, {1, 2}}},
    {UNITS_US, UNIT_VOLUME, STR_INIT("tsp"), {1, 1}, {{1, 2}, {1, 4}, {1, 8}}},
    {UNITS_US, UNIT_VOLUME, STR_INIT("tsp"), {0, 1}, {{1, 8}}},
    {UNITS_IMPERIAL, UNIT_WEIGHT, STR_INIT("lb"), {2, 1}, {{1, 8}}},
    {UNITS_IMPERIAL, UNIT_WEIGHT, STR_INIT("lb"), {1, 1}, {{1, 2}, {1, 4}}},
    {UNITS_IMPERIAL, UNIT_WEIGHT, STR_INIT("oz"), {8, 1}, {{1, 2}}},
    {UNITS_IMPERIAL, UNIT_WEIGHT, STR_INIT("oz"), {5, 2}, {{1, 4}}},
    {UNITS_IMPERIAL, UNIT_WEIGHT, STR_INIT("oz"), {5, 4}, {{1, 8}}},
    {UNITS_IMPERIAL, UNIT_VOLUME, STR_INIT("pint"), {2, 1}, {{1, 8}}},
    {UNITS_IMPERIAL, UNIT_VOLUME, STR_INIT("fl oz"), {8, 1}, {{1, 2}}},
    {UNITS_IMPERIAL, UNIT_VOLUME, STR_INIT("fl oz"), {5, 2}, {{1, 4}}},
    {UNITS_IMPERIAL, UNIT_VOLUME, STR_INIT("fl oz"), {5, 4}, {{1, 8}}},
};
const size_t unit_measures_count = sizeof unit_measures / sizeof *unit_measures;

static const str systems[UNIT_SYSTEMS] = {STR_INIT("metric"), STR_INIT("us"),
                                          STR_INIT("imperial")};

const struct unit_size *unit_size_find(str id)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (str_eq(sizes[i].id, id)) {
            return &sizes[i];
        }
    }
    return NULL;
}

bool unit_system_find(str name, enum unit_system *out)
{
    for (size_t i = 0; i < UNIT_SYSTEMS; i++) {
        if (str_eq_nocase(systems[i], name)) {
            *out = (enum unit_system)i;
            return true;
        }
    }
    return false;
}

str unit_system_name(enum unit_system system)
{
    return systems[system];
}
