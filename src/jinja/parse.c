/* SPDX-License-Identifier: MIT */
#include "jinja/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "jinja/limits.h"

static void parse_body(struct parser *ps, struct stmts *out,
                       const char *const *ends);

/* --- tokens ----------------------------------------------------------------
 */

const struct token *parse_peek(const struct parser *ps)
{
    return &ps->tokens[ps->at];
}

const struct token *parse_ahead(const struct parser *ps, size_t n)
{
    const struct token *token = parse_peek(ps);
    for (; n && token->kind != TOK_EOF; n--) {
        token++;
    }
    return token;
}

const struct token *parse_take(struct parser *ps)
{
    const struct token *token = parse_peek(ps);
    if (token->kind != TOK_EOF) {
        ps->at++;
    }
    return token;
}

bool parse_is(const struct parser *ps, enum token_kind kind)
{
    return !ps->skipping && parse_peek(ps)->kind == kind;
}

bool parse_is_word(const struct parser *ps, const char *word)
{
    return parse_is(ps, TOK_NAME) &&
           str_eq(parse_peek(ps)->text, str_from(word));
}

bool parse_skip(struct parser *ps, enum token_kind kind)
{
    bool there = parse_is(ps, kind);
    if (there) {
        parse_take(ps);
    }
    return there;
}

bool parse_skip_word(struct parser *ps, const char *word)
{
    bool there = parse_is_word(ps, word);
    if (there) {
        parse_take(ps);
    }
    return there;
}

struct diag *parse_error(struct parser *ps, const struct token *at,
                         const char *format, ...)
{
    ps->ok = false;
    if (ps->skipping) {
        return NULL;
    }
    ps->skipping = true;
    if (at->kind == TOK_BAD) {
        return NULL;
    }
    char message[256];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return diag_error(ps->diags, span_of(ps->source, at->off, at->len),
                      "template-syntax", "%s", message);
}

bool parse_expect(struct parser *ps, enum token_kind kind)
{
    if (parse_skip(ps, kind)) {
        return true;
    }
    const struct token *at = parse_peek(ps);
    if (at->kind == TOK_NAME) {
        parse_error(ps, at, "expected %s, found '%.*s'",
                    token_kind_name(kind), STR_ARG(at->text));
    } else {
        parse_error(ps, at, "expected %s, found %s", token_kind_name(kind),
                    token_kind_name((enum token_kind)at->kind));
    }
    return false;
}

/* Takes the end of the tag; after an error, all up to it. */
static void tag_end(struct parser *ps, enum token_kind kind)
{
    if (!ps->skipping) {
        parse_expect(ps, kind);
    }
    if (ps->skipping) {
        uint8_t at = parse_peek(ps)->kind;
        while (at != TOK_EOF && at != TOK_TAG_END && at != TOK_PRINT_END &&
               at != TOK_TAG_BEGIN && at != TOK_PRINT_BEGIN &&
               at != TOK_DATA) {
            parse_take(ps);
            at = parse_peek(ps)->kind;
        }
        if (at == TOK_TAG_END || at == TOK_PRINT_END) {
            parse_take(ps);
        }
    }
    ps->skipping = false;
    ps->links = 0;
    ps->depth = 0;
}

static str take_name(struct parser *ps)
{
    const struct token *at = parse_peek(ps);
    return parse_expect(ps, TOK_NAME) ? at->text : STR("");
}

/* --- statements ------------------------------------------------------------
 */

static struct stmt *new_stmt(struct parser *ps, enum stmt_kind kind,
                             const struct token *word)
{
    struct stmt *s = ARENA_NEW(ps->arena, struct stmt);
    s->kind = (uint8_t)kind;
    s->off = word->off;
    s->len = word->len;
    return s;
}

/* The body up to `end`, whose tag is taken whole, a name that may stand in
 * it too. */
static void body_until(struct parser *ps, struct stmt *s, const char *end)
{
    const char *const ends[] = {end, NULL};
    tag_end(ps, TOK_TAG_END);
    parse_body(ps, &s->body, ends);
    parse_skip_word(ps, end);
}

