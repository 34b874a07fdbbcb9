/* SPDX-License-Identifier: MIT */
/* The tags. Each has a function that fills in its statement: it begins after
 * the tag's word and ends before the end of the tag, or of its end tag. */
#include "jinja/syntax/parser.h"

static str expect_name(struct parser *ps)
{
    const struct token *at = parse_peek(ps);
    return parse_expect(ps, TOK_NAME) ? at->text : STR("");
}

/* --- statements --- */

/* Parses the body up to `end` and takes that tag, which may have a name. */
static void body_until(struct parser *ps, struct stmt *s, const char *end)
{
    const char *const ends[] = {end, NULL};
    parse_tag_end(ps, TOK_TAG_END);
    parse_stmts(ps, &s->body, ends);
    parse_skip_word(ps, end);
}

/* The body of a macro or block can't break out of a loop around it. */
static void separate_body(struct parser *ps, struct stmt *s, const char *end)
{
    size_t loops = ps->loops;
    ps->loops = 0;
    body_until(ps, s, end);
    ps->loops = loops;
}

/* Is the parser after the word of the end tag? It is not if that is missing:
 * then it is at the end of the template or at a tag further out. A template may
 * also end right after the word. */
static bool at_end(const struct parser *ps)
{
    const struct token *before = &ps->tokens[ps->at - 1];
    if (parse_peek(ps)->kind == TOK_EOF) {
        return before->kind == TOK_NAME && !ps->confused;
    }
    return before->kind != TOK_TAG_BEGIN;
}

static void parse_if(struct parser *ps, struct stmt *s)
{
    static const char *const ends[] = {"elif", "else", "endif", NULL};
    static const char *const last[] = {"endif", NULL};
    for (;;) {
        s->expr = parse_tuple(ps, false);
        parse_tag_end(ps, TOK_TAG_END);
        parse_stmts(ps, &s->body, ends);
        const struct token *at = parse_peek(ps);
        if (!parse_skip_word(ps, "elif")) {
            break;
        }
        struct stmt *next = parse_stmt_new(ps, STMT_IF, at);
        *VEC_PUSH(&s->orelse, ps->arena) = next;
        s = next;
    }
    if (parse_skip_word(ps, "else")) {
        parse_tag_end(ps, TOK_TAG_END);
        parse_stmts(ps, &s->orelse, last);
    }
    parse_skip_word(ps, "endif");
}

static void parse_for(struct parser *ps, struct stmt *s)
{
    static const char *const ends[] = {"else", "endfor", NULL};
    static const char *const last[] = {"endfor", NULL};
    const struct token *at = parse_peek(ps);
    s->target = parse_target(ps, false);
    if (ast_expr_names(s->target, STR("loop"))) {
        parse_error(ps, at, "can't assign to 'loop' in a loop's head");
    }
    if (!parse_skip_word(ps, "in")) {
        parse_error(ps, parse_peek(ps),
                    "expected 'in' after the names of the loop");
    }
    s->expr = parse_tuple(ps, false);
    if (parse_skip_word(ps, "if")) {
        s->test = parse_expression(ps);
    }
    s->recursive = parse_skip_word(ps, "recursive");
    parse_tag_end(ps, TOK_TAG_END);
    ps->loops++;
    parse_stmts(ps, &s->body, ends);
    ps->loops--;
    if (parse_skip_word(ps, "else")) {
        parse_tag_end(ps, TOK_TAG_END);
        parse_stmts(ps, &s->orelse, last);
    }
    parse_skip_word(ps, "endfor");
}

static void parse_set(struct parser *ps, struct stmt *s)
{
    s->target = parse_target(ps, true);
    if (parse_skip(ps, TOK_ASSIGN)) {
        s->expr = parse_tuple(ps, true);
    } else if (!ps->skipping) {
        s->kind = STMT_SET_BLOCK;
        if (parse_is(ps, TOK_PIPE)) {
            s->expr = parse_filters(ps, NULL, false);
        }
        body_until(ps, s, "endset");
    }
}

static bool only_blank(const struct stmts *body)
{
    for (size_t i = 0; i < body->n; i++) {
        if (body->p[i]->kind != STMT_DATA || str_trim(body->p[i]->text).n > 0) {
            return false;
        }
    }
    return true;
}

static void end_name(struct parser *ps, const struct stmt *s)
{
    const struct token *at = parse_peek(ps);
    if (at_end(ps) && parse_is(ps, TOK_NAME)) {
        parse_take(ps);
        if (!str_eq(at->text, s->text)) {
            parse_error(ps, at, "this ends '%.*s', not '%.*s'",
                        STR_ARG(s->text), STR_ARG(at->text));
        }
    }
}

