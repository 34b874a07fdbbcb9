/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_PARSE_H
#define CRUMB_JINJA_PARSE_H

/* Tokens to a syntax tree by recursive descent. A mistake is reported once,
 * the rest of its tag is skipped, and the parser goes on behind it. */

#include "base/map.h"
#include "jinja/ast.h"
#include "jinja/lex.h"

/* A tag whose end is still to come. */
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
    size_t depth;  /* of expressions */
    size_t links;  /* of chains of operators in this tag */
    size_t blocks; /* of tags */
    size_t loops;  /* for break and continue */
    bool skipping; /* until the end of this tag nothing is reported */
    bool confused; /* tags and their ends don't match: said once */
    bool ok;
    size_t errors;
    size_t most_errors; /* in diags: there the template ends */
    const struct open_tag *open;
    const struct token *word; /* of the tag being read */
    VEC(str) unknown;         /* tags there are not */
    struct map block_names;
};

/* False: something was reported. *out is as much as could be read. */
bool parse(const struct source *source, const struct jinja_options *options,
           struct arena *arena, struct diags *diags, struct stmts *out);

/* --- between parse*.c ------------------------------------------------------
 */

const struct token *parse_peek(const struct parser *ps);
const struct token *parse_ahead(const struct parser *ps, size_t n);
const struct token *parse_take(struct parser *ps);
bool parse_is(const struct parser *ps, enum token_kind kind);
bool parse_is_word(const struct parser *ps, const char *word);
bool parse_at_word(const struct token *at, const char *word);
/* Takes it if it is there. */
bool parse_skip(struct parser *ps, enum token_kind kind);
bool parse_skip_word(struct parser *ps, const char *word);
/* Takes it or reports what is there instead. */
bool parse_expect(struct parser *ps, enum token_kind kind);
/* Reports at the token and starts skipping; NULL if already skipping. */
struct diag *parse_error(struct parser *ps, const struct token *at,
                         const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Never NULL; after an error a constant stands in. */
struct expr *parse_expression(struct parser *ps);
/* The same without the outer `a if b`: what `for x in` takes. */
struct expr *parse_or(struct parser *ps);
/* Expressions with commas make a tuple. */
struct expr *parse_tuple(struct parser *ps, bool with_condition);
/* What can be assigned: a name, a.b if `attributes`, tuples of them. */
struct expr *parse_target(struct parser *ps, bool attributes);
/* |f(x)|g behind `subject`, which may be NULL; the name of the first filter
 * comes without '|' if `bare`. */
struct expr *parse_filters(struct parser *ps, struct expr *subject, bool bare);
struct expr *parse_node(struct parser *ps, enum expr_kind kind,
                        const struct token *from);

#endif