/* endif and its like may have been missing: then we are at the end of the
 * template or at some other end tag, which was reported. */
static struct stmt *closed(struct parser *ps, struct stmt *s)
{
    if (parse_peek(ps)->kind != TOK_EOF) {
        tag_end(ps, TOK_TAG_END);
    }
    return s;
}

static struct stmt *parse_if(struct parser *ps, const struct token *word)
{
    static const char *const ends[] = {"elif", "else", "endif", NULL};
    static const char *const last[] = {"endif", NULL};
    struct stmt *first = new_stmt(ps, STMT_IF, word);
    struct stmt *s = first;
    for (;;) {
        s->expr = parse_tuple(ps, false);
        tag_end(ps, TOK_TAG_END);
        parse_body(ps, &s->body, ends);
        const struct token *at = parse_peek(ps);
        if (!parse_skip_word(ps, "elif")) {
            break;
        }
        struct stmt *next = new_stmt(ps, STMT_IF, at);
        *VEC_PUSH(&s->orelse, ps->arena) = next;
        s = next;
    }
    if (parse_skip_word(ps, "else")) {
        tag_end(ps, TOK_TAG_END);
        parse_body(ps, &s->orelse, last);
    }
    parse_skip_word(ps, "endif");
    return closed(ps, first);
}

static bool names_loop(const struct expr *target)
{
    if (target->kind == EXPR_NAME) {
        return str_eq(target->name, STR("loop"));
    }
    for (size_t i = 0; i < target->items.n; i++) {
        if (names_loop(target->items.p[i])) {
            return true;
        }
    }
    return false;
}

static struct stmt *parse_for(struct parser *ps, const struct token *word)
{
    static const char *const ends[] = {"else", "endfor", NULL};
    static const char *const last[] = {"endfor", NULL};
    struct stmt *s = new_stmt(ps, STMT_FOR, word);
    const struct token *at = parse_peek(ps);
    s->target = parse_target(ps, false);
    if (names_loop(s->target)) {
        parse_error(ps, at, "can't assign to 'loop' in a loop's head");
    }
    if (!parse_skip_word(ps, "in")) {
        parse_error(ps, parse_peek(ps), "expected 'in' behind the names of "
                                        "the loop");
    }
    s->expr = parse_tuple(ps, false);
    if (parse_skip_word(ps, "if")) {
        s->test = parse_expression(ps);
    }
    s->recursive = parse_skip_word(ps, "recursive");
    tag_end(ps, TOK_TAG_END);
    ps->loops++;
    parse_body(ps, &s->body, ends);
    ps->loops--;
    if (parse_skip_word(ps, "else")) {
        tag_end(ps, TOK_TAG_END);
        parse_body(ps, &s->orelse, last);
    }
    parse_skip_word(ps, "endfor");
    return closed(ps, s);
}

static struct stmt *parse_set(struct parser *ps, const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_SET, word);
    s->target = parse_target(ps, true);
    if (parse_skip(ps, TOK_ASSIGN)) {
        s->expr = parse_tuple(ps, true);
        tag_end(ps, TOK_TAG_END);
        return s;
    }
    if (ps->skipping) {
        tag_end(ps, TOK_TAG_END);
        return s;
    }
    s->kind = STMT_SET_BLOCK;
    if (parse_is(ps, TOK_PIPE)) {
        s->expr = parse_filters(ps, NULL, false);
    }
    body_until(ps, s, "endset");
    return closed(ps, s);
}

static bool only_blank(const struct stmts *body)
{
    for (size_t i = 0; i < body->n; i++) {
        if (body->p[i]->kind != STMT_DATA ||
            str_trim(body->p[i]->text).n > 0) {
            return false;
        }
    }
    return true;
}

static void end_name(struct parser *ps, const struct stmt *s)
{
    const struct token *at = parse_peek(ps);
    if (parse_is(ps, TOK_NAME)) {
        parse_take(ps);
        if (!str_eq(at->text, s->text)) {
            parse_error(ps, at, "this ends '%.*s', not '%.*s'",
                        STR_ARG(s->text), STR_ARG(at->text));
        }
    }
}

