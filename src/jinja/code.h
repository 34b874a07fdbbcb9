/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_CODE_H
#define CRUMB_JINJA_CODE_H

/* What the compiler makes of a template: one struct code for its root, one
 * for each block, macro, call block and recursive loop. Immutable once made,
 * so any number of threads run it. */

#include <stdatomic.h>

#include "base/map.h"
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
    /* The entry of a dict where the attribute was last time. All that ever
     * changes here; any value will do. */
    _Atomic uint8_t hint;
    uint16_t b;
    uint32_t a;
    uint32_t text; /* what some print before all else; texts[0] is empty */
};

/* A name of the context, one per environment and spelling: its number is its
 * place in every context's table. */
struct context_name {
    str s;
    uint32_t id;
    const value *global; /* or NULL */
    struct undefined undefined;
};

/* From instruction pc on the code stands at [off, off + len). */
struct place_run {
    uint32_t pc;
    uint32_t off;
    uint32_t len;
};

/* A filter, test, function or method call. */
struct call_site {
    const struct jinja_builtin *builtin; /* filters and tests */
    str name;                            /* methods */
    uint16_t nargs; /* on the stack, the subject of filters included */
    uint16_t nnames;
    const str *names; /* of the last nnames */
    bool spread;      /* *args or **kwargs: a list and a dict instead */
    span at;
};

/* A local that an include or a scoped block may see. */
struct visible {
    const struct context_name *name;
    uint32_t slot;
    uint32_t depth;
};

/* An include, import, extends or scoped block. */
struct lookup {
    const struct context_name *block;
    const struct jinja_template *template; /* if its name is a constant */
    str name;                              /* the same */
    bool constant;
    bool ignore_missing;
    bool with_context;
    const struct visible *visible;
    size_t nvisible;
};

struct free_names;

enum code_kind { CODE_ROOT, CODE_BLOCK, CODE_MACRO, CODE_CALLER, CODE_LOOP };

#define NO_SLOT UINT32_MAX
/* So many bytes of every text of a code may be read, whatever its length. */
#define CODE_TEXT_PAD 32

struct code {
    enum code_kind kind;
    const struct jinja_template *template;
    size_t number; /* in template->codes */
    str name;      /* of the block or macro */
    const struct context_name *block;
    bool required;
    bool nested;   /* a block inside of another one of its template */
    span at;       /* the name of a block */
    bool captured; /* a function inside reads its locals */
    struct insn *insns;
    size_t ninsns;
    size_t nslots;
    size_t nstack;
    const value *constants;
    size_t nconstants;
    const str *texts;
    size_t ntexts;
    const struct context_name *const *names;
    size_t nnames;
    const struct call_site *call_sites;
    size_t ncall_sites;
    struct lookup *lookups;
    size_t nlookups;
    const struct code *const *codes;
    size_t ncodes;
    const struct place_run *places;
    size_t nplaces;
    /* macros: parameters are the first locals */
    const str *params;
    size_t nparams;
    const value *missing; /* what they are until they get a value */
    uint32_t varargs;     /* slots, or NO_SLOT */
    uint32_t kwargs;
    uint32_t caller;
    /* Of a template's root, macros and call blocks: what fragment_key.c found,
     * in one place; NULL until somebody asks. */
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
    struct map block_names; /* -> the code */
    struct map macros;      /* name -> the code; of several, the template */
    const struct jinja_template *parent; /* if always the same */
    bool extends;                        /* some template or other */
    bool autoescape;
    bool ok;
};

/* The number of a macro's parameter, or STR_NONE. */
size_t code_param(const struct code *code, str name);
/* Where the instruction stands. */
span code_span(const struct code *code, size_t pc);
const char *opcode_name(enum opcode op);

#endif
