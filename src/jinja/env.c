/* SPDX-License-Identifier: MIT */
#include "jinja/env.h"

#include <stdlib.h>

#include "jinja/builtins/builtins.h"
#include "jinja/check.h"
#include "jinja/compile.h"
#include "jinja/parse.h"
#include "jinja/vm/vm.h"

/* --- set up ----------------------------------------------------------------
 */

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

void jinja_add_functions(struct jinja *jinja, const struct jinja_builtin *table,
                         size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct function *f = ARENA_NEW(jinja->arena, struct function);
        f->kind = FUNCTION_BUILTIN;
        f->builtin = &table[i];
        jinja_add_global(jinja, table[i].name, value_function(f));
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

/* --- parameters of built-ins -----------------------------------------------
 */

/* The next parameter of "f(a, b='x, y', *rest)", without its default value. */
static bool next_param(str *rest, str *param)
{
    *rest = str_trim(*rest);
    if (!rest->n || rest->p[0] == ')') {
        return false;
    }
    size_t depth = 0;
    char quote = '\0';
    size_t end = 0;
    for (; end < rest->n; end++) {
        char c = rest->p[end];
        if (quote) {
            quote = c == quote ? '\0' : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (depth && (c == ')' || c == ']' || c == '}')) {
            depth--;
        } else if (!depth && (c == ',' || c == ')')) {
            break;
        }
    }
    *param = str_sub(*rest, 0, end);
    size_t equals = str_find_char(*param, '=');
    *param = str_trim(str_sub(*param, 0, equals));
    *rest =
        str_from_offset(*rest, end + (end < rest->n && rest->p[end] == ','));
    return true;
}

static str params_of(const struct jinja_builtin *builtin)
{
    size_t open = str_find_char(builtin->signature, '(');
    return open == STR_NONE ? STR("")
                            : str_from_offset(builtin->signature, open + 1);
}

bool builtin_takes(const struct jinja_builtin *builtin, size_t position,
                   str name)
{
    str rest = params_of(builtin);
    str param;
    for (size_t i = 0; next_param(&rest, &param); i++) {
        if (str_starts(param, STR("**"))) {
            if (name.n) {
                return true;
            }
        } else if (str_starts(param, STR("*"))) {
            if (!name.n) {
                return true;
            }
        } else if (name.n ? str_eq(param, name) : i == position) {
            return true;
        }
    }
    return false;
}

str builtin_lacks(const struct jinja_builtin *builtin, size_t positional,
                  const str *names, size_t nnames)
{
    str rest = params_of(builtin);
    str param;
    str before = rest;
    for (size_t i = 0; next_param(&rest, &param); i++, before = rest) {
        str text = str_sub(before, 0, before.n - rest.n);
        bool given = i < positional || str_starts(param, STR("*")) ||
                     str_find_char(text, '=') != STR_NONE;
        for (size_t k = 0; k < nnames && !given; k++) {
            given = str_eq(names[k], param);
        }
        if (!given) {
            return param;
        }
    }
    return STR("");
}

size_t builtin_params(const struct jinja_builtin *builtin, str *names,
                      size_t max)
{
    str rest = params_of(builtin);
    size_t n = 0;
    while (n < max && next_param(&rest, &names[n])) {
        n++;
    }
    return n;
}

/* --- templates -------------------------------------------------------------
 */

static bool is_markup_name(str name)
{
    static const str endings[] = {STR_INIT(".html"), STR_INIT(".htm"),
                                  STR_INIT(".xml")};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (name.n >= endings[i].n &&
            str_eq_nocase(str_from_offset(name, name.n - endings[i].n),
                          endings[i])) {
            return true;
        }
    }
    return false;
}

/* "nav" of "partials/nav.html", "nav" and "nav.htm". */
static str stem_of(str name)
{
    size_t slash = str_rfind_char(name, '/');
    str base = slash == STR_NONE ? name : str_from_offset(name, slash + 1);
    return str_sub(base, 0, str_find_char(base, '.'));
}

static str folder_of_template(str name)
{
    size_t slash = str_rfind_char(name, '/');
    return slash == STR_NONE ? STR("") : str_sub(name, 0, slash);
}

static size_t folders_in(str name)
{
    size_t n = 0;
    for (size_t i = 0; i < name.n; i++) {
        n += name.p[i] == '/';
    }
    return n;
}

/* Of the names with that stem the one in the same folder as `name`, else the
 * one with the fewest folders around it; or the empty slice. */
static str with_stem(str stem, str name, const str *names, size_t n)
{
    str best = {NULL, 0};
    for (size_t i = 0; i < n; i++) {
        if (!str_eq(stem_of(names[i]), stem)) {
            continue;
        }
        if (str_eq(folder_of_template(names[i]), folder_of_template(name))) {
            return names[i];
        }
        if (!best.p || folders_in(names[i]) < folders_in(best)) {
            best = names[i];
        }
    }
    return best;
}

/* The template with that stem in another folder or with another ending, or
 * else a name nearly the same. */
static str nearest_template(struct jinja *env, str name, const str *names,
                            size_t n)
{
    str near = with_stem(stem_of(name), name, names, n);
    if (!near.n) {
        near = str_nearest(name, names, n);
    }
    if (!near.n) {
        str *stems = ARENA_ARRAY(env->arena, str, n);
        for (size_t i = 0; i < n; i++) {
            stems[i] = stem_of(names[i]);
        }
        near = str_nearest(stem_of(name), stems, n);
        near = near.n ? with_stem(near, name, names, n) : near;
    }
    return near;
}

static void report_missing(struct jinja *env, str name, span from,
                           struct diags *diags)
{
    struct diag *diag =
        diag_error(diags, from, "template-missing",
                   "there is no template '%.*s'", STR_ARG(name));
    const str *names = NULL;
    size_t n = 0;
    if (env->host.names) {
        env->host.names(env->host.templates, env->arena, &names, &n);
        diag_did_you_mean(diag, nearest_template(env, name, names, n));
    }
}

/* Templates may name one another in a circle, so the template is in the map
 * before it is compiled. */
static struct jinja_template *add_template(struct jinja *env, str name,
                                           const struct source *source,
                                           struct diags *diags)
{
    struct jinja_template *template =
        ARENA_NEW(env->arena, struct jinja_template);
    template->name = arena_str(env->arena, name);
    template->source = source;
    template->autoescape = is_markup_name(name);
    template->ok = true;
    *map_put(&env->templates, env->arena, template->name) = template;
    struct stmts stmts = {0};
    if (!parse(source, &env->options, env->arena, diags, &stmts)) {
        template->ok = false;
    }
    compile(env, template, &stmts, diags);
    template->ok = template->ok &&check_calls(env, template, &stmts, diags);
    return template;
}

struct jinja_template *env_require(struct jinja *env, str name, span from,
                                   bool optional, struct diags *diags)
{
    struct jinja_template *template = map_get(&env->templates, name);
    if (template) {
        return template;
    }
    size_t errors = diags->errors;
    const struct source *source =
        env->host.load(env->host.templates, name, diags);
    if (source) {
        return add_template(env, name, source, diags);
    }
    if (!optional && diags->errors == errors) {
        report_missing(env, name, from, diags);
    }
    return NULL;
}

const struct jinja_template *env_get(struct jinja *env, str name, span from,
                                     bool optional, struct diags *diags)
{
    pthread_mutex_lock(&env->mutex);
    size_t errors = diags->errors;
    const struct jinja_template *template =
        env_require(env, name, from, optional, diags);
    pthread_mutex_unlock(&env->mutex);
    if (template && !template->ok) {
        if (diags->errors == errors) {
            diag_error(diags, from, "template-missing",
                       "template '%.*s' has errors", STR_ARG(name));
        }
        return NULL;
    }
    return template;
}

const struct jinja_template *jinja_get(struct jinja *jinja, str name, span from,
                                       struct diags *diags)
{
    pthread_mutex_lock(&jinja->mutex);
    const struct jinja_template *template =
        env_require(jinja, name, from, false, diags);
    pthread_mutex_unlock(&jinja->mutex);
    return template && template->ok ? template : NULL;
}

const struct source *jinja_source(const struct jinja_template *template)
{
    return template->source;
}

bool jinja_has(struct jinja *jinja, str name)
{
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    pthread_mutex_lock(&jinja->mutex);
    bool has = map_get(&jinja->templates, name) ||
               jinja->host.load(jinja->host.templates, name, &diags);
    pthread_mutex_unlock(&jinja->mutex);
    arena_free(&arena);
    return has;
}