static struct stmt *parse_block(struct parser *ps, const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_BLOCK, word);
    const struct token *at = parse_peek(ps);
    s->text = take_name(ps);
    if (parse_is(ps, TOK_SUB)) {
        parse_error(ps, parse_peek(ps), "a block's name has no '-' in it; "
                                        "use '_'");
    }
    void **seen = map_put(&ps->block_names, ps->arena, s->text);
    if (s->text.n && *seen) {
        parse_error(ps, at, "block '%.*s' is defined twice",
                    STR_ARG(s->text));
    }
    *seen = s;
    s->scoped = parse_skip_word(ps, "scoped");
    s->required = parse_skip_word(ps, "required");
    s->scoped |= parse_skip_word(ps, "scoped");
    body_until(ps, s, "endblock");
    end_name(ps, s);
    if (s->required && !only_blank(&s->body)) {
        parse_error(ps, at, "a required block holds nothing but comments "
                            "and white space");
    }
    return closed(ps, s);
}

static struct stmt *parse_extends(struct parser *ps, const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_EXTENDS, word);
    s->expr = parse_expression(ps);
    tag_end(ps, TOK_TAG_END);
    return s;
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

static struct stmt *parse_include(struct parser *ps, const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_INCLUDE, word);
    s->expr = parse_expression(ps);
    if (parse_is_word(ps, "ignore")) {
        parse_take(ps);
        if (!parse_skip_word(ps, "missing")) {
            parse_error(ps, parse_peek(ps), "expected 'missing' behind "
                                            "'ignore'");
        }
        s->ignore_missing = true;
    }
    s->with_context = true;
    parse_context(ps, s);
    tag_end(ps, TOK_TAG_END);
    return s;
}

static void expect_word(struct parser *ps, const char *word)
{
    if (!parse_skip_word(ps, word)) {
        parse_error(ps, parse_peek(ps), "expected '%s'", word);
    }
}

static struct stmt *parse_import(struct parser *ps, const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_IMPORT, word);
    s->expr = parse_expression(ps);
    expect_word(ps, "as");
    s->text = take_name(ps);
    parse_context(ps, s);
    tag_end(ps, TOK_TAG_END);
    return s;
}

static struct stmt *parse_from(struct parser *ps, const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_FROM, word);
    s->expr = parse_expression(ps);
    expect_word(ps, "import");
    while (!ps->skipping && !parse_is(ps, TOK_TAG_END)) {
        size_t before = ps->at;
        parse_context(ps, s);
        if (ps->at != before) {
            break;
        }
        const struct token *at = parse_peek(ps);
        struct import import = {.off = at->off};
        import.name = import.as = take_name(ps);
        if (import.name.n && import.name.p[0] == '_') {
            parse_error(ps, at, "names that start with '_' are private to "
                                "their template");
        }
        if (parse_skip_word(ps, "as")) {
            import.as = take_name(ps);
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
    tag_end(ps, TOK_TAG_END);
    return s;
}

/* (a, b=1): what macros and call blocks take. */
static void parse_params(struct parser *ps, struct stmt *s)
{
    bool defaults = false;
    parse_expect(ps, TOK_LPAREN);
    while (!ps->skipping && !parse_is(ps, TOK_RPAREN)) {
        const struct token *at = parse_peek(ps);
        struct param param = {.target = parse_node(ps, EXPR_NAME, at)};
        param.target->name = take_name(ps);
        if (parse_skip(ps, TOK_ASSIGN)) {
            param.val = parse_expression(ps);
            defaults = true;
        } else if (defaults) {
            parse_error(ps, at, "a parameter without a default can't follow "
                                "one with a default");
        }
        *VEC_PUSH(&s->params, ps->arena) = param;
        if (!parse_skip(ps, TOK_COMMA)) {
            break;
        }
    }
    parse_expect(ps, TOK_RPAREN);
}

/* Loops around a macro are no business of its body. */
static void separate_body(struct parser *ps, struct stmt *s, const char *end)
{
    size_t loops = ps->loops;
    ps->loops = 0;
    body_until(ps, s, end);
    ps->loops = loops;
}

static struct stmt *parse_macro(struct parser *ps, const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_MACRO, word);
    s->text = take_name(ps);
    parse_params(ps, s);
    separate_body(ps, s, "endmacro");
    end_name(ps, s);
    return closed(ps, s);
}

