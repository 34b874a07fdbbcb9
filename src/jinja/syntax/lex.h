/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_SYNTAX_LEX_H
#define CRUMB_JINJA_SYNTAX_LEX_H

/* Template source to tokens. The lexer applies white space control, drops
 * comments and resolves raw blocks and line ends: later stages see nothing of
 * them. */

#include "base/diag/diag.h"
#include "jinja/jinja.h"

/* X(name, text) for each operator, the longer ones first. */
#define OPERATOR_TOKENS(X)                                                     \
    X(FLOORDIV, "//")                                                          \
    X(POW, "**")                                                               \
    X(EQ, "==")                                                                \
    X(NE, "!=")                                                                \
    X(GE, ">=")                                                                \
    X(LE, "<=")                                                                \
    X(ADD, "+")                                                                \
    X(SUB, "-")                                                                \
    X(MUL, "*")                                                                \
    X(DIV, "/")                                                                \
    X(MOD, "%")                                                                \
    X(TILDE, "~")                                                              \
    X(GT, ">")                                                                 \
    X(LT, "<")                                                                 \
    X(ASSIGN, "=")                                                             \
    X(DOT, ".")                                                                \
    X(COLON, ":")                                                              \
    X(PIPE, "|")                                                               \
    X(COMMA, ",")                                                              \
    X(SEMICOLON, ";")                                                          \
    X(LPAREN, "(")                                                             \
    X(RPAREN, ")")                                                             \
    X(LBRACKET, "[")                                                           \
    X(RBRACKET, "]")                                                           \
    X(LBRACE, "{")                                                             \
    X(RBRACE, "}")

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
#define TOKEN(name, text) TOK_##name,
    OPERATOR_TOKENS(TOKEN)
#undef TOKEN
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
 * one is TOK_EOF. False: errors were reported. The lexer goes on after a
 * mistake, so that the parser can find more, up to LIMIT_MISTAKES. */
bool lex(const struct source *source, const struct jinja_options *options,
         struct arena *arena, struct diags *diags, struct tokens *out);

/* The kind as messages name it: "'%}'", "a name". */
const char *token_kind_name(enum token_kind kind);

#endif
