/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_SYNTAX_LEX_H
#define CRUMB_JINJA_SYNTAX_LEX_H

/* Template source to tokens. The lexer applies white space control, drops
 * comments and resolves raw blocks and line ends: later stages see nothing of
 * them. */

#include "base/diag/diag.h"
#include "jinja/jinja.h"

enum token_kind {
    TOK_EOF,
    TOK_DATA,
    TOK_PRINT_BEGIN,
    TOK_PRINT_END,
    TOK_TAG_BEGIN,
    TOK_TAG_END,
    TOK_NAME,
    TOK_STRING,
    TOK_INT,
    TOK_FLOAT,
    TOK_BAD, /* reported already; the parser skips its tag silently */
    TOK_ADD,
    TOK_SUB,
    TOK_MUL,
    TOK_DIV,
    TOK_FLOORDIV,
    TOK_MOD,
    TOK_POW,
    TOK_TILDE,
    TOK_EQ,
    TOK_NE,
    TOK_GT,
    TOK_GE,
    TOK_LT,
    TOK_LE,
    TOK_ASSIGN,
    TOK_DOT,
    TOK_COLON,
    TOK_PIPE,
    TOK_COMMA,
    TOK_SEMICOLON,
    TOK_LPAREN,
    TOK_RPAREN,
    TOK_LBRACKET,
    TOK_RBRACKET,
    TOK_LBRACE,
    TOK_RBRACE,
};

struct token {
    uint8_t kind; /* enum token_kind */
    uint32_t off; /* in the source */
    uint32_t len;
    str text; /* of data, strings (escapes resolved) and names */
    union {
        int64_t i;
        double f;
    } number;
};

struct tokens {
    struct token *p;
    size_t n;
    size_t cap;
};

/* The tokens live in the arena, their texts there or in the source. The last
 * one is TOK_EOF. False: errors were reported; the tokens are still complete,
 * so that the parser can find more. */
bool lex(const struct source *source, const struct jinja_options *options,
         struct arena *arena, struct diags *diags, struct tokens *out);

/* The kind as messages name it: "'%}'", "a name". */
const char *token_kind_name(enum token_kind kind);

#endif
