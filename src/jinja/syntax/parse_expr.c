/* SPDX-License-Identifier: MIT */
/* Expressions, loosest operator first. The order is Jinja's, not Python's:
 * '~' binds tighter than '+', '**' is left-associative with unary signs
 * inside, and filters and tests bind tighter than any binary operator. */
#include "jinja/code.h"
#include "jinja/limits.h"
#include "jinja/syntax/parser.h"

static struct expr *parse_unary(struct parser *ps, bool with_filter);

/* --- nodes --- */

struct expr *parse_node(struct parser *ps, enum expr_kind kind,
                        const struct token *from)
{
    struct expr *e = ARENA_NEW(ps->arena, struct expr);
    e->kind = (uint8_t)kind;
    e->off = from->off;
    e->len = from->len;
    return e;
}

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

static struct expr *binary(struct parser *ps, enum opcode op, struct expr *a,
                           struct expr *b)
{
    struct expr *e = node_at(ps, EXPR_BINARY, a);
    e->op = (uint8_t)op;
    e->a = a;
    e->b = b;
    return ends_here(ps, e);
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

/* Goes one level deeper. False: that is too deep, which is reported. */
static bool deeper(struct parser *ps)
{
    if (++ps->depth > LIMIT_NESTING) {
        parse_error(ps, parse_peek(ps),
                    "expressions are nested more than %d deep", LIMIT_NESTING);
        return false;
    }
    return true;
}

/* A constant instead of an expression that can't be read. */
static struct expr *nothing(struct parser *ps)
{
    return constant(ps, parse_peek(ps), value_none());
}

static bool chain_ok(struct parser *ps)
{
    if (++ps->links > LIMIT_CHAIN) {
        parse_error(ps, parse_peek(ps),
                    "this expression has more than %d parts", LIMIT_CHAIN);
        return false;
    }
    return true;
}

/* --- literals --- */

static struct expr *parse_string(struct parser *ps)
{
    const struct token *first = parse_take(ps);
    str text = first->text;
    while (parse_is(ps, TOK_STRING) && chain_ok(ps)) {
        text = arena_concat(ps->arena, text, parse_take(ps)->text);
    }
    return ends_here(ps, constant(ps, first, value_string(text)));
}

static struct expr *parse_list(struct parser *ps)
{
    struct expr *list = parse_node(ps, EXPR_LIST, parse_take(ps));
    while (!parse_is(ps, TOK_RBRACKET) && !ps->skipping) {
        *VEC_PUSH(&list->items, ps->arena) = parse_expression(ps);
        if (!parse_skip(ps, TOK_COMMA)) {
            break;
        }
    }
    parse_expect(ps, TOK_RBRACKET);
    return ends_here(ps, list);
}

static struct expr *parse_dict(struct parser *ps)
{
    struct expr *dict = parse_node(ps, EXPR_DICT, parse_take(ps));
    const struct token *next = parse_peek(ps);
    if (next->kind == TOK_LBRACE && next->off == dict->off + 1) {
        struct token both = {.off = dict->off, .len = 2};
        struct diag *diag = parse_error(ps, &both, "'{{' inside of a tag");
        if (diag) {
            diag_hint(diag, "names stand here without braces");
        }
    }
    while (!parse_is(ps, TOK_RBRACE) && !ps->skipping) {
        *VEC_PUSH(&dict->items, ps->arena) = parse_expression(ps);
        parse_expect(ps, TOK_COLON);
        *VEC_PUSH(&dict->items, ps->arena) = parse_expression(ps);
        if (!parse_skip(ps, TOK_COMMA)) {
            break;
        }
    }
    parse_expect(ps, TOK_RBRACE);
    return ends_here(ps, dict);
}

static bool ends_tuple(const struct parser *ps)
{
    uint8_t kind = parse_peek(ps)->kind;
    return kind == TOK_PRINT_END || kind == TOK_TAG_END || kind == TOK_RPAREN ||
           kind == TOK_RBRACKET || kind == TOK_ASSIGN || kind == TOK_EOF ||
           parse_is_word(ps, "in");
}

/* Parses the items behind the first one, if a comma follows. */
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
    case TOK_INT:
        parse_take(ps);
        return constant(ps, at, value_int(at->number.i));
    case TOK_FLOAT:
        parse_take(ps);
        return constant(ps, at, value_float(at->number.f));
    case TOK_LPAREN: return parse_parens(ps);
    case TOK_LBRACKET: return parse_list(ps);
    case TOK_LBRACE: return parse_dict(ps);
    default:
        parse_error(ps, at, "expected an expression, found %s",
                    token_kind_name((enum token_kind)at->kind));
        return constant(ps, at, value_none());
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
            parse_error(ps, at, "named arguments stand before **kwargs");
        }
        struct keyword *keyword = VEC_PUSH(&args->keywords, ps->arena);
        keyword->name = at->text;
        keyword->val = parse_expression(ps);
    } else {
        if (args->keywords.n || args->star || args->starstar) {
            parse_error(ps, at,
                        "positional arguments stand before named "
                        "ones");
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
    struct expr *call = node_at(ps, EXPR_CALL, callee);
    call->a = callee;
    call->args = parse_args(ps);
    return ends_here(ps, call);
}

static struct expr *parse_attribute(struct parser *ps, struct expr *of)
{
    parse_take(ps);
    const struct token *at = parse_peek(ps);
    struct expr *e = node_at(ps, EXPR_ATTR, of);
    e->a = of;
    if (at->kind == TOK_NAME) {
        parse_take(ps);
        e->name = at->text;
        e->name_off = at->off;
    } else if (at->kind == TOK_INT) {
        parse_take(ps);
        e->kind = EXPR_ITEM;
        e->b = constant(ps, at, value_int(at->number.i));
    } else {
        parse_error(ps, at, "expected a name or a number behind '.'");
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
    struct expr *e = node_at(ps, n ? EXPR_SLICE : EXPR_ITEM, of);
    e->a = of;
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
        chain_ok(ps);
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
        if (!chain_ok(ps)) {
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
    struct expr *test = node_at(ps, EXPR_TEST, subject);
    test->a = subject;
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
        struct expr *e = node_at(ps, EXPR_UNARY, test);
        e->op = OP_NOT;
        e->a = test;
        return e;
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
        chain_ok(ps);
    }
    return e;
}

/* --- operators --- */

static struct expr *parse_signed(struct parser *ps)
{
    const struct token *at = parse_take(ps);
    struct expr *e = parse_node(ps, EXPR_UNARY, at);
    e->op = at->kind == TOK_SUB ? OP_NEG : OP_POS;
    e->a = parse_unary(ps, false);
    return ends_here(ps, e);
}

static struct expr *parse_unary(struct parser *ps, bool with_filter)
{
    struct expr *e;
    deeper(ps);
    if (ps->skipping) {
        e = nothing(ps);
    } else if (parse_is(ps, TOK_SUB) || parse_is(ps, TOK_ADD)) {
        e = parse_signed(ps);
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

static struct expr *parse_operand(struct parser *ps)
{
    return parse_unary(ps, true);
}

struct level {
    uint8_t token;
    uint8_t op;
};

/* A left-associative level of up to four operators. */
static struct expr *parse_level(struct parser *ps, const struct level *ops,
                                size_t n,
                                struct expr *(*next)(struct parser *ps))
{
    struct expr *e = next(ps);
    for (size_t i = 0; i < n && !ps->skipping;) {
        if (!parse_is(ps, (enum token_kind)ops[i].token)) {
            i++;
            continue;
        }
        if (!chain_ok(ps)) {
            break;
        }
        parse_take(ps);
        e = binary(ps, (enum opcode)ops[i].op, e, next(ps));
        i = 0;
    }
    return e;
}

static struct expr *parse_pow(struct parser *ps)
{
    static const struct level ops[] = {{TOK_POW, OP_POW}};
    return parse_level(ps, ops, 1, parse_operand);
}

static struct expr *parse_product(struct parser *ps)
{
    static const struct level ops[] = {{TOK_MUL, OP_MUL},
                                       {TOK_DIV, OP_DIV},
                                       {TOK_FLOORDIV, OP_FLOORDIV},
                                       {TOK_MOD, OP_MOD}};
    return parse_level(ps, ops, 4, parse_pow);
}

static struct expr *parse_concat(struct parser *ps)
{
    struct expr *first = parse_product(ps);
    if (!parse_is(ps, TOK_TILDE)) {
        return first;
    }
    struct expr *e = node_at(ps, EXPR_CONCAT, first);
    *VEC_PUSH(&e->items, ps->arena) = first;
    while (parse_skip(ps, TOK_TILDE)) {
        *VEC_PUSH(&e->items, ps->arena) = parse_product(ps);
    }
    return ends_here(ps, e);
}

static struct expr *parse_sum(struct parser *ps)
{
    static const struct level ops[] = {{TOK_ADD, OP_ADD}, {TOK_SUB, OP_SUB}};
    return parse_level(ps, ops, 2, parse_concat);
}

/* The comparison at the next token, OP_HALT if there is none; taken. */
static enum opcode take_comparison(struct parser *ps)
{
    static const struct level ops[] = {{TOK_EQ, OP_EQ}, {TOK_NE, OP_NE},
                                       {TOK_LT, OP_LT}, {TOK_LE, OP_LE},
                                       {TOK_GT, OP_GT}, {TOK_GE, OP_GE}};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (parse_skip(ps, (enum token_kind)ops[i].token)) {
            return (enum opcode)ops[i].op;
        }
    }
    if (parse_skip_word(ps, "in")) {
        return OP_IN;
    }
    if (parse_is_word(ps, "not") && parse_ahead(ps, 1)->kind == TOK_NAME &&
        str_eq(parse_ahead(ps, 1)->text, STR("in"))) {
        parse_take(ps);
        parse_take(ps);
        return OP_NOT_IN;
    }
    return OP_HALT;
}

static struct expr *parse_comparison(struct parser *ps)
{
    struct expr *first = parse_sum(ps);
    enum opcode op = take_comparison(ps);
    if (op == OP_HALT) {
        return first;
    }
    struct expr *e = node_at(ps, EXPR_COMPARE, first);
    e->a = first;
    for (; op != OP_HALT; op = take_comparison(ps)) {
        struct expr *right = parse_sum(ps);
        *VEC_PUSH(&e->comparands, ps->arena) =
            (struct comparand){(uint8_t)op, right};
    }
    return ends_here(ps, e);
}

static struct expr *parse_not(struct parser *ps)
{
    if (!parse_is_word(ps, "not")) {
        return parse_comparison(ps);
    }
    struct expr *e = parse_node(ps, EXPR_UNARY, parse_take(ps));
    e->op = OP_NOT;
    e->a = deeper(ps) ? parse_not(ps) : nothing(ps);
    ps->depth--;
    return ends_here(ps, e);
}

static struct expr *parse_logic(struct parser *ps, const char *word,
                                enum expr_kind kind,
                                struct expr *(*next)(struct parser *ps))
{
    struct expr *e = next(ps);
    while (parse_is_word(ps, word) && chain_ok(ps)) {
        parse_take(ps);
        struct expr *both = node_at(ps, kind, e);
        both->a = e;
        both->b = next(ps);
        e = ends_here(ps, both);
    }
    return e;
}

static struct expr *parse_and(struct parser *ps)
{
    return parse_logic(ps, "and", EXPR_AND, parse_not);
}

struct expr *parse_or(struct parser *ps)
{
    return parse_logic(ps, "or", EXPR_OR, parse_and);
}

struct expr *parse_expression(struct parser *ps)
{
    if (!deeper(ps)) {
        ps->depth--;
        return nothing(ps);
    }
    struct expr *e = parse_or(ps);
    while (parse_is_word(ps, "if") && chain_ok(ps)) {
        parse_take(ps);
        struct expr *cond = node_at(ps, EXPR_COND, e);
        cond->a = e;
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
        return constant(ps, at, value_none());
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
