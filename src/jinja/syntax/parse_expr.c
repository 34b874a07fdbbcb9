/* SPDX-License-Identifier: MIT */
/* Expressions, loosest operator first. The order is Jinja's, not Python's:
 * '~' binds tighter than '+', '**' is left-associative with unary signs
 * inside, and filters and tests bind tighter than any binary operator. */
#include "jinja/code.h"
#include "jinja/limits.h"
#include "jinja/syntax/parser.h"

static struct expr *parse_or(struct parser *ps);

/* --- nodes --- */

/* Sets the end of e to the end of the last token. */
static struct expr *ends_here(struct parser *ps, struct expr *e)
{
    const struct token *last = &ps->tokens[ps->at ? ps->at - 1 : 0];
    if (last->off + last->len > e->off) {
        e->len = last->off + last->len - e->off;
    }
    return e;
}

static struct expr *node_at(struct parser *ps, enum expr_kind kind,
                            const struct expr *from)
{
    struct token token = {.off = from->off, .len = from->len};
    return parse_node(ps, kind, &token);
}

/* An expression of that kind whose first part is a. */
static struct expr *node_of(struct parser *ps, enum expr_kind kind,
                            struct expr *a)
{
    struct expr *e = node_at(ps, kind, a);
    e->a = a;
    return e;
}

static struct expr *constant(struct parser *ps, const struct token *at, value v)
{
    struct expr *e = parse_node(ps, EXPR_CONST, at);
    e->constant = v;
    return e;
}

/* An expression that could not be read becomes a constant, so that the compiler
 * reports nothing more about it. */
static struct expr *readable(struct parser *ps, struct expr *e)
{
    return ps->skipping ? node_at(ps, EXPR_CONST, e) : e;
}

/* A constant instead of an expression that can't be read. */
static struct expr *nothing(struct parser *ps)
{
    return constant(ps, parse_peek(ps), value_none());
}

/* --- literals --- */

static struct expr *parse_string(struct parser *ps)
{
    const struct token *first = parse_take(ps);
    str text = first->text;
    while (parse_is(ps, TOK_STRING) && parse_chain(ps)) {
        text = arena_concat(ps->arena, text, parse_take(ps)->text);
    }
    return ends_here(ps, constant(ps, first, value_string(text)));
}

/* Parses the items of a list or dict up to the bracket that closes it. */
static struct expr *parse_items(struct parser *ps, struct expr *e,
                                enum token_kind close)
{
    while (!parse_is(ps, close) && !ps->skipping) {
        *VEC_PUSH(&e->items, ps->arena) = parse_expression(ps);
        if (e->kind == EXPR_DICT) {
            parse_expect(ps, TOK_COLON);
            *VEC_PUSH(&e->items, ps->arena) = parse_expression(ps);
        }
        if (!parse_skip(ps, TOK_COMMA)) {
            break;
        }
    }
    parse_expect(ps, close);
    return ends_here(ps, e);
}

static struct expr *parse_dict(struct parser *ps)
{
    struct expr *dict = parse_node(ps, EXPR_DICT, parse_take(ps));
    const struct token *next = parse_peek(ps);
    if (next->kind == TOK_LBRACE && next->off == dict->off + 1) {
        struct token both = {.off = dict->off, .len = 2};
        struct diag *diag = parse_error(ps, &both, "'{{' inside of a tag");
        if (diag) {
            diag_hint(diag, "names have no braces here");
        }
    }
    return parse_items(ps, dict, TOK_RBRACE);
}

static bool ends_tuple(const struct parser *ps)
{
    uint8_t kind = parse_peek(ps)->kind;
    return kind == TOK_PRINT_END || kind == TOK_TAG_END || kind == TOK_RPAREN ||
           kind == TOK_RBRACKET || kind == TOK_ASSIGN || kind == TOK_EOF ||
           parse_is_word(ps, "in");
}

/* Parses the items after the first one, if a comma follows. */
static struct expr *more_items(struct parser *ps, struct expr *first,
                               struct expr *(*item)(struct parser *ps))
{
    if (!parse_is(ps, TOK_COMMA)) {
        return first;
    }
    struct expr *tuple = node_at(ps, EXPR_TUPLE, first);
    *VEC_PUSH(&tuple->items, ps->arena) = first;
    while (parse_skip(ps, TOK_COMMA) && !ends_tuple(ps)) {
        *VEC_PUSH(&tuple->items, ps->arena) = item(ps);
    }
    return ends_here(ps, tuple);
}

