/* SPDX-License-Identifier: MIT */
#include "jinja/env.h"

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

struct context_name *env_name(struct jinja *env, str s)
{
    struct context_name *name = map_get(&env->names, s);
    if (!name) {
        name = ARENA_NEW(env->arena, struct context_name);
        name->s = arena_str(env->arena, s);
        name->id = (uint32_t)env->names.n;
        name->undefined.name = name->s;
        *map_put(&env->names, env->arena, name->s) = name;
    }
    return name;
}

const struct jinja_builtin *env_builtin(const struct jinja *env,
                                        enum jinja_kind kind, str name)
{
    return map_get(&env->builtins[kind].map, name);
}

str env_nearest(const struct jinja *env, enum jinja_kind kind, str name)
{
    const struct builtin_set *set = &env->builtins[kind];
    return str_nearest(name, set->names.p, set->names.n);
}