static struct stmt *parse_call_block(struct parser *ps,
                                     const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_CALL, word);
    if (parse_is(ps, TOK_LPAREN)) {
        parse_params(ps, s);
    }
    const struct token *at = parse_peek(ps);
    s->expr = parse_expression(ps);
    if (s->expr->kind != EXPR_CALL) {
        parse_error(ps, at, "expected a call, such as {%% call f(x) %%}");
    }
    separate_body(ps, s, "endcall");
    return closed(ps, s);
}

static struct stmt *parse_filter_block(struct parser *ps,
                                       const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_FILTER, word);
    s->expr = parse_filters(ps, NULL, true);
    body_until(ps, s, "endfilter");
    return closed(ps, s);
}

static struct stmt *parse_with(struct parser *ps, const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_WITH, word);
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
    return closed(ps, s);
}

static struct stmt *parse_autoescape(struct parser *ps,
                                     const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_AUTOESCAPE, word);
    s->expr = parse_expression(ps);
    body_until(ps, s, "endautoescape");
    return closed(ps, s);
}

static struct stmt *parse_do(struct parser *ps, const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_DO, word);
    s->expr = parse_tuple(ps, true);
    tag_end(ps, TOK_TAG_END);
    return s;
}

static struct stmt *parse_print_tag(struct parser *ps,
                                    const struct token *word)
{
    struct stmt *s = new_stmt(ps, STMT_PRINT, word);
    s->expr = parse_tuple(ps, true);
    tag_end(ps, TOK_TAG_END);
    return s;
}

static struct stmt *parse_jump(struct parser *ps, const struct token *word)
{
    bool is_break = str_eq(word->text, STR("break"));
    struct stmt *s = new_stmt(ps, is_break ? STMT_BREAK : STMT_CONTINUE, word);
    if (!ps->loops) {
        parse_error(ps, word, "'%.*s' outside of a loop", STR_ARG(word->text));
    }
    tag_end(ps, TOK_TAG_END);
    return s;
}

/* --- tags ------------------------------------------------------------------
 */

static const struct tag {
    str word;
    struct stmt *(*parse)(struct parser *ps, const struct token *word);
} tags[] = {
    {STR_INIT("if"), parse_if},
    {STR_INIT("for"), parse_for},
    {STR_INIT("set"), parse_set},
    {STR_INIT("block"), parse_block},
    {STR_INIT("extends"), parse_extends},
    {STR_INIT("include"), parse_include},
    {STR_INIT("import"), parse_import},
    {STR_INIT("from"), parse_from},
    {STR_INIT("macro"), parse_macro},
    {STR_INIT("call"), parse_call_block},
    {STR_INIT("filter"), parse_filter_block},
    {STR_INIT("with"), parse_with},
    {STR_INIT("autoescape"), parse_autoescape},
    {STR_INIT("do"), parse_do},
    {STR_INIT("break"), parse_jump},
    {STR_INIT("continue"), parse_jump},
    {STR_INIT("print"), parse_print_tag},
};

enum { N_TAGS = sizeof tags / sizeof *tags };

static void unknown_tag(struct parser *ps, const struct token *word,
                        const char *const *ends)
{
    str names[N_TAGS + 4];
    size_t n = 0;
    for (; n < N_TAGS; n++) {
        names[n] = tags[n].word;
    }
    for (size_t i = 0; ends && ends[i]; i++) {
        names[n++] = str_from(ends[i]);
    }
    bool stray = str_starts(word->text, STR("end")) ||
                 str_eq(word->text, STR("else")) ||
                 str_eq(word->text, STR("elif"));
    struct diag *diag =
        parse_error(ps, word, "%s '%.*s'",
                    stray ? "nothing here ends with" : "unknown tag",
                    STR_ARG(word->text));
    str near = str_nearest(word->text, names, n);
    if (diag && near.n) {
        diag_did_you_mean(diag, near);
    } else if (diag && ends && ends[0]) {
        diag_hint(diag, "expected '%s'", ends[0]);
    }
    tag_end(ps, TOK_TAG_END);
}

