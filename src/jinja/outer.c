/* SPDX-License-Identifier: MIT */
#include "jinja/outer.h"

#include "jinja/measure.h"

enum { MOST = 16 };

struct outer_names {
    bool told; /* it can be told */
    const struct name *p[MOST];
    size_t n;
};

/* --- which names --- */

struct search {
    struct outer_names *out;
    VEC(const struct jinja_template *) seen;
    struct arena *arena;
};

static void add_name(struct search *search, const struct name *name)
{
    struct outer_names *out = search->out;
    for (size_t i = 0; i < out->n; i++) {
        if (out->p[i] == name) {
            return;
        }
    }
    out->told = out->told && out->n < MOST;
    if (out->told) {
        out->p[out->n++] = name;
    }
}

static void add_template(struct search *search,
                         const struct jinja_template *template);

static void add_code(struct search *search, const struct code *code)
{
    for (size_t i = 0; i < code->nnames; i++) {
        add_name(search, code->names[i]);
    }
    for (size_t i = 0; i < code->nlookups; i++) {
        const struct lookup *look = &code->lookups[i];
        if (look->block) {
            continue;
        }
        search->out->told = search->out->told && look->constant;
        if (look->template) {
            add_template(search, look->template);
        }
    }
}

static void add_template(struct search *search,
                         const struct jinja_template *template)
{
    for (size_t i = 0; i < search->seen.n; i++) {
        if (search->seen.p[i] == template) {
            return;
        }
    }
    *VEC_PUSH(&search->seen, search->arena) = template;
    for (size_t i = 0; i < template->codes.n && search->out->told; i++) {
        add_code(search, template->codes.p[i]);
    }
}

static const struct outer_names *find(struct jinja *env,
                                      const struct jinja_template *template)
{
    struct arena work = {0};
    struct outer_names *out = ARENA_NEW(env->arena, struct outer_names);
    struct search search = {.out = out, .arena = &work};
    out->told = true;
    add_template(&search, template);
    arena_free(&work);
    return out;
}

/* All that a template names by a constant is compiled with it, so what is
 * found once stays. */
const struct outer_names *outer_names(struct jinja *env,
                                      const struct jinja_template *template)
{
    const struct outer_names *names =
        atomic_load_explicit(template->outer, memory_order_acquire);
    if (!names) {
        pthread_mutex_lock(&env->mutex);
        names = atomic_load_explicit(template->outer, memory_order_relaxed);
        if (!names) {
            names = find(env, template);
            atomic_store_explicit(template->outer, names, memory_order_release);
        }
        pthread_mutex_unlock(&env->mutex);
    }
    return names->told ? names : NULL;
}

/* --- including --- */

/* The rounds of loops that are not gone through again count all the same, so
 * that the limits hold whether or not the text was known. */
static bool take(struct jinja_state *st, const struct jinja_known *known)
{
    buf_put(st->out, known->text);
    return state_goes_through(st, known->rounds) &&
           state_makes(st, known->made);
}

bool outer_include(struct jinja_state *st,
                   const struct jinja_template *template,
                   struct context *context)
{
    const struct jinja_memo *memo = &st->env->options.memo;
    const struct outer_names *names =
        memo->recall ? outer_names(st->env, template) : NULL;
    if (!names) {
        return vm_template(st, template, context);
    }
    value values[MOST];
    struct jinja_known known = {.template = template, .values = values};
    for (size_t i = 0; i < names->n; i++) {
        value v = *context_at(st, context, names->p[i]);
        bool global = v.kind == VALUE_FUNCTION && names->p[i]->global &&
                      v.as.function == names->p[i]->global->as.function;
        if (!global) {
            values[known.nvalues++] = v;
        }
    }
    if (memo->recall(st->eval, &known)) {
        if (st->profile) {
            measure_reused(st, template);
        }
        return take(st, &known);
    }
    size_t from = st->out->n;
    size_t said = st->eval->diags->list.n;
    uint64_t rounds = st->rounds;
    uint64_t made = st->made;
    bool ok = vm_template(st, template, context);
    known.text = str_from_offset(buf_str(st->out), from);
    known.rounds = st->rounds - rounds;
    known.made = st->made - made;
    memo->keep(st->eval, &known, ok && st->eval->diags->list.n == said);
    return ok;
}
