/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_VM_H
#define CRUMB_JINJA_VM_VM_H

/* The functions that the files of the virtual machine share: running code,
 * templates, calls, loops. Functions that return bool have reported the error
 * when they return false. */

#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

/* --- running --- */

/* Runs the code; its first nargs locals are args. */
bool vm_run(struct jinja_state *st, const struct code *code,
            const struct bond *bond, const value *args, size_t nargs);
/* Runs the code, but makes the output a string instead of printing it. */
bool vm_capture(struct jinja_state *st, const struct code *code,
                const struct bond *bond, const value *args, size_t nargs,
                value *out);
/* Cuts the output at offset `from` and makes the rest a string, which is markup
 * if autoescape is on. */
bool vm_take_output(struct jinja_state *st, size_t from, value *out);
/* Prints v, escaped if autoescape is on. */
bool vm_emit(struct jinja_state *st, value v);

/* --- vm_build.c --- */

/* Makes a list, tuple or dict of n values of the stack. */
bool vm_build(struct jinja_state *st, enum opcode op, const value *items,
              size_t n, value *out);
/* Puts the n items of v into at[0..n), the first one last. */
bool vm_unpack(struct jinja_state *st, value v, size_t n, value *at);
/* OP_APPEND, OP_EXTEND, OP_SET_KEY, OP_UPDATE: puts `with` into `of`. */
bool vm_enlarge(struct jinja_state *st, const struct code *code,
                const struct insn *in, value of, value with);

/* --- vm_template.c --- */

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
/* Tags; v is the name of the template, where it is no constant. vm_import makes
 * it the module. */
bool vm_extends(struct jinja_state *st, const struct lookup *look, value v);
bool vm_include(struct jinja_state *st, const struct lookup *look, value v);
bool vm_import(struct jinja_state *st, const struct lookup *look, value *v);
/* A variable of a module, for `from ... import`. */
bool vm_export(struct jinja_state *st, value module,
               const struct context_name *name, value *out);

/* --- call.c --- */

/* Calls a filter or test; replaces args[0] with the result. */
bool vm_filter(struct jinja_state *st, const struct call_site *site,
               value *args);
/* OP_CALL, OP_CALL_METHOD: calls args[-1], or a method of it, and replaces it
 * with the result. OP_EMIT_CALL, OP_EMIT_METHOD: prints the result; a macro
 * writes into the output directly, and no string is made. */
bool vm_call(struct jinja_state *st, enum opcode op,
             const struct call_site *site, value *args);
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

/* --- measure.c -------------------------------------------------------------
 *
 * Measures a render for the host's profile (`crumb build --profile`). The
 * functions measure_* are called only if st->profile is not NULL. */

/* A template, block or macro begins, or ends. The body of a recursive loop does
 * not count as one: run->row is NULL. */
void measure_enter(struct jinja_state *st, const struct code *code,
                   struct profile_run *run);
void measure_leave(struct jinja_state *st, const struct profile_run *run);
/* A fragment was put instead of being rendered again. */
void measure_reused(struct jinja_state *st, const struct code *code);
/* builtin->call, measured. */
bool measure_call(struct jinja_call *call, const struct jinja_builtin *builtin,
                  enum profile_kind kind, value *out);
/* Begins to measure the loop at the current instruction. */
struct profile_run *measure_loop(struct jinja_state *st);

/* Charges the render for a call after it. */
static inline bool within_limits(const struct jinja_call *call)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < call->nargs; i++) {
        bytes += call->args[i].kind == VALUE_STRING ? call->args[i].n : 0;
    }
    return state_steps(call->state, 1 + bytes / 64) &&
           state_has_room(call->state);
}

/* builtin->call, charged, and measured if there is a profile. */
static inline bool builtin_call(struct jinja_call *call,
                                const struct jinja_builtin *builtin,
                                enum profile_kind kind, value *out)
{
    call->variant = builtin->variant;
    bool ok = __builtin_expect(call->state->profile != NULL, 0)
                  ? measure_call(call, builtin, kind, out)
                  : builtin->call(call, out);
    return ok && within_limits(call);
}

/* --- fragment_key.c --- */

/* Puts the template's output into st->out: what the host has kept for the same
 * key, or else rendered now. False: reported. */
bool fragment_include(struct jinja_state *st,
                      const struct jinja_template *template,
                      struct context *context);
/* Calls a macro in this way; `locals` are the values of its parameters, and it
 * has no other locals yet. A macro without a loop or an include is always
 * rendered: that takes less time than making a key. */
bool fragment_macro(struct jinja_state *st, const struct function *macro,
                    const value *locals);

/* --- globals.c --- */

/* {% set namespace.name = v %} */
bool namespace_set(struct jinja_state *st, value namespace, value name,
                   value v);

/* --- loop.c --- */

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

/* *slot is the new loop. */
bool loop_begin(struct jinja_state *st, value iterable, bool tested,
                value *slot);
/* The loop after a value. Values have const objects; a loop belongs to one
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
/* As loop_step, with a short way for most loops. */
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
/* Has a round begun whose condition, if it has one, held? */
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