static struct stmt *parse_tag(struct parser *ps, const char *const *ends)
{
    const struct token *word = parse_peek(ps);
    if (word->kind != TOK_NAME) {
        parse_error(ps, word, "expected the name of a tag");
        tag_end(ps, TOK_TAG_END);
        return NULL;
    }
    for (size_t i = 0; i < N_TAGS; i++) {
        if (str_eq(word->text, tags[i].word)) {
            parse_take(ps);
            struct stmt *s = tags[i].parse(ps, word);
            return s;
        }
    }
    unknown_tag(ps, word, ends);
    return NULL;
}

static struct stmt *parse_print(struct parser *ps)
{
    struct stmt *s = new_stmt(ps, STMT_PRINT, parse_take(ps));
    s->expr = parse_tuple(ps, true);
    s->off = s->expr->off;
    s->len = s->expr->len;
    tag_end(ps, TOK_PRINT_END);
    return s;
}

static bool is_end(const struct parser *ps, const char *const *ends)
{
    for (size_t i = 0; ends && ends[i]; i++) {
        if (parse_is_word(ps, ends[i])) {
            return true;
        }
    }
    return false;
}

static void no_end(struct parser *ps, const struct token *open,
                   const char *const *ends)
{
    size_t last = 0;
    while (ends[last + 1]) {
        last++;
    }
    parse_error(ps, open, "this has no end: '%s' is missing", ends[last]);
    ps->skipping = false;
}

/* One statement, or the opening of an end tag, then the parser stands at its
 * word and true comes back. */
static bool parse_item(struct parser *ps, struct stmts *out,
                       const char *const *ends)
{
    const struct token *at = parse_peek(ps);
    struct stmt *s = NULL;
    if (at->kind == TOK_DATA) {
        s = new_stmt(ps, STMT_DATA, parse_take(ps));
        s->text = at->text;
    } else if (at->kind == TOK_PRINT_BEGIN) {
        s = parse_print(ps);
    } else if (at->kind == TOK_TAG_BEGIN) {
        parse_take(ps);
        if (is_end(ps, ends)) {
            return true;
        }
        s = parse_tag(ps, ends);
    } else {
        parse_take(ps);
    }
    if (s) {
        *VEC_PUSH(out, ps->arena) = s;
    }
    return false;
}

/* Up to one of the words, which the parser then stands at; to the end of the
 * template if `ends` is NULL. */
static void parse_body(struct parser *ps, struct stmts *out,
                       const char *const *ends)
{
    const struct token *open = parse_peek(ps);
    while (open > ps->tokens && open->kind != TOK_TAG_BEGIN) {
        open--;
    }
    if (++ps->blocks > LIMIT_NESTING) {
        parse_error(ps, open, "tags are nested more than %d deep",
                    LIMIT_NESTING);
        while (parse_peek(ps)->kind != TOK_EOF) {
            parse_take(ps);
        }
        ps->skipping = false;
    }
    while (parse_peek(ps)->kind != TOK_EOF) {
        if (parse_item(ps, out, ends)) {
            ps->blocks--;
            return;
        }
    }
    if (ends && ps->blocks <= LIMIT_NESTING) {
        no_end(ps, open + 1, ends);
    }
    ps->blocks--;
}

bool parse(const struct source *source, const struct jinja_options *options,
           struct arena *arena, struct diags *diags, struct stmts *out)
{
    struct tokens tokens = {0};
    bool lexed = lex(source, options, arena, diags, &tokens);
    struct parser ps = {.source = source,
                        .arena = arena,
                        .diags = diags,
                        .tokens = tokens.p,
                        .ok = true};
    parse_body(&ps, out, NULL);
    return ps.ok && lexed;
}
