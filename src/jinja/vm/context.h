/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_CONTEXT_H
#define CRUMB_JINJA_VM_CONTEXT_H

/* The variables of a template while it is rendered, and those of an imported
 * one as a value. */

#include "jinja/code.h"

/* The variables of a template: those that it was given, and those that its top
 * level sets. The first look-up of a name caches its value by the name's id. */
struct context {
    const struct context *parent; /* of an include: where it looks next */
    const struct dict *dict;      /* the caller's variables, or NULL */
    value *values;                /* by id */
    uint8_t *states;              /* enum context_state, by id */
    size_t n;
    VEC(const struct context_name *) set; /* in the order of first assignment */
};

enum context_state { NAME_UNSEEN, NAME_CACHED, NAME_SET };

/* The result of an import: a template's top-level names. */
struct module {
    struct object object;
    const struct jinja_template *template;
    struct context *context;
    value text;
};

struct module *module_new(struct arena *arena,
                          const struct jinja_template *template,
                          struct context *context);
/* The module that a value is, or NULL. */
const struct module *module_of(value v);

#endif
