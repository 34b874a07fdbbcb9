/* SPDX-License-Identifier: MIT */
/* language_set: whose language a file is, by its name. */
#include "highlight/language_set.h"

#include "tap.h"

static const struct {
    const char *file;
    const char *id;
} rows[] = {
    {"x.py", "python"},
    {"X.PY", "python"},
    {"Makefile", "makefile"},
    {"x.unknown", ""},
    {"py", ""},
    {"", ""},
    /* Configurations of many devices have that name. */
    {"router.cfg", ""},
    /* The longest pattern that fits: Makefile.* is of makefile. */
    {"Makefile.am", "makefile"},
    {"Makefile.PL", "perl"},
    /* Of the same length, that of the site. */
    {"x.json", "toy"},
    /* A definition that replaces a built-in one takes its files away. */
    {"x.lua", ""},
    {"x.moon", "lua"},
};

static const struct source toy = {
    .name = STR_INIT("languages/toy.yaml"),
    .text = STR_INIT("name: Toy\nfiles: '*.json *.j*'\nstates: {start: []}\n")};
static const struct source lua = {
    .name = STR_INIT("languages/lua.yaml"),
    .text = STR_INIT("name: Lua\nfiles: '*.moon'\nstates: {start: []}\n")};

int main(void)
{
    struct tap tap = {0};
    struct language_set languages;
    language_set_init(&languages);
    language_set_add(&languages, STR("toy"), &toy);
    language_set_add(&languages, STR("lua"), &lua);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        str file = str_from(rows[i].file);
        CHECK_STR(&tap, language_set_of_file(&languages, file), rows[i].id);
    }
    language_set_free(&languages);
    return tap_done(&tap);
}
