/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MATH_MATH_RESULT_H
#define CRUMB_MATH_MATH_RESULT_H

/* The macros for a formula, and its result. */

#include "base/str.h"

/* The macro \name expands to `text`, in which #1 to #9 are its arguments. */
struct math_macro {
    str name; /* with its backslash */
    str text;
};

struct math_macros {
    const struct math_macro *p;
    size_t n;
};

enum math_status {
    MATH_DONE,    /* `text` is a <math> element */
    MATH_MISTAKE, /* `text` says the mistake in the TeX, at byte `at` */
    MATH_MISSING, /* `text` says what has to be installed: nothing is rendered
                   */
    MATH_SPENT,   /* the time of the text is used up; `text` says so */
};

struct math_result {
    enum math_status status;
    str text;
    size_t at;
};

/* The longest formula in bytes; longer ones are mistakes. */
enum { MATH_LONGEST = 10000 };

/* The processor time that all formulas of a text may take together (math.h). */
enum { MATH_SECONDS = 10 };

#endif
