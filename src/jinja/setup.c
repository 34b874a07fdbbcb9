/* SPDX-License-Identifier: MIT */
/* The environment: its names and its tables of built-ins. */
#include <stdlib.h>

#include "jinja/builtins/builtins.h"

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

void jinja_add(struct jinja *jinja, enum jinja_kind kind,
               const struct jinja_builtin *table, size_t n)
{
    struct builtin_set *set = &jinja->builtins[kind];
    struct arena *arena = jinja->arena;
    for (size_t i = 0; i < n; i++) {
        union {
            const struct jinja_builtin *entry;
            void *untyped; /* for the map, which has no const pointers */
        } cast = {&table[i]};
        void **slot = map_put(&set->map, arena, table[i].name);
        if (!*slot) {
            *VEC_PUSH(&set->names, arena) = table[i].name;
        }
        *slot = cast.untyped;
        if (kind == JINJA_FUNCTIONS) {
            struct params *params = ARENA_NEW(arena, struct params);
            *params = params_of(&table[i]);
            struct function *f = ARENA_NEW(arena, struct function);
            f->kind = FUNCTION_BUILTIN;
            f->builtin = &table[i];
            f->params = params;
            jinja_add_global(jinja, table[i].name, value_function(f));
        }
    }
}

static int compare_names(const void *a, const void *b)
{
    const struct jinja_builtin *const *left = a;
    const struct jinja_builtin *const *right = b;
    return str_cmp((*left)->name, (*right)->name);
}

const struct jinja_builtin **jinja_builtins(const struct jinja *jinja,
                                            enum jinja_kind kind,
                                            struct arena *arena, size_t *n)
{
    const struct builtin_set *set = &jinja->builtins[kind];
    const struct jinja_builtin **list =
        ARENA_ARRAY(arena, const struct jinja_builtin *, set->names.n);
    *n = set->names.n;
    for (size_t i = 0; i < *n; i++) {
        list[i] = map_get(&set->map, set->names.p[i]);
    }
    qsort(list, *n, sizeof *list, compare_names);
    return list;
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

void jinja_add_attributes(struct jinja *jinja, const str *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        *map_put(&jinja->attributes, jinja->arena, names[i]) = jinja;
    }
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
