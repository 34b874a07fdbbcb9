/* SPDX-License-Identifier: MIT */
#include "files/path.h"
#include "jinja/compile.h"

/* "nav" of "partials/nav.html", "nav" and "nav.htm". */
static str stem_of(str name)
{
    str base = path_base(name);
    return str_sub(base, 0, str_find_char(base, '.'));
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
        if (str_eq(path_dir(names[i]), path_dir(name))) {
            return names[i];
        }
        if (!best.p ||
            str_count_char(names[i], '/') < str_count_char(best, '/')) {
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
        str *stems = ARENA_ARRAY(env->arena, str, n);
        for (size_t i = 0; i < n; i++) {
            stems[i] = stem_of(names[i]);
        }
        near = str_nearest(stem_of(name), stems, n);
        near = near.n ? with_stem(near, name, names, n) : near;
    }
    return near;
}

str jinja_nearest(struct jinja *jinja, str name)
{
    const str *names = NULL;
    size_t n = 0;
    if (!jinja->host.names) {
        return (str){NULL, 0};
    }
    jinja->host.names(jinja->host.templates, jinja->arena, &names, &n);
    return nearest_template(jinja, name, names, n);
}

static void report_missing(struct jinja *env, str name, span from,
                           struct diags *diags)
{
    struct diag *diag =
        diag_error(diags, from, "template-missing",
                   "there is no template '%.*s'", STR_ARG(name));
    str near = jinja_nearest(env, name);
    diag_did_you_mean(diag, near);
    if (!near.n && env_is_of_site(env)) {
        diag_hint(diag, "write it, or name another one: crumb eject lists "
                        "the built-in ones");
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
    size_t dot = str_rfind_char(name, '.');
    template->autoescape =
        dot != STR_NONE &&str_is_word_of(str_from_offset(name, dot + 1),
                                         STR("html htm xml"));
    *map_put(&env->templates, env->arena, template->name) = template;
    struct stmts stmts = {0};
    template->ok = parse(source, &env->options, env->arena, diags, &stmts);
    compile(env, template, &stmts, diags);
    check(env, template, &stmts, diags);
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
