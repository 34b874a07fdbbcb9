/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_VM_H
#define CRUMB_JINJA_VM_VM_H

/* One render: its state, and what the files of the virtual machine do for one
 * another. All of it lives in eval->arena and belongs to one thread.
 *
 * Functions that take the state and return bool have reported the error when
 * they return false. */

#include "base/buf.h"
#include "base/profile.h"
#include "jinja/env.h"
#include "jinja/limits.h"
#include "jinja/vm/ops.h"

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

/* What a macro, block or loop body needs of the place where it was made. */
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
    return (size_t)(frame->at - frame->code->insns);
}

/* A for loop: its iteration, and the object `loop`. */
struct loop {
    struct object object;
    struct iter it;
    const value *items; /* of a list that does not change, or NULL */
    size_t count;       /* rounds begun, where it.i does not count them */
    bool tested;        /* it has a condition: OP_RAN sets `ran` */
    bool ran;
    value previous; /* where items is NULL */
    value current;
    value changed;           /* the last arguments of changed(): a tuple */
    const struct code *code; /* of a recursive loop, or NULL */
    struct bond bond;
    struct profile_run *run; /* NULL: not measured */
};

struct module;

/* A render. */
struct jinja_state {
    struct jinja *env;
    struct eval *eval;
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

/* --- errors ----------------------------------------------------------------
 */

/* Reports at the current instruction, with the chain of templates that led
 * there. NULL: the state is silent. */
struct diag *state_report(struct jinja_state *st, enum severity severity,
                          const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for an error. Returns false. */
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
                arena_size(st->eval->arena) <= st->held_most;
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
/* May the undefined value be used in that way? */
bool state_allows(struct jinja_state *st, value v, enum undefined_use use);

/* An empty buffer to make a string in. string_from() takes it back for the next
 * one. */
struct buf state_buf(struct jinja_state *st);

/* --- running ---------------------------------------------------------------
 */

/* Runs the code; its first nargs locals are args. */
bool vm_run(struct jinja_state *st, const struct code *code,
            const struct bond *bond, const value *args, size_t nargs);
/* The same, but makes the output a string instead of printing it. */
bool vm_capture(struct jinja_state *st, const struct code *code,
                const struct bond *bond, const value *args, size_t nargs,
                value *out);
/* Cuts the output at offset `from` and makes the rest a string, which is markup
 * if autoescape is on. */
bool vm_take_output(struct jinja_state *st, size_t from, value *out);
/* Prints v, escaped if autoescape is on. */
bool vm_emit(struct jinja_state *st, value v);

/* --- vm_build.c ------------------------------------------------------------
 */

/* Makes a list, tuple or dict of n values of the stack. */
bool vm_build(struct jinja_state *st, enum opcode op, const value *items,
              size_t n, value *out);
/* Puts the n items of v into at[0..n), the first one last. */
bool vm_unpack(struct jinja_state *st, value v, size_t n, value *at);
/* OP_APPEND, OP_EXTEND, OP_SET_KEY, OP_UPDATE: puts `with` into `of`. */
bool vm_enlarge(struct jinja_state *st, const struct code *code,
                const struct insn *in, value of, value with);

/* --- vm_template.c ---------------------------------------------------------
 */

struct context *context_new(struct jinja_state *st,
                            const struct context *parent,
                            const struct dict *dict);
/* The value of a name, undefined if it has none. The pointer is valid until the
 * context changes. */
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

/* Renders the template. */
bool vm_template(struct jinja_state *st, const struct jinja_template *template,
                 struct context *context);
/* Renders frame->parent, which the frame's template extends. */
bool vm_template_parent(struct jinja_state *st, struct vm_frame *frame);
/* Renders a block; `look` is that of a scoped one, else NULL. */
bool vm_block(struct jinja_state *st, const struct context_name *name,
              const struct lookup *look);
/* super() is one level up, super.super() two. out == NULL: prints it. */
bool vm_super(struct jinja_state *st, size_t levels, value *out);
/* self.name() */
bool vm_self(struct jinja_state *st, const struct context_name *name,
             value *out);
/* Tags; v is the name of the template, where it is no constant. */
bool vm_extends(struct jinja_state *st, const struct lookup *look, value v);
bool vm_include(struct jinja_state *st, const struct lookup *look, value v);
bool vm_import(struct jinja_state *st, const struct lookup *look, value *v);
/* The output of a module, as markup; NULL if v is no module. */
const value *vm_module_text(value v);
/* The template and the variables of a module; NULL if v is no module. */
const struct jinja_template *vm_module_template(value v);
const struct context *vm_module_context(value v);
/* A variable of a module, for `from ... import`. */
bool vm_export(struct jinja_state *st, value module,
               const struct context_name *name, value *out);

/* --- call.c ----------------------------------------------------------------
 */

/* Calls a filter or test; replaces args[0] with the result. */
bool vm_filter(struct jinja_state *st, const struct call_site *site,
               value *args, bool printed);
/* Call args[-1], or a method of it; replace it with the result. */
bool vm_call(struct jinja_state *st, const struct call_site *site, value *args);
bool vm_call_method(struct jinja_state *st, const struct call_site *site,
                    value *args);
/* The same, but print the result. A macro writes into the output directly, and
 * no string is made. */
bool vm_emit_call(struct jinja_state *st, const struct call_site *site,
                  value *args);
bool vm_emit_method(struct jinja_state *st, const struct call_site *site,
                    value *args);
/* Calls f with the arguments of `call`. */
bool vm_call_value(struct jinja_state *st, value f, struct jinja_call *call,
                   value *out);
/* The macro of that code, bound to the current frame. */
value vm_macro(struct jinja_state *st, const struct code *code);

/* Is it the value of a parameter for which the call gave no argument? */
static inline bool value_is_missing(value v)
{
    return v.kind == VALUE_UNDEFINED && v.flags;
}

/* --- globals.c -------------------------------------------------------------
 */

/* {% set namespace.name = v %} */
bool namespace_set(struct jinja_state *st, value namespace, value name,
                   value v);

/* --- loop.c ----------------------------------------------------------------
 */

/* *slot is the new loop. */
bool loop_begin(struct jinja_state *st, value iterable, bool tested,
                value *slot);
/* The loop behind a value. Values have const objects; a loop belongs to one
 * render, which may change it. */
static inline struct loop *loop_of(value v)
{
    union {
        const struct object *object;
        struct loop *loop;
    } cast = {.object = v.as.object};
    return cast.loop;
}
/* Begins the next round. *more: *item is its item; false: there is none. */
bool loop_step(struct jinja_state *st, struct loop *loop, value *item,
               bool *more);
/* The same, with a short way for what most loops go through. */
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
/* Notes that a round's condition held, and asks if one did. */
void loop_ran(value loop);
bool loop_has_run(value loop);
/* Runs the body of a recursive loop. */
bool loop_recurse(struct jinja_state *st, const struct code *code,
                  value iterable);
/* loop(x), loop.cycle(...), loop.changed(...) */
bool loop_call(struct jinja_state *st, value loop, struct jinja_call *call,
               value *out);
bool loop_method(struct jinja_state *st, value loop, str name,
                 struct jinja_call *call, value *out);
bool value_is_loop(value v);

#endif
