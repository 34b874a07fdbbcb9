/* SPDX-License-Identifier: MIT */
#include "jinja/fragment_key.h"

#include <string.h>

#include "base/hash.h"
#include "jinja/vm/measure.h"

enum { MOST = 16 };

struct outer_names {
    bool told;  /* it can be told */
    bool worth; /* to be remembered: it goes through something, or includes */
    const struct name *p[MOST];
    size_t n;
    uint64_t hash; /* of all of them */
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

static bool has_op(const struct code *code, const uint8_t *ops, size_t n)
{
    for (size_t i = 0; i < code->ninsns; i++) {
        if (memchr(ops, code->insns[i].op, n)) {
            return true;
        }
    }
    return false;
}

/* Blocks are those of the page, whatever a macro knows of them. */
static bool runs_blocks(const struct code *code)
{
    static const uint8_t ops[] = {OP_BLOCK, OP_BLOCK_SCOPED, OP_SUPER,
                                  OP_EMIT_SUPER, OP_SELF};
    return has_op(code, ops, sizeof ops);
}

static bool goes_through(const struct code *code)
{
    static const uint8_t ops[] = {OP_LOOP, OP_RECURSE, OP_INCLUDE};
    return has_op(code, ops, sizeof ops);
}

static void add_macro(struct search *search, const struct code *code)
{
    struct outer_names *out = search->out;
    add_code(search, code);
    out->told = out->told && !runs_blocks(code);
    out->worth = out->worth || goes_through(code);
    for (size_t i = 0; i < code->ncodes && out->told; i++) {
        add_macro(search, code->codes[i]);
    }
}

/* All that a template names by a constant is compiled with it, so what is
 * found once stays. */
static const struct outer_names *find(struct jinja *env,
                                      const struct code *code)
{
    struct arena work = {0};
    struct outer_names *out = ARENA_NEW(env->arena, struct outer_names);
    struct search search = {.out = out, .arena = &work};
    out->told = true;
    if (code->kind == CODE_ROOT) {
        out->worth = true;
        add_template(&search, code->template);
    } else {
        add_macro(&search, code);
    }
    for (size_t i = 0; i < out->n; i++) {
        out->hash = hash64_mix(out->hash, hash64(out->p[i]->s));
    }
    arena_free(&work);
    return out;
}

static const struct outer_names *find_once(struct jinja *env,
                                           const struct code *code)
{
    pthread_mutex_lock(&env->mutex);
    const struct outer_names *names =
        atomic_load_explicit(code->outer, memory_order_relaxed);
    if (!names) {
        names = find(env, code);
        atomic_store_explicit(code->outer, names, memory_order_release);
    }
    pthread_mutex_unlock(&env->mutex);
    return names;
}

/* Of a template's root, a macro or a call block. */
static inline const struct outer_names *names_of(struct jinja *env,
                                                 const struct code *code)
{
    const struct outer_names *names =
        atomic_load_explicit(code->outer, memory_order_acquire);
    return names ? names : find_once(env, code);
}

/* --- their values --- */

enum { MOST_VALUES = 2 * MOST };

/* Of an undefined value in a key: it is that of `a if b`, which prints where
 * others are an error. */
enum { KEY_ELSE = 2 };

struct key {
    struct jinja_state *st;
    uint64_t names; /* a hash of those that the values are of */
    value values[MOST_VALUES];
    size_t n;
    const struct code *macros[MOST]; /* whose names are in it */
    size_t nmacros;
};

static void begin_key(struct key *key, struct jinja_state *st)
{
    key->st = st;
    key->names = 0;
    key->n = 0;
    key->nmacros = 0;
}

static bool add_value(struct key *key, value v)
{
    if (key->n == MOST_VALUES) {
        return false;
    }
    if (v.kind == VALUE_UNDEFINED && v.as.undefined == &undefined_else) {
        v.flags |= KEY_ELSE;
    }
    key->values[key->n++] = v;
    return true;
}

static bool add_outer(struct key *key, const struct outer_names *names,
                      struct context *context);

/* Which piece of which template it is: the same in another run of the program,
 * if that finds the same template. */
static uint64_t identity_of(const struct code *code)
{
    return hash64_mix(hash64(code->template->name), code->number);
}

/* A macro is its code, and what that sees. One that sees the locals of what it
 * was written in is nothing that can be told. */
static bool add_function(struct key *key, const struct function *f)
{
    if (f->kind != FUNCTION_MACRO || f->bond.closure) {
        return false;
    }
    if (!add_value(key, value_int((int64_t)identity_of(f->code))) ||
        !add_value(key, value_bool(f->bond.autoescape))) {
        return false;
    }
    for (size_t i = 0; i < key->nmacros; i++) {
        if (key->macros[i] == f->code) {
            return true;
        }
    }
    const struct outer_names *names = names_of(key->st->env, f->code);
    if (!names->told || key->nmacros == MOST) {
        return false;
    }
    key->macros[key->nmacros++] = f->code;
    return add_outer(key, names, f->bond.context);
}

static bool add_outer(struct key *key, const struct outer_names *names,
                      struct context *context)
{
    key->names = hash64_mix(key->names, names->hash);
    for (size_t i = 0; i < names->n; i++) {
        const struct name *name = names->p[i];
        value v = *context_at(key->st, context, name);
        bool function = v.kind == VALUE_FUNCTION;
        bool global = function && name->global &&
                      v.as.function == name->global->as.function;
        if (!global && !(function ? add_function(key, v.as.function)
                                  : add_value(key, v))) {
            return false;
        }
    }
    return true;
}

/* --- including and calling --- */

/* What is to be run: a template, or a macro. */
struct part {
    const struct code *code;
    struct context *context;
    const struct function *macro; /* NULL: a template */
    const value *locals;
};

static bool run(struct jinja_state *st, const struct part *part)
{
    return part->macro ? vm_run(st, part->code, &part->macro->bond,
                                part->locals, part->code->nparams)
                       : vm_template(st, part->code->template, part->context);
}

/* The steps that are not taken again count all the same, so that the limits
 * hold whether or not the text was known. */
static bool take(struct jinja_state *st, const struct jinja_known *known)
{
    buf_put(st->out, known->text);
    return state_steps(st, known->steps) && state_makes(st, known->made);
}

static bool run_once(struct jinja_state *st, const struct part *part,
                     const struct key *key)
{
    const struct jinja_host *host = &st->env->host;
    struct jinja_known known = {
        .part = part->code,
        .identity = hash64_mix(identity_of(part->code), key->names),
        .values = key->values,
        .nvalues = key->n};
    if (host->find_fragment(st->eval, &known)) {
        if (st->profile) {
            measure_reused(st, part->code);
        }
        return take(st, &known);
    }
    size_t from = st->out->n;
    size_t said = st->eval->diags->list.n;
    uint64_t steps = st->steps;
    uint64_t made = st->made;
    bool ok = run(st, part);
    known.text = str_from_offset(buf_str(st->out), from);
    known.steps = st->steps - steps;
    known.made = st->made - made;
    host->keep_fragment(st->eval, &known,
                        ok && st->eval->diags->list.n == said);
    return ok;
}

bool outer_include(struct jinja_state *st,
                   const struct jinja_template *template,
                   struct context *context)
{
    struct part part = {.code = template->root, .context = context};
    if (!st->env->host.find_fragment) {
        return run(st, &part);
    }
    const struct outer_names *names = names_of(st->env, part.code);
    struct key key;
    begin_key(&key, st);
    return names->told && add_outer(&key, names, context)
               ? run_once(st, &part, &key)
               : run(st, &part);
}

bool outer_macro(struct jinja_state *st, const struct function *macro,
                 const value *locals)
{
    struct part part = {.code = macro->code, .macro = macro, .locals = locals};
    bool known = false;
    struct key key;
    if (st->env->host.find_fragment && names_of(st->env, part.code)->worth) {
        begin_key(&key, st);
        known = add_function(&key, macro);
    }
    for (size_t i = 0; i < part.code->nparams && known; i++) {
        known = add_value(&key, locals[i]);
    }
    return known ? run_once(st, &part, &key) : run(st, &part);
}
