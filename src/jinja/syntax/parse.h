/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_SYNTAX_PARSE_H
#define CRUMB_JINJA_SYNTAX_PARSE_H

/* Tokens to a syntax tree, by recursive descent. The parser reports a mistake,
 * skips the rest of its tag and goes on behind it. */

#include "base/map.h"
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

/* Makes the tree in the arena. False: errors were reported, and *out is what
 * could be read. */
bool parse(const struct source *source, const struct jinja_options *options,
           struct arena *arena, struct diags *diags, struct stmts *out);

/* --- between parse*.c ------------------------------------------------------
 */

/* The next token, the n-th one behind it, and the next one, taken. TOK_EOF is
 * never passed. */
const struct token *parse_peek(const struct parser *ps);
const struct token *parse_ahead(const struct parser *ps, size_t n);
const struct token *parse_take(struct parser *ps);
bool parse_is(const struct parser *ps, enum token_kind kind);
bool parse_is_word(const struct parser *ps, const char *word);
bool parse_at_word(const struct token *at, const char *word);
/* Take the next token if it is that one. */
bool parse_skip(struct parser *ps, enum token_kind kind);
bool parse_skip_word(struct parser *ps, const char *word);
/* Takes the next token if it is of that kind, or else reports what it is. */
bool parse_expect(struct parser *ps, enum token_kind kind);
/* Reports at the token and starts skipping. NULL: it is skipping already, and
 * nothing is reported. */
struct diag *parse_error(struct parser *ps, const struct token *at,
                         const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Never NULL: after an error it is a constant. */
struct expr *parse_expression(struct parser *ps);
/* The same without `a if b` at the top, for `for x in`. */
struct expr *parse_or(struct parser *ps);
/* One expression, or several with commas: a tuple. */
struct expr *parse_tuple(struct parser *ps, bool with_condition);
/* What may be assigned to: a name, a.b if `attributes`, tuples of them. */
struct expr *parse_target(struct parser *ps, bool attributes);
/* |f(x)|g behind `subject`, which may be NULL. `bare`: the first filter has no
 * '|' before it. */
struct expr *parse_filters(struct parser *ps, struct expr *subject, bool bare);
struct expr *parse_node(struct parser *ps, enum expr_kind kind,
                        const struct token *from);

#endif