struct expr *parse_tuple(struct parser *ps, bool with_condition)
{
    if (with_condition) {
        return more_items(ps, parse_expression(ps), parse_expression);
    }
    return readable(ps, more_items(ps, parse_or(ps), parse_or));
}

static struct expr *parse_parens(struct parser *ps)
{
    const struct token *open = parse_take(ps);
    struct expr *e = parse_is(ps, TOK_RPAREN) ? parse_node(ps, EXPR_TUPLE, open)
                                              : parse_tuple(ps, true);
    parse_expect(ps, TOK_RPAREN);
    e->off = open->off;
    return ends_here(ps, e);
}

static struct expr *parse_name(struct parser *ps)
{
    const struct token *at = parse_take(ps);
    const struct {
        str name;
        value v;
    } constants[] = {
        {STR("true"), value_bool(true)},   {STR("True"), value_bool(true)},
        {STR("false"), value_bool(false)}, {STR("False"), value_bool(false)},
        {STR("none"), value_none()},       {STR("None"), value_none()}};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (str_eq(at->text, constants[i].name)) {
            return constant(ps, at, constants[i].v);
        }
    }
    struct expr *e = parse_node(ps, EXPR_NAME, at);
    e->name = at->text;
    e->name_off = at->off;
    return e;
}

static struct expr *parse_primary(struct parser *ps)
{
    const struct token *at = parse_peek(ps);
    switch (at->kind) {
    case TOK_NAME: return parse_name(ps);
    case TOK_STRING: return parse_string(ps);
    case TOK_INT: return constant(ps, parse_take(ps), value_int(at->number.i));
    case TOK_FLOAT:
        return constant(ps, parse_take(ps), value_float(at->number.f));
    case TOK_LPAREN: return parse_parens(ps);
    case TOK_LBRACKET:
        return parse_items(ps, parse_node(ps, EXPR_LIST, parse_take(ps)),
                           TOK_RBRACKET);
    case TOK_LBRACE: return parse_dict(ps);
    default:
        parse_error(ps, at, "expected an expression, found %s",
                    token_kind_name((enum token_kind)at->kind));
        return nothing(ps);
    }
}

/* --- calls, attributes, filters and tests --- */

/* Parses one argument. False: after an error the list ends. */
static bool parse_argument(struct parser *ps, struct args *args)
{
    const struct token *at = parse_peek(ps);
    if (parse_skip(ps, TOK_MUL)) {
        if (args->star || args->starstar) {
            parse_error(ps, at, "one *args, and before **kwargs");
        }
        args->star = parse_expression(ps);
    } else if (parse_skip(ps, TOK_POW)) {
        if (args->starstar) {
            parse_error(ps, at, "one **kwargs only");
        }
        args->starstar = parse_expression(ps);
    } else if (at->kind == TOK_NAME && parse_ahead(ps, 1)->kind == TOK_ASSIGN) {
        parse_take(ps);
        parse_take(ps);
        if (args->starstar) {
            parse_error(ps, at, "named arguments come before **kwargs");
        }
        struct keyword *keyword = VEC_PUSH(&args->keywords, ps->arena);
        keyword->name = at->text;
        keyword->val = parse_expression(ps);
    } else {
        if (args->keywords.n || args->star || args->starstar) {
            parse_error(ps, at, "positional arguments come before named ones");
        }
        *VEC_PUSH(&args->positional, ps->arena) = parse_expression(ps);
    }
    return !ps->skipping;
}

static struct args *parse_args(struct parser *ps)
{
    struct args *args = ARENA_NEW(ps->arena, struct args);
    parse_expect(ps, TOK_LPAREN);
    while (!parse_is(ps, TOK_RPAREN)) {
        if (!parse_argument(ps, args) || !parse_skip(ps, TOK_COMMA)) {
            break;
        }
    }
    parse_expect(ps, TOK_RPAREN);
    return args;
}

static struct expr *parse_call(struct parser *ps, struct expr *callee)
{
    struct expr *call = node_of(ps, EXPR_CALL, callee);
    call->args = parse_args(ps);
    return ends_here(ps, call);
}

