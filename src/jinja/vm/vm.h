/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_VM_H
#define CRUMB_JINJA_VM_VM_H

/* One render under way. All of it lives in eval->arena and on one thread. */

#include "base/buf.h"
#include "base/profile.h"
#include "jinja/env.h"
#include "jinja/limits.h"
#include "jinja/vm/ops.h"

/* The variables of a template: what it was given, what its top level sets.
 * A name that was looked up once is found by its number from then on. */
struct context {
    const struct context *parent; /* an include looks there, too */
    const struct dict *dict;      /* the caller's variables, or NULL */
    value *values;
    uint8_t *states; /* enum context_state, by the name's number */
    size_t n;
    VEC(const struct context_name *) set; /* in the order of first assignment */
};

enum context_state { NAME_UNSEEN, NAME_CACHED, NAME_SET };

/* The blocks of a chain of templates by name, the child's first. */
struct block_chain {
    const struct context_name *name;
    VEC(const struct code *) codes;
};

/* A template with its parents as it is being rendered. */
struct instance {
    VEC(struct block_chain) blocks;
    struct map numbers; /* once they are many: name -> number in blocks, + 1 */
};

/* Locals that outlive their function's run, for functions inside of it. */
struct closure {
    value *slots;
    struct closure *enclosing;
};

/* What a macro, block or loop body is bound to. */
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
    const struct code *code;
    struct bond bond;
    value self; /* bound methods */
    str method;
};

struct vm_frame {
    const struct code *code;
    struct vm_frame *up; /* who called */
    const struct bond *bond;
    struct closure *closure; /* what functions made here see */
    value *slots;
    value *stack;
    const struct insn *at; /* the instruction under way */
    bool autoescape;
    const struct jinja_template *parent; /* set by extends */
    const struct insn *extends_at;
    size_t text_from; /* output of a child goes */
};

static inline size_t frame_pc(const struct vm_frame *frame)
{
    return (size_t)(frame->at - frame->code->insns);
}

/* What a for loop is at, and `loop` itself. */
struct loop {
    struct object object;
    struct iter it;
    const value *items; /* of a list that nobody changes, else NULL */
    size_t count;       /* rounds begun, if not counted by it.i */
    bool tested;        /* RAN says that it ran, not the first round */
    bool ran;
    value previous; /* if there are no items */
    value current;
    value changed;           /* what changed() saw last: a tuple */
    const struct code *code; /* of a recursive loop, or NULL */
    struct bond bond;
    struct profile_run *run; /* NULL: nobody measures it */
};

struct module;

struct jinja_state {
    struct jinja *env;
    struct eval *eval;
    struct buf *out;
    size_t out_start;
    size_t out_most;  /* bytes in it, or the output is too long */
    size_t held_most; /* bytes of the arena, or it takes too much memory */
    struct vm_frame *frame;
    value *stack_next; /* free room for slots and stacks: next..end */
    value *stack_end;
    size_t depth;
    uint64_t steps; /* see LIMIT_STEPS */
    uint64_t made;  /* bytes of strings and lists */
    size_t nerrors; /* that did not end the render */
    size_t nwarnings;
    struct buf spare; /* see state_buf() */
    bool silent;      /* constant folding: fail without a word */
    const struct call_site *call_site; /* of the filter under way, for errors */
    VEC(struct module *) modules;
    struct profile *profile; /* NULL: nobody wants to know */
};

/* --- errors ----------------------------------------------------------------
 */

/* Reports at the instruction under way, with the chain of templates that led
 * there. NULL if the state is silent. */
