/* SPDX-License-Identifier: MIT */
/* Fragments: includes and macro calls that the host may keep and put again
 * instead of rendering them twice.
 *
 * The output of a fragment depends on its free names: the names that it looks
 * up in its surroundings, as do the templates that it includes, imports or
 * extends and the macros that it calls. A macro's output depends on its
 * arguments, too. Two fragments of the same code for which all these have the
 * same values give the same output: the values are the fragment's key. There
 * is no key for a fragment that includes what an expression names, that runs
 * blocks, that calls a macro with captured variables, or with too many names;
 * it is rendered each time. */
#include <string.h>

#include "base/hash.h"
#include "jinja/vm/vm.h"

enum { MOST = 16 };

/* The free names of a template or macro. */
struct free_names {
    bool complete; /* else its output may depend on more than these */
    bool worth;    /* to be kept: it has a loop or an include */
    const struct context_name *p[MOST];
    size_t n;
    uint64_t hash; /* of all of them */
};

/* --- which names are free --- */

struct name_search {
    struct free_names *out;
    VEC(const struct jinja_template *) seen;
    struct arena *arena;
};

static void add_free_name(struct name_search *search,
                          const struct context_name *name)
{
    struct free_names *out = search->out;
    for (size_t i = 0; i < out->n; i++) {
        if (out->p[i] == name) {
            return;
        }
    }
    out->complete = out->complete && out->n < MOST;
    if (out->complete) {
        out->p[out->n++] = name;
    }
}

static void search_template(struct name_search *search,
                            const struct jinja_template *template);

static void search_code(struct name_search *search, const struct code *code)
{
    for (size_t i = 0; i < code->names.n; i++) {
        add_free_name(search, code->names.p[i]);
    }
    for (size_t i = 0; i < code->lookups.n; i++) {
        const struct lookup *look = &code->lookups.p[i];
        if (look->block) {
            continue;
        }
        search->out->complete = search->out->complete && look->constant;
        if (look->template) {
            search_template(search, look->template);
        }
    }
}

static void search_template(struct name_search *search,
                            const struct jinja_template *template)
{
    for (size_t i = 0; i < search->seen.n; i++) {
        if (search->seen.p[i] == template) {
            return;
        }
    }
    *VEC_PUSH(&search->seen, search->arena) = template;
    for (size_t i = 0; i < template->codes.n && search->out->complete; i++) {
        search_code(search, template->codes.p[i]);
    }
}

static bool has_op(const struct code *code, const uint8_t *ops, size_t n)
{
    for (size_t i = 0; i < code->insns.n; i++) {
        if (memchr(ops, code->insns.p[i].op, n)) {
            return true;
        }
    }
    return false;
}

static void search_macro(struct name_search *search, const struct code *code)
{
    /* The page decides what a block holds: no value of a name says that. */
    static const uint8_t blocks[] = {OP_BLOCK, OP_BLOCK_SCOPED, OP_SUPER,
                                     OP_EMIT_SUPER, OP_SELF};
    static const uint8_t long_ones[] = {OP_LOOP, OP_RECURSE, OP_INCLUDE};
    struct free_names *out = search->out;
    search_code(search, code);
    out->complete = out->complete && !has_op(code, blocks, sizeof blocks);
    out->worth = out->worth || has_op(code, long_ones, sizeof long_ones);
    for (size_t i = 0; i < code->codes.n && out->complete; i++) {
        search_macro(search, code->codes.p[i]);
    }
}

/* Templates named by constants are compiled with the one that names them, so
 * the result never changes. */
static const struct free_names *find_free_names(struct jinja *env,
                                                const struct code *code)
{
    struct arena work = {0};
    struct free_names *out = ARENA_NEW(env->arena, struct free_names);
    struct name_search search = {.out = out, .arena = &work};
    out->complete = true;
    if (code->kind == CODE_ROOT) {
        out->worth = true;
        search_template(&search, code->template);
    } else {
        search_macro(&search, code);
    }
    for (size_t i = 0; i < out->n; i++) {
        out->hash = hash64_mix(out->hash, hash64(out->p[i]->s));
    }
    arena_free(&work);
    return out;
}

static const struct free_names *find_free_names_once(struct jinja *env,
                                                     const struct code *code)
{
    pthread_mutex_lock(&env->mutex);
    const struct free_names *names =
        atomic_load_explicit(code->free_names, memory_order_relaxed);
    if (!names) {
        names = find_free_names(env, code);
        atomic_store_explicit(code->free_names, names, memory_order_release);
    }
    pthread_mutex_unlock(&env->mutex);
    return names;
}

/* Of a template's root, a macro or a call block. */
static inline const struct free_names *free_names_of(struct jinja *env,
                                                     const struct code *code)
{
    const struct free_names *names =
        atomic_load_explicit(code->free_names, memory_order_acquire);
    return names ? names : find_free_names_once(env, code);
}

/* --- the key: their values --- */

enum { MOST_VALUES = 2 * MOST };

/* Flag of an undefined value in a key: it comes from `a if b`, which may be
 * printed where other undefined values are an error. */
enum { KEY_ELSE = 2 };

