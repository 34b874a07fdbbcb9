/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_ENV_H
#define CRUMB_JINJA_ENV_H

/* The environment, for the engine's own files. One thread writes it while it
 * is set up. After that a render changes it only under the mutex: when an
 * expression names a template that is not compiled yet, and when the names that
 * a fragment depends on are first looked for. */

#include <pthread.h>

#include "base/memory/map.h"
#include "jinja/code.h"

struct builtin_set {
    struct map map; /* name -> struct jinja_builtin */
    VEC(str) names;
};

struct jinja {
    struct arena *arena;
    struct jinja_options options;
    struct jinja_host host;
    struct builtin_set builtins[JINJA_FUNCTIONS + 1]; /* by jinja_kind */
    struct map names;                                 /* of context_name */
    VEC(str) global_names;
    struct map attributes; /* jinja_add_attributes: set of names */
    struct map templates;  /* of struct jinja_template */
    pthread_mutex_t mutex;
};

/* In the modes of sites: slips that Jinja passes over are reported. */
static inline bool env_is_of_site(const struct jinja *env)
{
    return env->options.undefined == JINJA_WARN ||
           env->options.undefined == JINJA_ERROR;
}

/* The entry of that name; added if it is new. */
struct context_name *env_name(struct jinja *env, str s);
/* The filter or test of that name, or NULL. */
const struct jinja_builtin *env_builtin(const struct jinja *env,
                                        enum jinja_kind kind, str name);
/* The name of that kind that `name` is probably a typo of; else empty. */
str env_nearest(const struct jinja *env, enum jinja_kind kind, str name);

/* --- signature.c --- */

enum { MAX_PARAMS = 16 };

/* The parameters of a built-in, as its signature has them:
 * "f(a, b='x', *rest)". */
struct params {
    str names[MAX_PARAMS]; /* "*rest" and "**others" too */
    bool required[MAX_PARAMS];
    size_t n;
};

/* The first MAX_PARAMS of its signature. */
struct params params_of(const struct jinja_builtin *builtin);
/* Whether there is a parameter of that name, or, if the name is empty, at that
 * position. */
bool params_take(const struct params *params, size_t position, str name);
/* --- templates.c -----------------------------------------------------------
 *
 * A template is parsed, compiled and checked when it is first asked for. The
 * compiler asks for the templates that are named by constants, a render for
 * those that an expression names. */

/* The compiled template of that name, for a render: takes the mutex. NULL: it
 * is missing, which is reported unless `optional`, or it has errors, which is
 * always reported. */
const struct jinja_template *env_get(struct jinja *env, str name, span from,
                                     bool optional, struct diags *diags);
/* Finds it for the compiler, which holds the mutex. The template may have
 * errors (template->ok is false), or be incomplete because one that it names
 * is being compiled. */
struct jinja_template *env_require(struct jinja *env, str name, span from,
                                   bool optional, struct diags *diags);

#endif
