/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_SYNTAX_AST_H
#define CRUMB_JINJA_SYNTAX_AST_H

/* The syntax tree. The parser makes it in the environment's arena; nothing
 * uses it once the template is compiled. A node has the fields of all kinds
 * rather than a union; each kind is listed with the fields that it uses. */

#include "data/value.h"

struct expr;
struct stmt;
struct diags;
struct jinja_options;

struct exprs {
    struct expr **p;
    size_t n;
    size_t cap;
};

struct stmts {
    struct stmt **p;
    size_t n;
    size_t cap;
};

struct keyword {
    str name;
    struct expr *val;
};

struct args {
    struct exprs positional;
    VEC(struct keyword) keywords;
    struct expr *star;     /* *args, or NULL */
    struct expr *starstar; /* **kwargs, or NULL */
};

enum expr_kind {
    EXPR_CONST,   /* constant */
    EXPR_NAME,    /* name */
    EXPR_LIST,    /* items */
    EXPR_TUPLE,   /* items */
    EXPR_DICT,    /* items: key, value, key, value ... */
    EXPR_UNARY,   /* op a */
    EXPR_BINARY,  /* a op b */
    EXPR_COMPARE, /* a, then comparands */
    EXPR_CONCAT,  /* a, then items */
    EXPR_LOGIC,   /* a, then b unless the jump `op` skips it */
    EXPR_COND,    /* a if b else c (or NULL) */
    EXPR_ATTR,    /* a.name */
    EXPR_ITEM,    /* a[b] */
    EXPR_SLICE,   /* a[items 0:1:2], each may be NULL */
    EXPR_CALL,    /* a(args) */
    EXPR_FILTER,  /* a|name(args); a is NULL in filter and set blocks */
    EXPR_TEST,    /* a is name args */
};

struct comparand {
    uint8_t op;
    struct expr *expr;
};

struct expr {
    uint8_t kind; /* enum expr_kind */
    uint8_t op;   /* the opcode that does it */
    uint32_t off; /* in the source */
    uint32_t len;
    str name;
    uint32_t name_off; /* of the name, in the source */
    value constant;
    struct expr *a;
    struct expr *b;
    struct expr *c;
    struct exprs items;
    VEC(struct comparand) comparands;
    struct args *args;
};

enum stmt_kind {
    STMT_DATA,       /* text */
    STMT_PRINT,      /* expr */
    STMT_IF,         /* expr body orelse */
    STMT_FOR,        /* target expr test body orelse recursive */
    STMT_SET,        /* target expr */
    STMT_SET_BLOCK,  /* target expr (filters, or NULL) body */
    STMT_BLOCK,      /* text (name) body scoped required */
    STMT_EXTENDS,    /* expr */
    STMT_INCLUDE,    /* expr ignore_missing with_context */
    STMT_IMPORT,     /* expr text (name) with_context */
    STMT_FROM,       /* expr imports with_context */
    STMT_MACRO,      /* text (name) params body */
    STMT_CALL,       /* expr params body */
    STMT_FILTER,     /* expr (filters) body */
    STMT_WITH,       /* params (names and values) body */
    STMT_AUTOESCAPE, /* expr body */
    STMT_DO,         /* expr */
    STMT_BREAK,
    STMT_CONTINUE,
};

/* A parameter with its default, or a name of `with` with its value. */
struct param {
    struct expr *target;
    struct expr *val; /* NULL: it has no default */
};

struct import {
    str name;
    str as;
    uint32_t off;
};

struct stmt {
    uint8_t kind; /* enum stmt_kind */
    bool scoped;
    bool required;
    bool recursive;
    bool ignore_missing;
    bool with_context;
    uint32_t off; /* of the tag, from its word to its last one */
    uint32_t len;
    str text;
    struct expr *expr;
    struct expr *target;
    struct expr *test;
    struct stmts body;
    struct stmts orelse;
    VEC(struct param) params;
    VEC(struct import) imports;
};

/* Visits e, unless it is NULL, and then all expressions in it, until a visit
 * returns true. Returns whether one did. */
typedef bool ast_visitor(void *context, const struct expr *e);
bool ast_visit(const struct expr *e, ast_visitor *visit, void *context);
/* Does the expression use the name? */
bool ast_expr_names(const struct expr *e, str name);
/* Do the statements use the name itself? */
bool ast_names(const struct stmts *stmts, str name);
/* Do they, or is there something that may see all names (an include, an import
 * with context, a scoped block)? */
bool ast_uses(const struct stmts *stmts, str name);

typedef void ast_found(void *context, str name);
/* Finds each name that a target (or NULL) assigns: itself, or those of a
 * tuple. */
void ast_targets(const struct expr *target, ast_found *found, void *context);
/* Finds each name that the statements assign in their own scope. That includes
 * the bodies of `if`, which opens no scope. */
void ast_assigned(const struct stmts *stmts, ast_found *found, void *context);

/* Source to a syntax tree in the arena, by recursive descent (parse.c). The
 * parser reports a mistake, skips the rest of its tag and goes on after it.
 * Returns false if errors were reported; *out is then what could be read. */
bool parse(const struct source *source, const struct jinja_options *options,
           struct arena *arena, struct diags *diags, struct stmts *out);

#endif