static void parse_block(struct parser *ps, struct stmt *s)
{
    const struct token *at = parse_peek(ps);
    s->text = expect_name(ps);
    if (parse_is(ps, TOK_SUB)) {
        parse_error(ps, parse_peek(ps),
                    "a block's name has no '-' in it; use '_'");
    }
    void **seen = map_put(&ps->block_names, ps->arena, s->text);
    if (s->text.n && *seen) {
        parse_error(ps, at, "block '%.*s' is defined twice", STR_ARG(s->text));
    }
    *seen = s;
    s->scoped = parse_skip_word(ps, "scoped");
    s->required = parse_skip_word(ps, "required");
    s->scoped |= parse_skip_word(ps, "scoped");
    separate_body(ps, s, "endblock");
    end_name(ps, s);
    if (s->required && !only_blank(&s->body)) {
        parse_error(ps, at,
                    "a required block holds nothing but comments "
                    "and white space");
    }
}

/* The name of a template: base.html without quotes is an attribute. */
static struct expr *parse_template_name(struct parser *ps)
{
    static const str endings[] = {
        STR_INIT("html"), STR_INIT("htm"), STR_INIT("xml"), STR_INIT("txt"),
        STR_INIT("css"),  STR_INIT("js"),  STR_INIT("json")};
    const struct token *at = parse_peek(ps);
    struct expr *e = parse_expression(ps);
    const struct expr *last = e->kind == EXPR_BINARY ? e->b : e;
    if (last->kind == EXPR_ATTR &&
        str_is_among(last->name, endings, sizeof endings / sizeof *endings)) {
        struct token all = {.kind = at->kind, .off = e->off, .len = e->len};
        struct diag *diag = parse_error(ps, &all, "this is no template's name");
        str text = str_sub(ps->source->text, e->off, e->len);
        if (diag) {
            diag_hint(diag, "put the template's name in quotes: \"%.*s\"",
                      STR_ARG(text));
        }
    }
    return e;
}

static void parse_extends(struct parser *ps, struct stmt *s)
{
    s->expr = parse_template_name(ps);
}

/* "with context" or "without context", if it is there. */
static void parse_context(struct parser *ps, struct stmt *s)
{
    const struct token *next = parse_ahead(ps, 1);
    if (next->kind == TOK_NAME && str_eq(next->text, STR("context")) &&
        (parse_is_word(ps, "with") || parse_is_word(ps, "without"))) {
        s->with_context = parse_is_word(ps, "with");
        parse_take(ps);
        parse_take(ps);
    }
}

static void parse_include(struct parser *ps, struct stmt *s)
{
    s->expr = parse_template_name(ps);
    if (parse_skip_word(ps, "ignore")) {
        if (!parse_skip_word(ps, "missing")) {
            parse_error(ps, parse_peek(ps),
                        "expected 'missing' after 'ignore'");
        }
        s->ignore_missing = true;
    }
    s->with_context = true;
    parse_context(ps, s);
}

static void expect_word(struct parser *ps, const char *word)
{
    if (!parse_skip_word(ps, word)) {
        parse_error(ps, parse_peek(ps), "expected '%s'", word);
    }
}

static void parse_import(struct parser *ps, struct stmt *s)
{
    s->expr = parse_template_name(ps);
    expect_word(ps, "as");
    s->text = expect_name(ps);
    parse_context(ps, s);
}

static void parse_from(struct parser *ps, struct stmt *s)
{
    s->expr = parse_template_name(ps);
    expect_word(ps, "import");
    while (!ps->skipping && !parse_is(ps, TOK_TAG_END)) {
        size_t before = ps->at;
        parse_context(ps, s);
        if (ps->at != before) {
            break;
        }
        const struct token *at = parse_peek(ps);
        struct import import = {.off = at->off};
        import.name = import.as = expect_name(ps);
        if (import.name.n && import.name.p[0] == '_') {
            parse_error(ps, at,
                        "names that start with '_' are private to "
                        "their template");
        }
        if (parse_skip_word(ps, "as")) {
            import.as = expect_name(ps);
        }
        *VEC_PUSH(&s->imports, ps->arena) = import;
        if (!parse_skip(ps, TOK_COMMA)) {
            parse_context(ps, s);
            break;
        }
    }
    if (s->imports.n == 0) {
        parse_error(ps, parse_peek(ps), "expected a name to import");
    }
}

