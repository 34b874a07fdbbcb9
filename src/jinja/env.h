/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_ENV_H
#define CRUMB_JINJA_ENV_H

/* The environment from the inside. It is written while it is set up; after
 * that only under the mutex, when a template is named by an expression. */

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

/* The name, new if it has to be. */
struct context_name *env_name(struct jinja *env, str s);
/* NULL: there is none; read only. */
const struct context_name *env_find_name(const struct jinja *env, str s);
const struct jinja_builtin *env_filter(const struct jinja *env, str name);
const struct jinja_builtin *env_test(const struct jinja *env, str name);
/* From a render: takes the mutex. NULL: missing, which is reported unless
 * `optional`, or broken, which is always reported. */
const struct jinja_template *env_get(struct jinja *env, str name, span from,
                                     bool optional, struct diags *diags);
/* As jinja_get, for templates that one being compiled names. With
 * `optional` a missing one is no error. */
struct jinja_template *env_require(struct jinja *env, str name, span from,
                                   bool optional, struct diags *diags);

/* Is the argument of that name, or position, one of the built-in's? */
bool builtin_takes(const struct jinja_builtin *builtin, size_t position,
                   str name);
/* The first parameter without a default that such a call leaves out, or the
 * empty slice. */
str builtin_lacks(const struct jinja_builtin *builtin, size_t positional,
                  const str *names, size_t nnames);
/* Its parameters' names. */
size_t builtin_params(const struct jinja_builtin *builtin, str *names,
                      size_t max);

#endif