static struct expr *parse_attribute(struct parser *ps, struct expr *of)
{
    parse_take(ps);
    const struct token *at = parse_peek(ps);
    struct expr *e = node_of(ps, EXPR_ATTR, of);
    if (at->kind == TOK_NAME) {
        parse_take(ps);
        e->name = at->text;
        e->name_off = at->off;
    } else if (at->kind == TOK_INT) {
        parse_take(ps);
        e->kind = EXPR_ITEM;
        e->b = constant(ps, at, value_int(at->number.i));
    } else {
        parse_error(ps, at, "expected a name or a number after '.'");
    }
    return ends_here(ps, e);
}

/* [e], [a, b], [a:b:c] */
static struct expr *parse_subscript(struct parser *ps, struct expr *of)
{
    struct expr *parts[3] = {NULL, NULL, NULL};
    size_t n = 0;
    parse_take(ps);
    for (;; n++) {
        if (!parse_is(ps, TOK_COLON) && !parse_is(ps, TOK_RBRACKET)) {
            parts[n] = parse_expression(ps);
        }
        if (n == 2 || !parse_skip(ps, TOK_COLON)) {
            break;
        }
    }
    struct expr *e = node_of(ps, n ? EXPR_SLICE : EXPR_ITEM, of);
    if (n == 0 && !parts[0]) {
        parse_error(ps, parse_peek(ps), "expected an index");
        parts[0] = nothing(ps);
    }
    if (n == 0) {
        e->b = more_items(ps, parts[0], parse_expression);
    }
    for (size_t i = 0; n && i < 3; i++) {
        *VEC_PUSH(&e->items, ps->arena) = parts[i];
    }
    parse_expect(ps, TOK_RBRACKET);
    return ends_here(ps, e);
}

static struct expr *parse_postfix(struct parser *ps, struct expr *e)
{
    while (!ps->skipping) {
        if (parse_is(ps, TOK_DOT)) {
            e = parse_attribute(ps, e);
        } else if (parse_is(ps, TOK_LBRACKET)) {
            e = parse_subscript(ps, e);
        } else if (parse_is(ps, TOK_LPAREN)) {
            e = parse_call(ps, e);
        } else {
            break;
        }
        parse_chain(ps);
    }
    return e;
}

/* The name of a filter or test may have dots: |a.b */
static str parse_dotted(struct parser *ps, uint32_t *off)
{
    const struct token *at = parse_peek(ps);
    *off = at->off;
    if (!parse_expect(ps, TOK_NAME)) {
        return STR("");
    }
    str name = at->text;
    while (parse_is(ps, TOK_DOT) && parse_ahead(ps, 1)->kind == TOK_NAME) {
        parse_take(ps);
        const struct token *part = parse_take(ps);
        name = arena_printf(ps->arena, "%.*s.%.*s", STR_ARG(name),
                            STR_ARG(part->text));
    }
    return name;
}

struct expr *parse_filters(struct parser *ps, struct expr *subject, bool bare)
{
    struct expr *e = subject;
    for (; bare || parse_is(ps, TOK_PIPE); bare = false) {
        if (!parse_chain(ps)) {
            break;
        }
        if (!bare) {
            parse_take(ps);
        }
        struct expr *filter = e ? node_at(ps, EXPR_FILTER, e)
                                : parse_node(ps, EXPR_FILTER, parse_peek(ps));
        filter->a = e;
        filter->name = parse_dotted(ps, &filter->name_off);
        if (parse_is(ps, TOK_LPAREN)) {
            filter->args = parse_args(ps);
        }
        e = ends_here(ps, filter);
    }
    return e;
}

/* Does an argument without parentheses follow the test's name? */
static bool test_argument_follows(const struct parser *ps)
{
    switch (parse_peek(ps)->kind) {
    case TOK_STRING:
    case TOK_INT:
    case TOK_FLOAT:
    case TOK_LBRACKET:
    case TOK_LBRACE: return true;
    case TOK_NAME:
        return !parse_is_word(ps, "else") && !parse_is_word(ps, "or") &&
               !parse_is_word(ps, "and");
    default: return false;
    }
}

