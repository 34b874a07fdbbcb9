/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_ENV_H
#define CRUMB_JINJA_ENV_H

/* The environment, for the engine's own files. One thread writes it while it
 * is set up. After that a render changes it only under the mutex, when an
 * expression names a template that is not compiled yet. */

#include <pthread.h>

#include "base/map.h"
#include "jinja/code.h"

struct jinja {
    struct arena *arena;
    struct jinja_options options;
    struct jinja_host host;
    struct map filters; /* of struct jinja_builtin */
    struct map tests;
    struct map names;     /* of struct context_name */
    struct map templates; /* of struct jinja_template */
    VEC(str) filter_names;
    VEC(str) test_names;
    VEC(str) global_names;
    uint32_t nnames;
    pthread_mutex_t mutex;
};

/* The entry of that name; added if it is new. */
struct context_name *env_name(struct jinja *env, str s);
/* The entry of that name, or NULL: changes nothing. */
const struct context_name *env_find_name(const struct jinja *env, str s);
const struct jinja_builtin *env_filter(const struct jinja *env, str name);
const struct jinja_builtin *env_test(const struct jinja *env, str name);
/* The compiled template of that name, for a render: takes the mutex. NULL: it
 * is missing, which is reported unless `optional`, or it has errors, which is
 * always reported. */
const struct jinja_template *env_get(struct jinja *env, str name, span from,
                                     bool optional, struct diags *diags);
/* The same for the compiler: the caller holds the mutex. The template may have
 * errors (template->ok is false), or be incomplete because one that it names
 * is being compiled. */
struct jinja_template *env_require(struct jinja *env, str name, span from,
                                   bool optional, struct diags *diags);

/* Has the built-in a parameter of that name, or, if the name is empty, at that
 * position? */
bool builtin_takes(const struct jinja_builtin *builtin, size_t position,
                   str name);
/* The first parameter without a default that a call with these arguments
 * leaves out; empty: none. */
str builtin_lacks(const struct jinja_builtin *builtin, size_t positional,
                  const str *names, size_t nnames);
/* Writes the names of at most `max` parameters; returns how many. */
size_t builtin_params(const struct jinja_builtin *builtin, str *names,
                      size_t max);

#endif
