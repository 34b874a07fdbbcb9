/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_BUILTIN_LANGUAGE_H
#define CRUMB_TESTS_UNIT_BUILTIN_LANGUAGE_H

#include "highlight/language_set.h"

/* The id of a language that the program carries. */
static inline str builtin_language(size_t i)
{
    str path = builtin_languages_files[i].name;
    str base = str_from_offset(path, str_rfind_char(path, '/') + 1);
    return str_sub(base, 0, str_rfind_char(base, '.'));
}

#endif