static struct expr *parse_test(struct parser *ps, struct expr *subject)
{
    parse_take(ps);
    bool negated = parse_skip_word(ps, "not");
    struct expr *test = node_of(ps, EXPR_TEST, subject);
    test->name = parse_dotted(ps, &test->name_off);
    if (parse_is(ps, TOK_LPAREN)) {
        test->args = parse_args(ps);
    } else if (test_argument_follows(ps)) {
        if (parse_is_word(ps, "is")) {
            parse_error(ps, parse_peek(ps),
                        "tests can't be chained with "
                        "'is'; join them with 'and'");
            return test;
        }
        test->args = ARENA_NEW(ps->arena, struct args);
        struct expr *arg = parse_postfix(ps, parse_primary(ps));
        *VEC_PUSH(&test->args->positional, ps->arena) = arg;
    }
    ends_here(ps, test);
    if (negated) {
        test = node_of(ps, EXPR_UNARY, test);
        test->op = OP_NOT;
    }
    return test;
}

static struct expr *parse_filters_and_tests(struct parser *ps, struct expr *e)
{
    while (!ps->skipping) {
        if (parse_is(ps, TOK_PIPE)) {
            e = parse_filters(ps, e, false);
        } else if (parse_is_word(ps, "is")) {
            e = parse_test(ps, e);
        } else if (parse_is(ps, TOK_LPAREN)) {
            /* calls are valid after filters: x|f(1)(2) */
            e = parse_call(ps, e);
        } else {
            break;
        }
        parse_chain(ps);
    }
    return e;
}

/* --- operators --- */

static struct expr *parse_unary(struct parser *ps, bool with_filter)
{
    struct expr *e;
    parse_deeper(ps);
    if (ps->skipping) {
        e = nothing(ps);
    } else if (parse_is(ps, TOK_SUB) || parse_is(ps, TOK_ADD)) {
        const struct token *sign = parse_take(ps);
        e = parse_node(ps, EXPR_UNARY, sign);
        e->op = sign->kind == TOK_SUB ? OP_NEG : OP_POS;
        e->a = parse_unary(ps, false);
        ends_here(ps, e);
    } else {
        e = parse_primary(ps);
    }
    e = parse_postfix(ps, e);
    if (with_filter) {
        e = parse_filters_and_tests(ps, e);
    }
    ps->depth--;
    return e;
}

enum level {
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_COMPARE,
    LEVEL_SUM,
    LEVEL_CONCAT,
    LEVEL_PRODUCT,
    LEVEL_POW,
};

static const struct operator
{
    uint8_t level; /* enum level */
    uint8_t kind;  /* of the expression */
    uint8_t op;
    uint8_t token;
    const char *word; /* of TOK_NAME */
}
operators[] = {
    {LEVEL_OR, EXPR_LOGIC, OP_JUMP_TRUE_KEEP, TOK_NAME, "or"},
    {LEVEL_AND, EXPR_LOGIC, OP_JUMP_FALSE_KEEP, TOK_NAME, "and"},
    {LEVEL_COMPARE, EXPR_COMPARE, OP_EQ, TOK_EQ, NULL},
    {LEVEL_COMPARE, EXPR_COMPARE, OP_NE, TOK_NE, NULL},
    {LEVEL_COMPARE, EXPR_COMPARE, OP_LT, TOK_LT, NULL},
    {LEVEL_COMPARE, EXPR_COMPARE, OP_LE, TOK_LE, NULL},
    {LEVEL_COMPARE, EXPR_COMPARE, OP_GT, TOK_GT, NULL},
    {LEVEL_COMPARE, EXPR_COMPARE, OP_GE, TOK_GE, NULL},
    {LEVEL_COMPARE, EXPR_COMPARE, OP_IN, TOK_NAME, "in"},
    {LEVEL_COMPARE, EXPR_COMPARE, OP_NOT_IN, TOK_NAME, "not"}, /* not in */
    {LEVEL_SUM, EXPR_BINARY, OP_ADD, TOK_ADD, NULL},
    {LEVEL_SUM, EXPR_BINARY, OP_SUB, TOK_SUB, NULL},
    {LEVEL_CONCAT, EXPR_CONCAT, OP_CONCAT, TOK_TILDE, NULL},
    {LEVEL_PRODUCT, EXPR_BINARY, OP_MUL, TOK_MUL, NULL},
    {LEVEL_PRODUCT, EXPR_BINARY, OP_DIV, TOK_DIV, NULL},
    {LEVEL_PRODUCT, EXPR_BINARY, OP_FLOORDIV, TOK_FLOORDIV, NULL},
    {LEVEL_PRODUCT, EXPR_BINARY, OP_MOD, TOK_MOD, NULL},
    {LEVEL_POW, EXPR_BINARY, OP_POW, TOK_POW, NULL},
};

