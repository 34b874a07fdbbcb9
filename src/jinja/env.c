/* SPDX-License-Identifier: MIT */
#include "jinja/env.h"

static void *untyped(const void *p)
{
    union {
        const void *in;
        void *out;
    } cast = {p};
    return cast.out;
}

void jinja_add_filters(struct jinja *jinja, const struct jinja_builtin *table,
                       size_t n)
{
    for (size_t i = 0; i < n; i++) {
        *map_put(&jinja->filters, jinja->arena, table[i].name) =
            untyped(&table[i]);
        *VEC_PUSH(&jinja->filter_names, jinja->arena) = table[i].name;
    }
}

void jinja_add_tests(struct jinja *jinja, const struct jinja_builtin *table,
                     size_t n)
{
    for (size_t i = 0; i < n; i++) {
        *map_put(&jinja->tests, jinja->arena, table[i].name) =
            untyped(&table[i]);
        *VEC_PUSH(&jinja->test_names, jinja->arena) = table[i].name;
    }
}

void jinja_add_global(struct jinja *jinja, str name, value v)
{
    value *global = ARENA_NEW(jinja->arena, value);
    *global = v;
    struct context_name *entry = env_name(jinja, name);
    if (!entry->global) {
        *VEC_PUSH(&jinja->global_names, jinja->arena) = entry->s;
    }
    entry->global = global;
}

/* --- names -----------------------------------------------------------------
 */

struct context_name *env_name(struct jinja *env, str s)
{
    struct context_name *name = map_get(&env->names, s);
    if (!name) {
        name = ARENA_NEW(env->arena, struct context_name);
        name->s = arena_str(env->arena, s);
        name->id = env->nnames++;
        name->undefined.name = name->s;
        *map_put(&env->names, env->arena, name->s) = name;
    }
    return name;
}

const struct context_name *env_find_name(const struct jinja *env, str s)
{
    return map_get(&env->names, s);
}

const struct jinja_builtin *env_filter(const struct jinja *env, str name)
{
    return map_get(&env->filters, name);
}

const struct jinja_builtin *env_test(const struct jinja *env, str name)
{
    return map_get(&env->tests, name);
}
