/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_SYNTAX_PARSER_H
#define CRUMB_JINJA_SYNTAX_PARSER_H

/* The state of a parse, for the files of the parser: parse.c (the whole
 * template), parse_stmt.c (tags), parse_expr.c (expressions), parser.c (tokens,
 * errors and new nodes). */

#include "base/memory/map.h"
#include "jinja/syntax/ast.h"
#include "jinja/syntax/lex.h"

/* A tag whose end tag is still to come. */
struct open_tag {
    const struct open_tag *up;
    const struct token *word;
    const char *const *ends;
};

struct parser {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
    const struct token *tokens;
    size_t at;
    size_t depth;  /* of expressions: LIMIT_NESTING */
    size_t links;  /* operators, dots and calls of this tag: LIMIT_CHAIN */
    size_t blocks; /* depth of tags: LIMIT_NESTING */
    size_t loops;  /* around: break and continue need one */
    bool skipping; /* reports nothing until this tag ends */
    bool confused; /* tags and end tags don't match: reported once */
    bool ok;
    size_t errors;
    size_t most_errors; /* in diags; after that many it stops */
    const struct open_tag *open;
    const struct token *word; /* of the tag being read */
    VEC(str) unknown;         /* unknown tags that were reported */
    struct map block_names;
};

/* --- tokens (parser.c) --- */

/* The next token, and the n-th one after it. After TOK_EOF there is none:
 * then TOK_EOF itself. */
const struct token *parse_peek(const struct parser *ps);
const struct token *parse_ahead(const struct parser *ps, size_t n);
/* Returns the next token and moves past it. TOK_EOF stays the next one. */
const struct token *parse_take(struct parser *ps);
/* Whether the next token is of that kind, or that word. False while the parser
 * skips the rest of a tag. */
bool parse_is(const struct parser *ps, enum token_kind kind);
bool parse_is_word(const struct parser *ps, const char *word);
/* Whether the token is that word. */
bool parse_at_word(const struct token *at, const char *word);
/* As parse_is and parse_is_word; if true, they take the token. */
bool parse_skip(struct parser *ps, enum token_kind kind);
bool parse_skip_word(struct parser *ps, const char *word);
/* Takes the next token if it is of that kind; else reports what it is and
 * returns false. */
bool parse_expect(struct parser *ps, enum token_kind kind);
/* Reports an error at the token and starts to skip the rest of the tag. NULL:
 * nothing is reported, since that is skipped already or the lexer has reported
 * the token. */
struct diag *parse_error(struct parser *ps, const struct token *at,
                         const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports an expression of Go's templates, after `{{`. parse_go.c */
void parse_go(struct parser *ps);
/* Reads the end of a tag. After an error it skips the tokens before that, and
 * the parser goes on. */
void parse_tag_end(struct parser *ps, enum token_kind kind);
/* A new statement at that word. */
struct stmt *parse_stmt_new(struct parser *ps, enum stmt_kind kind,
                            const struct token *word);
/* A new expression of that kind, which begins at `from`. */
struct expr *parse_node(struct parser *ps, enum expr_kind kind,
                        const struct token *from);
/* Count a level of nesting (the caller takes it back from ps->depth), and a
 * part of a chain. False: that is one too many, which is reported. */
bool parse_deeper(struct parser *ps);
bool parse_chain(struct parser *ps);

/* --- tags (parse.c, parse_stmt.c) --- */

/* Parses up to a tag with one of the words and stops at that word. If `ends` is
 * NULL, parses to the end of the template. */
void parse_stmts(struct parser *ps, struct stmts *out, const char *const *ends);
/* Parses the tag whose name is the next token, and its body. NULL: there is no
 * such tag, and nothing was taken. */
struct stmt *parse_known_tag(struct parser *ps);
enum { N_TAGS = 17 };
str parse_tag_name(size_t i);

/* --- expressions (parse_expr.c) --- */

/* These never return NULL: after an error they return a constant. */

struct expr *parse_expression(struct parser *ps);
/* One expression, or several with commas: a tuple. Without `with_condition`
 * none of them has `a if b` at its top. */
struct expr *parse_tuple(struct parser *ps, bool with_condition);
/* The target of an assignment: a name, a.b if `attributes`, tuples of them. */
struct expr *parse_target(struct parser *ps, bool attributes);
/* |f(x)|g after `subject`, which may be NULL. `bare`: the first filter has no
 * '|' before it. */
struct expr *parse_filters(struct parser *ps, struct expr *subject, bool bare);

#endif