/* (a, b=1): what macros and call blocks take. */
static void parse_params(struct parser *ps, struct stmt *s)
{
    bool defaults = false;
    parse_expect(ps, TOK_LPAREN);
    bool more = !parse_is(ps, TOK_RPAREN);
    while (!ps->skipping && more) {
        const struct token *at = parse_peek(ps);
        struct param param = {.target = parse_node(ps, EXPR_NAME, at)};
        param.target->name = expect_name(ps);
        if (parse_skip(ps, TOK_ASSIGN)) {
            param.val = parse_expression(ps);
            defaults = true;
        } else if (defaults) {
            parse_error(ps, at,
                        "a parameter without a default can't follow "
                        "one with a default");
        }
        *VEC_PUSH(&s->params, ps->arena) = param;
        more = parse_skip(ps, TOK_COMMA);
    }
    parse_expect(ps, TOK_RPAREN);
}

static void parse_macro(struct parser *ps, struct stmt *s)
{
    s->text = expect_name(ps);
    parse_params(ps, s);
    separate_body(ps, s, "endmacro");
    end_name(ps, s);
}

static void parse_call_block(struct parser *ps, struct stmt *s)
{
    if (parse_is(ps, TOK_LPAREN)) {
        parse_params(ps, s);
    }
    const struct token *at = parse_peek(ps);
    s->expr = parse_expression(ps);
    if (s->expr->kind != EXPR_CALL) {
        parse_error(ps, at, "expected a call, such as {%% call f(x) %%}");
    }
    separate_body(ps, s, "endcall");
}

static void parse_filter_block(struct parser *ps, struct stmt *s)
{
    s->expr = parse_filters(ps, NULL, true);
    body_until(ps, s, "endfilter");
}

static void parse_with(struct parser *ps, struct stmt *s)
{
    while (!ps->skipping && !parse_is(ps, TOK_TAG_END)) {
        struct param param = {.target = parse_target(ps, false)};
        parse_expect(ps, TOK_ASSIGN);
        param.val = parse_expression(ps);
        *VEC_PUSH(&s->params, ps->arena) = param;
        if (!parse_skip(ps, TOK_COMMA)) {
            break;
        }
    }
    body_until(ps, s, "endwith");
}

static void parse_autoescape(struct parser *ps, struct stmt *s)
{
    s->expr = parse_expression(ps);
    body_until(ps, s, "endautoescape");
}

/* do and print */
static void parse_value(struct parser *ps, struct stmt *s)
{
    s->expr = parse_tuple(ps, true);
}

/* break and continue */
static void parse_jump(struct parser *ps, struct stmt *s)
{
    (void)s;
    if (!ps->loops) {
        parse_error(ps, ps->word, "'%.*s' outside of a loop",
                    STR_ARG(ps->word->text));
    }
}

static const struct tag {
    str word;
    enum stmt_kind kind;
    bool has_body; /* except {% set x = y %} */
    void (*parse)(struct parser *ps, struct stmt *s);
} tags[N_TAGS] = {
    {STR_INIT("if"), STMT_IF, true, parse_if},
    {STR_INIT("for"), STMT_FOR, true, parse_for},
    {STR_INIT("set"), STMT_SET, true, parse_set},
    {STR_INIT("block"), STMT_BLOCK, true, parse_block},
    {STR_INIT("extends"), STMT_EXTENDS, false, parse_extends},
    {STR_INIT("include"), STMT_INCLUDE, false, parse_include},
    {STR_INIT("import"), STMT_IMPORT, false, parse_import},
    {STR_INIT("from"), STMT_FROM, false, parse_from},
    {STR_INIT("macro"), STMT_MACRO, true, parse_macro},
    {STR_INIT("call"), STMT_CALL, true, parse_call_block},
    {STR_INIT("filter"), STMT_FILTER, true, parse_filter_block},
    {STR_INIT("with"), STMT_WITH, true, parse_with},
    {STR_INIT("autoescape"), STMT_AUTOESCAPE, true, parse_autoescape},
    {STR_INIT("do"), STMT_DO, false, parse_value},
    {STR_INIT("break"), STMT_BREAK, false, parse_jump},
    {STR_INIT("continue"), STMT_CONTINUE, false, parse_jump},
    {STR_INIT("print"), STMT_PRINT, false, parse_value},
};

str parse_tag_name(size_t i)
{
    return tags[i].word;
}

struct stmt *parse_known_tag(struct parser *ps)
{
    const struct token *word = parse_peek(ps);
    const struct tag *tag = tags;
    while (tag < tags + N_TAGS && !str_eq(word->text, tag->word)) {
        tag++;
    }
    if (tag == tags + N_TAGS) {
        return NULL;
    }
    const struct token *before = ps->word;
    ps->word = parse_take(ps);
    struct stmt *s = parse_stmt_new(ps, tag->kind, word);
    tag->parse(ps, s);
    if (!tag->has_body || s->kind == STMT_SET || at_end(ps)) {
        parse_tag_end(ps, TOK_TAG_END);
    }
    ps->word = before;
    return s;
}
