/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_CODE_H
#define CRUMB_JINJA_CODE_H

/* The compiled form of a template: one struct code for its root and one for
 * each block, macro, call block and recursive loop. It lives in the
 * environment's arena and does not change, so any number of threads may run
 * it; the two atomic fields are caches. */

#include <stdatomic.h>

#include "base/memory/map.h"
#include "data/value.h"
#include "jinja/jinja.h"

enum opcode {
#define OPCODE(name, operand, pops, pushes, meaning) OP_##name,
#include "jinja/opcodes.h"
#undef OPCODE
    N_OPCODES
};

/* 12 bytes. */
struct insn {
    uint8_t op; /* enum opcode */
    /* The number of the dict's entry in which the attribute was found last
     * time. A guess: any value is safe. */
    _Atomic uint8_t hint;
    uint16_t b;
    uint32_t a;
    uint32_t text; /* in texts: printed first; texts[0] is empty */
};

/* A name that is looked up in the context. The environment has one for each
 * spelling; `id` is its place in the tables of all contexts. */
struct context_name {
    str s;
    uint32_t id;
    const value *global; /* or NULL */
    struct undefined undefined;
};

/* The instructions from pc on come from [off, off + len) of the source. */
struct place_run {
    uint32_t pc;
    uint32_t off;
    uint32_t len;
};

/* A filter, test, function or method call. */
struct call_site {
    const struct jinja_builtin *builtin; /* filters and tests */
    str name;                            /* methods */
    uint16_t nargs; /* on the stack, with the subject of a filter or test */
    uint16_t nnames;
    const str *names; /* of the last nnames arguments */
    bool spread; /* it has *args or **kwargs: the arguments are one list and
                    one dict */
    span at;
};

/* A local that an include or a scoped block sees: the slot of the function
 * that many levels around. */
struct visible {
    const struct context_name *name;
    uint32_t slot;
    uint32_t depth;
};

/* An include, import, extends or scoped block. */
struct lookup {
    const struct context_name *block;
    const struct jinja_template *template; /* NULL: missing, or not constant */
    str name;                              /* if it is a constant */
    bool constant;
    bool ignore_missing;
    bool with_context;
    const struct visible *visible;
    size_t nvisible;
};

struct free_names;

enum code_kind { CODE_ROOT, CODE_BLOCK, CODE_MACRO, CODE_CALLER, CODE_LOOP };

#define NO_SLOT UINT32_MAX
/* At least so many bytes of each text may be read, however short it is. */
#define CODE_TEXT_PAD 32

struct code {
    enum code_kind kind;
    const struct jinja_template *template;
    size_t number; /* in template->codes */
    str name;      /* of the block or macro */
    const struct context_name *block;
    bool required;
    bool nested;   /* a block inside another one of its template */
    span at;       /* the name of a block */
    bool captured; /* an inner function reads its locals */
    VEC(struct insn) insns;
    size_t nslots;
    size_t nstack;
    VEC(value) constants;
    VEC(str) texts;
    VEC(const struct context_name *) names;
    VEC(struct call_site) calls;
    VEC(struct lookup) lookups;
    VEC(const struct code *) codes;
    VEC(struct place_run) places;
    /* Of macros: parameters are the first locals. */
    const str *params;
    size_t nparams;
    const value *missing; /* their values where the call gives none */
    uint32_t varargs;     /* slots, or NO_SLOT */
    uint32_t kwargs;
    uint32_t caller;
    /* Of roots, macros and call blocks: a cache of fragment_key.c. */
    _Atomic(const struct free_names *) *free_names;
};

struct code_list {
    struct code **p;
    size_t n;
    size_t cap;
};

struct jinja_template {
    str name;
    const struct source *source;
    struct code *root;
    struct code_list blocks;
    struct code_list codes; /* all of them, in the order of the source */
    struct map block_names; /* -> its code */
    struct map macros; /* name -> its code; the template if it has several */
    const struct jinja_template *parent; /* NULL: none, or not constant */
    bool extends;
    bool autoescape;
    bool ok; /* no errors in it */
};

/* The number of the parameter of that name, or STR_NONE. */
size_t code_param(const struct code *code, str name);
/* The place in the source that instruction pc comes from; an empty span: no
 * instruction has one. */
span code_span(const struct code *code, size_t pc);
const char *opcode_name(enum opcode op);

#endif
