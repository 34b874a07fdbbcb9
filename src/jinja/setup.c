/* SPDX-License-Identifier: MIT */
/* An environment, from the first to the last: with Jinja's own filters, tests
 * and functions in it, and those of the host. */
#include <stdlib.h>

#include "jinja/builtins/builtins.h"
#include "jinja/env.h"
#include "jinja/signature.h"
#include "jinja/vm/state.h"

struct jinja *jinja_new(struct arena *arena, struct jinja_options options,
                        struct jinja_host host)
{
    struct jinja *env = ARENA_NEW(arena, struct jinja);
    env->arena = arena;
    env->options = options;
    env->host = host;
    pthread_mutex_init(&env->mutex, NULL);
    builtins_add(env);
    return env;
}

void jinja_free(struct jinja *jinja)
{
    if (jinja) {
        pthread_mutex_destroy(&jinja->mutex);
    }
}

void jinja_add_functions(struct jinja *jinja, const struct jinja_builtin *table,
                         size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct function *f = ARENA_NEW(jinja->arena, struct function);
        f->kind = FUNCTION_BUILTIN;
        f->builtin = &table[i];
        str *params = ARENA_ARRAY(jinja->arena, str, BUILTIN_PARAMS);
        f->nparams = builtin_params(f->builtin, params);
        f->params = params;
        jinja_add_global(jinja, table[i].name, value_function(f));
    }
}

/* --- listing ---------------------------------------------------------------
 */

static const struct jinja_builtin *builtin_named(const struct jinja *jinja,
                                                 enum jinja_kind kind, str name)
{
    switch (kind) {
    case JINJA_FILTERS: return env_filter(jinja, name);
    case JINJA_TESTS: return env_test(jinja, name);
    case JINJA_FUNCTIONS: break;
    }
    value v = *env_find_name(jinja, name)->global;
    return v.kind == VALUE_FUNCTION ? v.as.function->builtin : NULL;
}

static int compare_names(const void *a, const void *b)
{
    return str_cmp(*(const str *)a, *(const str *)b);
}

const struct jinja_builtin **jinja_builtins(const struct jinja *jinja,
                                            enum jinja_kind kind,
                                            struct arena *arena, size_t *n)
{
    const str *from = kind == JINJA_FILTERS ? jinja->filter_names.p
                      : kind == JINJA_TESTS ? jinja->test_names.p
                                            : jinja->global_names.p;
    size_t nnames = kind == JINJA_FILTERS ? jinja->filter_names.n
                    : kind == JINJA_TESTS ? jinja->test_names.n
                                          : jinja->global_names.n;
    str *names = ARENA_ARRAY(arena, str, nnames + 1);
    const struct jinja_builtin **list =
        ARENA_ARRAY(arena, const struct jinja_builtin *, nnames + 1);
    *n = 0;
    for (size_t i = 0; i < nnames; i++) {
        names[i] = from[i];
    }
    qsort(names, nnames, sizeof *names, compare_names);
    /* A name occurs once for each table that has it. */
    for (size_t i = 0; i < nnames; i++) {
        bool again = i > 0 && str_eq(names[i], names[i - 1]);
        list[*n] = again ? NULL : builtin_named(jinja, kind, names[i]);
        *n += list[*n] != NULL;
    }
    return list;
}
