/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_COMPILE_H
#define CRUMB_JINJA_COMPILE_H

/* Compiles a syntax tree to code. Locals become slots of their function; all
 * other names are looked up in the context when the template runs. A name that
 * a scope assigns is a local of that scope and starts with the value outside,
 * as Jinja has it. */

#include "jinja/env.h"
#include "jinja/syntax/ast.h"

struct local {
    const struct context_name *name;
    uint32_t slot;
};

struct scope {
    struct scope *up;
    bool toplevel; /* assignments go to the context */
    VEC(struct local) locals;
    struct map known; /* name -> number of its last entry in locals, + 1 */
};

/* The targets of break and continue of a loop, and how much of unit->undo they
 * must leave in place. */
struct loop_labels {
    struct loop_labels *up;
    uint32_t again;
    VEC(uint32_t) breaks;
    size_t nundo;
};

struct undo {
    enum opcode op; /* OP_END_CAPTURE, OP_END_AUTOESCAPE */
    uint32_t slot;
};

/* A struct code while it is compiled. */
struct unit {
    struct unit *enclosing; /* whose locals it may capture, or NULL */
    struct code *code;
    struct scope *scope;
    struct loop_labels *loop;
    VEC(struct undo) undo;
    size_t depth;           /* of the stack */
    size_t label;           /* the last target of a jump so far */
    struct map known_texts; /* strings among the constants -> number + 1 */
    struct map known_names; /* names -> number + 1 */
};

struct compiler {
    struct jinja *env;
    struct jinja_template *template;
    struct arena *arena;
    struct diags *diags;
    struct unit *unit;
    uint32_t off; /* place of the compiled node in the source */
    uint32_t len;
    size_t branches; /* `if`s around it */
    bool extends;    /* an unconditional extends came before */
    bool ok;
    size_t most_errors; /* in diags; after that many it stops */
};

/* Compiles the statements into template->root, blocks and codes, and all
 * templates that they name by constants. Errors are reported and set
 * template->ok to false. The caller holds env->mutex or is alone. */
void compile(struct jinja *env, struct jinja_template *template,
             const struct stmts *stmts, struct diags *diags);

/* Reports what can be found once a template and those that it names are
 * compiled. Mistakes, which set template->ok to false: a macro is called with
 * arguments that it does not take, or super() is in a block that no parent has.
 * Names that the template binds more than once are not checked: what they mean
 * depends on what runs. A warning: no parent shows a block. */
void check(struct jinja *env, struct jinja_template *template,
           const struct stmts *stmts, struct diags *diags);

/* --- between compile*.c --- */

struct diag *compile_error(struct compiler *c, uint32_t off, size_t len,
                           const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Append an instruction; return its number. */
uint32_t emit(struct compiler *c, enum opcode op, size_t a);
uint32_t emit_b(struct compiler *c, enum opcode op, size_t a, size_t b);
/* Makes the jump of that number lead to the next instruction. */
void emit_label(struct compiler *c, uint32_t jump);
/* The number of the next instruction, as the target of a jump. */
uint32_t emit_here(const struct compiler *c);
/* The numbers of a constant and a name in the unit. A string or name that is
 * there already is not added again. */
uint32_t constant_number(struct compiler *c, value v);
uint32_t name_number(struct compiler *c, str s);
uint32_t new_slot(struct compiler *c);

/* Begins a unit and returns the one before it, for unit_end. `inside`: the new
 * one may read the locals of that one. */
struct unit *unit_begin(struct compiler *c, enum code_kind kind, str name,
                        bool inside);
/* Ends the current unit, goes on with `before` and returns the finished code.
 */
struct code *unit_end(struct compiler *c, struct unit *before);

void scope_begin(struct compiler *c);
/* Makes all names that the statements assign locals of the scope, with the
 * values that they have outside. */
void scope_inherit(struct compiler *c, const struct stmts *stmts);
void scope_end(struct compiler *c);
void scope_add(struct compiler *c, const struct context_name *name,
               uint32_t slot);
/* The slot of the local of that name in the current scope; new if needed. */
uint32_t declare(struct compiler *c, str s);
bool is_local(const struct compiler *c, str s);
/* Pushes the value of a name, local or not. */
void emit_load(struct compiler *c, str name);
/* Fills in look->visible with all locals, innermost first. */
void collect_visible(struct compiler *c, struct lookup *look);

void compile_expr(struct compiler *c, const struct expr *e);
/* *out is the value of the expression. False: it is not constant. */
bool compile_constant(struct compiler *c, const struct expr *e, value *out);
/* Compiles the call; with `caller` as one more argument, unless it is NULL. */
void compile_call(struct compiler *c, const struct expr *e,
                  const struct code *caller);
void compile_stmts(struct compiler *c, const struct stmts *stmts);

#endif