struct diag *state_report(struct jinja_state *st, enum severity severity,
                          const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for an error; false. */
bool state_fail(struct jinja_state *st, const char *code, const char *format,
                ...) __attribute__((format(printf, 3, 4)));
/* Says that v is undefined, with the nearest name; false. */
bool state_undefined(struct jinja_state *st, value v);

/* So many bytes more are about to be made, steps to be taken, items gone
 * through or bytes looked at: false if that is too much for one render;
 * reported. */
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
/* Reports which limit the render has passed; false. */
bool state_ends(struct jinja_state *st);
/* Is there output and memory left? Asked where a render can go on without
 * end: at each round of a loop, run of code and call of a filter. */
static inline bool state_has_room(struct jinja_state *st)
{
    bool room = st->out->n <= st->out_most &&
                arena_size(st->eval->arena) <= st->held_most;
    return __builtin_expect(room, 1) || state_ends(st);
}

enum undefined_use {
    USE_TEXT,  /* printed or made a string */
    USE_TRUTH, /* tested, compared, iterated */
    USE_CHAIN, /* attribute or item of it */
    USE_VALUE, /* arithmetic, ordering, calls */
};
/* What `a if b` without `else` gives: undefined as by default, in every
 * mode, for `class="{{ 'on' if x }}"` is no slip. */
extern const struct undefined undefined_else;
/* May the undefined value be used so? Reports if not. */
bool state_allows(struct jinja_state *st, value v, enum undefined_use use);

/* An empty buffer to make a string in: string_from() takes it back, for the
 * next one, so that a render asks the system for few. */
struct buf state_buf(struct jinja_state *st);

/* --- running ---------------------------------------------------------------
 */

/* Runs the code with nargs locals set already from args. */
bool vm_run(struct jinja_state *st, const struct code *code,
            const struct bond *bond, const value *args, size_t nargs);
/* The same; the output is taken back and made a string. */
bool vm_capture(struct jinja_state *st, const struct code *code,
                const struct bond *bond, const value *args, size_t nargs,
                value *out);
/* What was written from offset `from` on, taken off the output: markup if
 * autoescape is on. */
bool vm_take_output(struct jinja_state *st, size_t from, value *out);
/* Text into the output, escaped if that is on. */
bool vm_emit(struct jinja_state *st, value v);

/* --- vm_build.c ------------------------------------------------------------
 */

/* A list, tuple or dict of what is on the stack. */
bool vm_build(struct jinja_state *st, enum opcode op, const value *items,
              size_t n, value *out);
/* The items of v to at[0..n), the first one last. */
bool vm_unpack(struct jinja_state *st, value v, size_t n, value *at);
/* OP_APPEND, OP_EXTEND, OP_SET_KEY, OP_UPDATE: `with` goes into `of`. */
bool vm_enlarge(struct jinja_state *st, const struct code *code,
                const struct insn *in, value of, value with);

/* --- vm_template.c ---------------------------------------------------------
 */

struct context *context_new(struct jinja_state *st,
                            const struct context *parent,
                            const struct dict *dict);
/* The value is there until the context changes. */
const value *context_look_up(struct jinja_state *st, struct context *context,
                             const struct context_name *name);
static inline const value *context_at(struct jinja_state *st,
                                      struct context *context,
                                      const struct context_name *name)
{
    return name->id < context->n && context->states[name->id]
               ? &context->values[name->id]
               : context_look_up(st, context, name);
}
void context_set(struct jinja_state *st, struct context *context,
                 const struct context_name *name, value v);

bool vm_template(struct jinja_state *st, const struct jinja_template *template,
                 struct context *context);
/* The parent of a frame whose template has extended it. */
bool vm_template_parent(struct jinja_state *st, struct vm_frame *frame);
bool vm_block(struct jinja_state *st, const struct context_name *name,
              const struct lookup *look);
/* super() is one level up, super.super() two. Without `out` it is printed. */
bool vm_super(struct jinja_state *st, size_t levels, value *out);
bool vm_self(struct jinja_state *st, const struct context_name *name,
             value *out);
bool vm_extends(struct jinja_state *st, const struct lookup *look, value v);
bool vm_include(struct jinja_state *st, const struct lookup *look, value v);
bool vm_import(struct jinja_state *st, const struct lookup *look, value *v);
/* The output of a module, if v is one: markup already. */
const value *vm_module_text(value v);
/* The template and the names of a module, NULL if v is none. */
const struct jinja_template *vm_module_template(value v);
const struct context *vm_module_context(value v);
bool vm_export(struct jinja_state *st, value module,
               const struct context_name *name, value *out);

/* --- call.c ----------------------------------------------------------------
 */

/* args[0] is replaced by the result. */
bool vm_filter(struct jinja_state *st, const struct call_site *site,
               value *args, bool printed);
/* args[-1] is the callee, replaced by the result. */
bool vm_call(struct jinja_state *st, const struct call_site *site, value *args);
bool vm_call_method(struct jinja_state *st, const struct call_site *site,
                    value *args);
/* The same, and the result is printed: what a macro prints stays where it
 * is, without a string of its own. */
bool vm_emit_call(struct jinja_state *st, const struct call_site *site,
                  value *args);
bool vm_emit_method(struct jinja_state *st, const struct call_site *site,
                    value *args);
/* f(args), for filters that take a filter's name, and for loops. */
bool vm_call_value(struct jinja_state *st, value f, struct jinja_call *call,
                   value *out);
value vm_macro(struct jinja_state *st, const struct code *code);

/* An argument that the call did not give. */
static inline bool value_is_missing(value v)
{
    return v.kind == VALUE_UNDEFINED && v.flags;
}

/* --- globals.c -------------------------------------------------------------
 */

bool namespace_set(struct jinja_state *st, value namespace, value name,
                   value v);

/* --- loop.c ----------------------------------------------------------------
 */

bool loop_begin(struct jinja_state *st, value iterable, bool tested,
                value *slot);
/* Values know objects as const; a loop is this render's own and changes. */
static inline struct loop *loop_of(value v)
{
    union {
        const struct object *object;
        struct loop *loop;
    } cast = {.object = v.as.object};
    return cast.loop;
}
/* *more: there was a next item, in *item. */
bool loop_step(struct jinja_state *st, struct loop *loop, value *item,
               bool *more);
/* The same, at once for what most loops go through. */
static inline bool loop_next(struct jinja_state *st, struct loop *loop,
                             value *item, bool *more)
{
    if (!loop->items || st->steps >= LIMIT_STEPS) {
        return loop_step(st, loop, item, more);
    }
    st->steps++;
    *more = loop->it.i < loop->it.n;
    if (*more) {
        *item = loop->items[loop->it.i++];
    }
    return true;
}
void loop_ran(value loop);
bool loop_has_run(value loop);
bool loop_recurse(struct jinja_state *st, const struct code *code,
                  value iterable);
/* loop(x), loop.cycle(...), loop.changed(...) */
bool loop_call(struct jinja_state *st, value loop, struct jinja_call *call,
               value *out);
bool loop_method(struct jinja_state *st, value loop, str name,
                 struct jinja_call *call, value *out);
bool value_is_loop(value v);

#endif
