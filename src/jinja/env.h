/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_ENV_H
#define CRUMB_JINJA_ENV_H

/* The environment, for the engine's own files. One thread writes it while it
 * is set up. After that a render changes it only under the mutex, when an
 * expression names a template that is not compiled yet. */

#include <pthread.h>

#include "base/memory/map.h"
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

#endif