struct fragment_key {
    struct jinja_state *st;
    uint64_t names; /* a hash of those that the values are of */
    value values[MOST_VALUES];
    size_t n;
    const struct code *macros[MOST]; /* whose free names are in it */
    size_t nmacros;
};

static bool key_add_value(struct fragment_key *key, value v)
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

static bool key_add_free_names(struct fragment_key *key,
                               const struct free_names *names,
                               struct context *context);

/* Identifies the code in all runs of the program: a hash of its template's name
 * and its place there. */
static uint64_t identity_of(const struct code *code)
{
    return hash64_mix(hash64(code->template->name), code->number);
}

/* A macro counts as its code with the values of its free names. False: it is
 * no macro, or it has captured variables. */
static bool key_add_macro(struct fragment_key *key, const struct function *f)
{
    if (f->kind != FUNCTION_MACRO || f->bond.closure) {
        return false;
    }
    if (!key_add_value(key, value_int((int64_t)identity_of(f->code))) ||
        !key_add_value(key, value_bool(f->bond.autoescape))) {
        return false;
    }
    for (size_t i = 0; i < key->nmacros; i++) {
        if (key->macros[i] == f->code) {
            return true;
        }
    }
    const struct free_names *names = free_names_of(key->st->env, f->code);
    if (!names->complete || key->nmacros == MOST) {
        return false;
    }
    key->macros[key->nmacros++] = f->code;
    return key_add_free_names(key, names, f->bond.context);
}

static bool key_add_free_names(struct fragment_key *key,
                               const struct free_names *names,
                               struct context *context)
{
    key->names = hash64_mix(key->names, names->hash);
    for (size_t i = 0; i < names->n; i++) {
        const struct context_name *name = names->p[i];
        value v = *context_at(key->st, context, name);
        bool function = v.kind == VALUE_FUNCTION;
        bool global = function && name->global &&
                      v.as.function == name->global->as.function;
        if (!global && !(function ? key_add_macro(key, v.as.function)
                                  : key_add_value(key, v))) {
            return false;
        }
    }
    return true;
}

/* --- including and calling --- */

/* A template or macro to run. */
struct fragment_call {
    const struct code *code;
    struct context *context;
    const struct function *macro; /* NULL: a template */
    const value *locals;
};

static bool run_fragment(struct jinja_state *st,
                         const struct fragment_call *fragment)
{
    return fragment->macro
               ? vm_run(st, fragment->code, &fragment->macro->bond,
                        fragment->locals, fragment->code->nparams)
               : vm_template(st, fragment->code->template, fragment->context);
}

static bool find_or_run(struct jinja_state *st,
                        const struct fragment_call *fragment,
                        const struct fragment_key *key)
{
    const struct jinja_host *host = &st->env->host;
    struct jinja_known known = {
        .part = fragment->code,
        .identity = hash64_mix(identity_of(fragment->code), key->names),
        .values = key->values,
        .nvalues = key->n};
    if (host->find_fragment(st->ctx, &known)) {
        if (st->profile) {
            measure_reused(st, fragment->code);
        }
        /* Counted as if it were rendered again, so that the limits do not
         * depend on the cache. */
        buf_put(st->out, known.text);
        return state_steps(st, known.steps) && state_makes(st, known.made);
    }
    size_t from = st->out->n;
    size_t said = st->ctx->diags->list.n;
    uint64_t steps = st->steps;
    uint64_t made = st->made;
    bool ok = run_fragment(st, fragment);
    known.text = str_from_offset(buf_str(st->out), from);
    known.steps = st->steps - steps;
    known.made = st->made - made;
    host->keep_fragment(st->ctx, &known, ok && st->ctx->diags->list.n == said);
    return ok;
}

/* Runs the fragment, or puts its output, if it has a key. */
static bool put_fragment(struct jinja_state *st,
                         const struct fragment_call *fragment)
{
    const struct free_names *names =
        st->env->host.find_fragment ? free_names_of(st->env, fragment->code)
                                    : NULL;
    bool known = names && names->worth;
    struct fragment_key key;
    if (known) {
        key.st = st; /* the values are many: they are not initialised */
        key.names = 0;
        key.n = key.nmacros = 0;
        known = fragment->macro
                    ? key_add_macro(&key, fragment->macro)
                    : names->complete &&
                          key_add_free_names(&key, names, fragment->context);
    }
    size_t nlocals = fragment->macro ? fragment->code->nparams : 0;
    for (size_t i = 0; i < nlocals && known; i++) {
        known = key_add_value(&key, fragment->locals[i]);
    }
    return known ? find_or_run(st, fragment, &key) : run_fragment(st, fragment);
}

bool fragment_include(struct jinja_state *st,
                      const struct jinja_template *template,
                      struct context *context)
{
    return put_fragment(st, &(struct fragment_call){.code = template->root,
                                                    .context = context});
}

bool fragment_macro(struct jinja_state *st, const struct function *macro,
                    const value *locals)
{
    return put_fragment(st, &(struct fragment_call){.code = macro->code,
                                                    .macro = macro,
                                                    .locals = locals});
}
