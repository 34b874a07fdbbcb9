/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_COMPILE_H
#define CRUMB_JINJA_COMPILE_H

/* Syntax tree to code. Locals become slots of the function they stand in,
 * all other names are looked up in the context. A name that a scope assigns
 * is its local and starts with the value outside, which is how Jinja's
 * scopes behave. */

#include "jinja/ast.h"
#include "jinja/env.h"

struct local {
    const struct context_name *name;
    uint32_t slot;
};

struct scope {
    struct scope *up;
    bool toplevel; /* assignments go to the context */
    VEC(struct local) locals;
    struct map known; /* name -> its last number in locals, + 1 */
};

/* Where break and continue of the innermost loop go, and what they have to
 * put right on the way. */
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

/* One code in the making. */
struct unit {
    struct unit *enclosing; /* whose locals it may capture, or NULL */
    struct code *code;
    struct scope *scope;
    struct loop_labels *loop;
    VEC(struct undo) undo;
    size_t depth; /* of the stack */
    size_t label; /* some jump leads here, to the next instruction */
    VEC(struct insn) insns;
    VEC(value) constants;
    VEC(str) texts;
    VEC(const struct context_name *) names;
    struct map known_texts;   /* strings among the constants -> number + 1 */
    struct map known_numbers; /* ints, bools and none among them, the same */
    struct map known_names;
    VEC(struct call_site) call_sites;
    VEC(struct lookup) lookups;
    VEC(const struct code *) codes;
    VEC(struct place_run) places;
};

struct compiler {
    struct jinja *env;
    struct jinja_template *template;
    struct arena *arena;
    struct diags *diags;
    struct unit *unit;
    uint32_t off; /* what is being compiled stands here */
    uint32_t len;
    size_t branches; /* ifs around */
    bool extends;    /* the root has an unconditional extends behind it */
    bool ok;
    size_t most_errors; /* in diags: the rest is not compiled */
};

/* Fills in root, blocks and ok; what it names by constants is compiled,
 * too. */
void compile(struct jinja *env, struct jinja_template *template,
             const struct stmts *stmts, struct diags *diags);

/* --- between compile*.c ----------------------------------------------------
 */

struct diag *compile_error(struct compiler *c, uint32_t off, size_t len,
                           const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

uint32_t emit(struct compiler *c, enum opcode op, size_t a);
uint32_t emit_b(struct compiler *c, enum opcode op, size_t a, size_t b);
/* Here is where the jump leads. */
void emit_label(struct compiler *c, uint32_t jump);
uint32_t emit_here(const struct compiler *c);
uint32_t constant_of(struct compiler *c, value v);
uint32_t name_of(struct compiler *c, str s);
uint32_t new_slot(struct compiler *c);

/* A unit inside the one at hand, NULL: inside none. */
struct unit *unit_begin(struct compiler *c, enum code_kind kind, str name,
                        bool inside);
/* Ends the unit at hand and goes on with `before`, which unit_begin returned.
 */
struct code *unit_end(struct compiler *c, struct unit *before);

void scope_begin(struct compiler *c);
/* What the statements assign starts with the value outside. */
void scope_inherit(struct compiler *c, const struct stmts *stmts);
void scope_end(struct compiler *c);
void scope_add(struct compiler *c, const struct context_name *name,
               uint32_t slot);
uint32_t declare(struct compiler *c, str s);
bool is_local(const struct compiler *c, str s);
void emit_load(struct compiler *c, str name);
/* All locals, innermost first. */
void collect_visible(struct compiler *c, struct lookup *look);

void compile_expr(struct compiler *c, const struct expr *e);
/* The value of the expression if it is always the same. */
bool compile_constant(struct compiler *c, const struct expr *e, value *out);
/* The call, with one more argument `caller`: that code. */
void compile_call_block(struct compiler *c, const struct expr *call,
                        const struct code *caller);
void compile_stmts(struct compiler *c, const struct stmts *stmts);

#endif