/* The binary operator at the next token, or NULL. */
static const struct operator* next_operator(const struct parser *ps)
{
    const struct token *at = parse_peek(ps);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const struct operator* op = & operators[i];
        if (!ps->skipping && op->token == at->kind &&
            (!op->word || parse_at_word(at, op->word)) &&
            (op->op != OP_NOT_IN || parse_at_word(at + 1, "in"))) {
            return op;
        }
    }
    return NULL;
}

static struct expr *parse_binary(struct parser *ps, unsigned level);

static struct expr *parse_not(struct parser *ps)
{
    struct expr *e = parse_node(ps, EXPR_UNARY, parse_take(ps));
    e->op = OP_NOT;
    e->a = parse_deeper(ps) ? parse_binary(ps, LEVEL_NOT) : nothing(ps);
    ps->depth--;
    return ends_here(ps, e);
}

/* Operators of that level and tighter ones. A row of comparisons, or of '~', is
 * one expression; the other operators are left-associative. */
static struct expr *parse_binary(struct parser *ps, unsigned level)
{
    struct expr *e = level <= LEVEL_NOT && parse_is_word(ps, "not")
                         ? parse_not(ps)
                         : parse_unary(ps, true);
    unsigned last = LEVEL_OR;
    const struct operator* op = next_operator(ps);
    for (; op && op->level >= level; op = next_operator(ps)) {
        bool row = op->kind == EXPR_COMPARE || op->kind == EXPR_CONCAT;
        if (!row && !parse_chain(ps)) {
            break;
        }
        parse_take(ps);
        if (op->op == OP_NOT_IN) {
            parse_take(ps);
        }
        if (!row || op->level != last) {
            e = node_of(ps, (enum expr_kind)op->kind, e);
            e->op = op->op;
        }
        last = op->level;
        struct expr *right = parse_binary(ps, op->level + 1U);
        if (op->kind == EXPR_COMPARE) {
            *VEC_PUSH(&e->comparands, ps->arena) =
                (struct comparand){op->op, right};
        } else if (op->kind == EXPR_CONCAT) {
            *VEC_PUSH(&e->items, ps->arena) = right;
        } else {
            e->b = right;
        }
        ends_here(ps, e);
    }
    return e;
}

/* An expression without `a if b` at the top, for `for x in`. */
static struct expr *parse_or(struct parser *ps)
{
    return parse_binary(ps, LEVEL_OR);
}

struct expr *parse_expression(struct parser *ps)
{
    if (!parse_deeper(ps)) {
        ps->depth--;
        return nothing(ps);
    }
    struct expr *e = parse_or(ps);
    while (parse_is_word(ps, "if") && parse_chain(ps)) {
        parse_take(ps);
        struct expr *cond = node_of(ps, EXPR_COND, e);
        cond->b = parse_or(ps);
        if (parse_skip_word(ps, "else")) {
            cond->c = parse_expression(ps);
        }
        e = ends_here(ps, cond);
    }
    ps->depth--;
    return readable(ps, e);
}

/* --- targets --- */

static struct expr *parse_one_target(struct parser *ps)
{
    if (parse_is(ps, TOK_LPAREN)) {
        parse_take(ps);
        struct expr *inner = parse_target(ps, false);
        parse_expect(ps, TOK_RPAREN);
        return inner;
    }
    const struct token *at = parse_peek(ps);
    if (!parse_expect(ps, TOK_NAME)) {
        return nothing(ps);
    }
    ps->at--;
    struct expr *e = parse_name(ps);
    if (e->kind != EXPR_NAME) {
        parse_error(ps, at, "can't assign to '%.*s'", STR_ARG(at->text));
    }
    return e;
}

struct expr *parse_target(struct parser *ps, bool attributes)
{
    if (attributes && parse_is(ps, TOK_NAME) &&
        parse_ahead(ps, 1)->kind == TOK_DOT) {
        return parse_attribute(ps, parse_name(ps));
    }
    if (++ps->depth > LIMIT_NESTING) {
        parse_error(ps, parse_peek(ps), "targets are nested too deep");
    }
    struct expr *e =
        ps->skipping ? nothing(ps)
                     : more_items(ps, parse_one_target(ps), parse_one_target);
    ps->depth--;
    return e;
}
