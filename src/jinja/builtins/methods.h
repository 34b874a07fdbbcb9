/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_BUILTINS_METHODS_H
#define CRUMB_JINJA_BUILTINS_METHODS_H

/* Between the files of methods. */

#include "jinja/jinja.h"

struct method {
    const char *name;
    bool (*call)(struct jinja_state *st, value self, struct jinja_call *call,
                 value *out);
    uint8_t min;
    uint8_t max;
    bool changes;
};

struct method_table {
    const struct method *entries;
    size_t n;
};

extern const struct method_table string_methods;
extern const struct method_table text_methods;

#endif
