/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_STATE_H
#define CRUMB_JINJA_VM_STATE_H

/* The state of one render, its errors and its limits. All of it lives in
 * ctx->arena and belongs to one thread.
 *
 * Functions that take the state and return bool have reported the error when
 * they return false. */

#include "base/memory/buf.h"
#include "jinja/env.h"
#include "jinja/limits.h"
#include "jinja/profile.h"

/* --- contexts and modules --- */

/* The variables of a template: those that it was given, and those that its top
 * level sets. The first look-up of a name caches its value by the name's id. */
struct context {
    const struct context *parent; /* of an include: where it looks next */
    const struct dict *dict;      /* the caller's variables, or NULL */
    value *values;                /* by id */
    uint8_t *states;              /* enum context_state, by id */
    size_t n;
    VEC(const struct context_name *) set; /* in the order of first assignment */
};

enum context_state { NAME_UNSEEN, NAME_CACHED, NAME_SET };

/* The result of an import: a template's top-level names. */
struct module {
    struct object object;
    const struct jinja_template *template;
    struct context *context;
    value text;
};

/* The module that a value is, or NULL. */
const struct module *module_of(value v);

/* --- the render --- */

/* All blocks of one name in a chain of templates, the child's first. */
struct block_chain {
    const struct context_name *name;
    VEC(const struct code *) codes;
};

/* A template with its parents, as one render uses them. */
struct instance {
    VEC(struct block_chain) blocks;
    struct map numbers; /* name -> number in blocks, + 1; if there are many */
};

/* Captured variables: locals that inner functions read, perhaps after the run
 * of their own function has ended. */
struct closure {
    value *slots;
    struct closure *enclosing; /* of the function around, or NULL */
};

/* The surroundings of a macro, block or loop body at the place where it was
 * made. */
struct bond {
    struct instance *instance;
    struct context *context;
    struct closure *closure;
    const struct context_name *block; /* for super() */
    size_t level;
    size_t loop_depth; /* of recursive loops */
    bool autoescape;   /* where a macro or call block was written */
};

/* FUNCTION_BOUND: a method as a value, x.upper without a call. */
enum function_kind { FUNCTION_BUILTIN, FUNCTION_MACRO, FUNCTION_BOUND };

struct function {
    enum function_kind kind;
    const struct jinja_builtin *builtin;
    const struct params *params; /* of the builtin */
    const struct code *code;
    struct bond bond;
    value self; /* bound methods */
    str method;
};

struct vm_frame {
    const struct code *code;
    struct vm_frame *up; /* the caller */
    const struct bond *bond;
    struct closure *closure; /* for the functions that are made here */
    value *slots;
    value *stack;
    const struct insn *at; /* the current instruction */
    bool autoescape;
    const struct jinja_template *parent; /* set by extends */
    const struct insn *extends_at;
    size_t text_from; /* in st->out; a child's own output is dropped */
};

static inline size_t frame_pc(const struct vm_frame *frame)
{
    return (size_t)(frame->at - frame->code->insns.p);
}

/* A render. */
struct jinja_state {
    struct jinja *env;
    struct render_context *ctx;
    struct buf *out;
    size_t out_start; /* where its output begins */
    size_t out_most;  /* limit of out->n */
    size_t held_most; /* limit of the arena's size */
    struct vm_frame *frame;
    value *stack_next; /* room for slots and stacks: next..end */
    value *stack_end;
    size_t depth;
    uint64_t steps; /* see LIMIT_STEPS */
    uint64_t made;  /* bytes of strings and lists: LIMIT_MEMORY */
    size_t nerrors; /* that did not stop the render */
    size_t nwarnings;
    struct buf spare;                  /* see state_buf() */
    bool silent;                       /* constant folding: report nothing */
    const struct call_site *call_site; /* of the filter under way, for errors */
    VEC(struct module *) modules;
    struct profile *profile; /* NULL: not measured */
};

/* --- errors --- */

/* Reports at the filter or test that runs, else at the current instruction,
 * with the chain of templates that led there. NULL: the state is silent. */
struct diag *state_report(struct jinja_state *st, enum severity severity,
                          const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Reports an error in this way. Returns false. */
bool state_fail(struct jinja_state *st, const char *code, const char *format,
                ...) __attribute__((format(printf, 3, 4)));
/* Reports that v is undefined, and what may have been meant. Returns false. */
bool state_undefined(struct jinja_state *st, value v);

/* Charge the render before it makes so many bytes, takes so many steps, goes
 * through so many items or looks at so many bytes. False: that is more than
 * one render may. */
bool state_makes(struct jinja_state *st, uint64_t bytes);
bool state_steps(struct jinja_state *st, uint64_t steps);
static inline bool state_goes_through(struct jinja_state *st, uint64_t items)
{
    return items < 8 || state_steps(st, items / 8);
}
static inline bool state_looks_at(struct jinja_state *st, uint64_t bytes)
{
    return bytes < 64 || state_steps(st, bytes / 64);
}
/* Reports the limit that the render has passed. Returns false. */
bool state_ends(struct jinja_state *st);
/* Is the render within the limits of output and memory? Checked at each round
 * of a loop, run of code and call of a filter, so that no render is endless. */
static inline bool state_has_room(struct jinja_state *st)
{
    bool room = st->out->n <= st->out_most &&
                arena_size(st->ctx->arena) <= st->held_most;
    return __builtin_expect(room, 1) || state_ends(st);
}

enum undefined_use {
    USE_TEXT,  /* printed or made a string */
    USE_TRUTH, /* tested, compared, iterated */
    USE_CHAIN, /* attribute or item of it */
    USE_VALUE, /* arithmetic, ordering, calls */
};
/* The value of `a if b` without `else`: undefined as by default, in every
 * mode, for `class="{{ 'on' if x }}"` is no mistake. */
extern const struct undefined undefined_else;
bool undefined_allows(struct jinja_state *st, value v, enum undefined_use use);
/* Jinja prints functions, as "<Macro 'card'>"; in the modes of sites that is an
 * error, and a forgotten "()". So is an object without a text, "<a page>", and
 * a list with one of these. */
bool value_prints(struct jinja_state *st, value v);
/* May the value be used in that way? Any value may but an undefined one, and
 * functions and objects as text. */
static inline bool state_allows(struct jinja_state *st, value v,
                                enum undefined_use use)
{
    if (v.kind == VALUE_UNDEFINED) {
        return undefined_allows(st, v, use);
    }
    return use != USE_TEXT || v.kind < VALUE_LIST || value_prints(st, v);
}

/* An empty buffer to make a string in; string_from() takes it back for the
 * next string. */
struct buf state_buf(struct jinja_state *st);

#endif
