/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_BUILTINS_METHODS_H
#define CRUMB_JINJA_BUILTINS_METHODS_H

/* Shared by the files of methods. */

#include "jinja/jinja.h"

struct method {
    const char *name;
    /* False: reported. */
    bool (*call)(struct jinja_state *st, value self, struct jinja_call *call,
                 value *out);
    uint8_t min;  /* arguments */
    uint8_t max;  /* 255: any number */
    bool changes; /* the value: it must have VALUE_OWN */
};

struct method_table {
    const struct method *entries;
    size_t n;
};

extern const struct method_table string_methods;

#endif
