/* SPDX-License-Identifier: MIT */
#include "jinja/syntax/parser.h"

#include "jinja/limits.h"

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

bool parse_at_word(const struct token *at, const char *word)
{
    return at->kind == TOK_NAME && str_eq(at->text, str_from(word));
}

bool parse_is_word(const struct parser *ps, const char *word)
{
    return !ps->skipping && parse_at_word(parse_peek(ps), word);
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
    ps->errors++;
    if (ps->skipping) {
        return NULL;
    }
    ps->skipping = true;
    if (at->kind == TOK_BAD) {
        return NULL;
    }
    va_list args;
    va_start(args, format);
    struct diag *diag =
        diag_vadd(ps->diags, DIAG_ERROR, span_of(ps->source, at->off, at->len),
                  "template-syntax", format, args);
    va_end(args);
    return diag;
}

/* Hints for habits from other languages, at a tag that should end here. */
static void hint_habit(struct parser *ps, struct diag *diag)
{
    const struct token *at = parse_peek(ps);
    const struct token *colon = at->kind == TOK_COLON ? at : at - 1;
    const struct token *arg = colon + 1;
    if (at->kind == TOK_ASSIGN) {
        diag_hint(diag, "'==' compares");
    } else if (parse_at_word(at, "if") && parse_at_word(at - 1, "else")) {
        diag_hint(diag, "write elif");
    } else if (colon - ps->tokens >= 2 && colon->kind == TOK_COLON &&
               colon[-1].kind == TOK_NAME && colon[-2].kind == TOK_PIPE &&
               (arg->kind == TOK_STRING || arg->kind == TOK_INT ||
                arg->kind == TOK_FLOAT || arg->kind == TOK_NAME)) {
        str text = str_sub(ps->source->text, arg->off, arg->len);
        diag_hint(diag, "arguments go in brackets: %.*s(%.*s)",
                  STR_ARG(colon[-1].text), STR_ARG(text));
    }
}

static bool in_tag(const struct token *at)
{
    return at->kind != TOK_EOF && at->kind != TOK_DATA &&
           at->kind != TOK_TAG_BEGIN && at->kind != TOK_PRINT_BEGIN;
}

bool parse_expect(struct parser *ps, enum token_kind kind)
{
    if (parse_skip(ps, kind)) {
        return true;
    }
    const struct token *at = parse_peek(ps);
    struct diag *diag;
    if (kind == TOK_TAG_END && !in_tag(at)) {
        while (at->kind != TOK_TAG_BEGIN || at == parse_peek(ps)) {
            at--;
        }
        diag = parse_error(ps, at, "this has no end: '%%}' is missing");
        ps->confused = true;
    } else if (at->kind == TOK_NAME) {
        diag = parse_error(ps, at, "expected %s, found '%.*s'",
                           token_kind_name(kind), STR_ARG(at->text));
    } else {
        diag =
            parse_error(ps, at, "expected %s, found %s", token_kind_name(kind),
                        token_kind_name((enum token_kind)at->kind));
    }
    if (diag && (kind == TOK_TAG_END || kind == TOK_PRINT_END)) {
        hint_habit(ps, diag);
    }
    return false;
}

void parse_tag_end(struct parser *ps, enum token_kind kind)
{
    if (!ps->skipping) {
        /* {% if x: %}: Jinja allows this habit from Python */
        if (kind == TOK_TAG_END) {
            parse_skip(ps, TOK_COLON);
        }
        parse_expect(ps, kind);
    }
    if (ps->skipping) {
        bool ended = false;
        while (!ended && in_tag(parse_peek(ps))) {
            uint8_t at = parse_take(ps)->kind;
            ended = at == TOK_TAG_END || at == TOK_PRINT_END;
        }
    }
    ps->skipping = false;
    ps->links = 0;
    ps->depth = 0;
}

struct stmt *parse_stmt_new(struct parser *ps, enum stmt_kind kind,
                            const struct token *word)
{
    struct stmt *s = ARENA_NEW(ps->arena, struct stmt);
    s->kind = (uint8_t)kind;
    s->off = word->off;
    s->len = word->len;
    return s;
}

struct expr *parse_node(struct parser *ps, enum expr_kind kind,
                        const struct token *from)
{
    struct expr *e = ARENA_NEW(ps->arena, struct expr);
    e->kind = (uint8_t)kind;
    e->off = from->off;
    e->len = from->len;
    return e;
}

bool parse_deeper(struct parser *ps)
{
    if (++ps->depth > LIMIT_NESTING) {
        parse_error(ps, parse_peek(ps),
                    "expressions are nested more than %d deep", LIMIT_NESTING);
        return false;
    }
    return true;
}

bool parse_chain(struct parser *ps)
{
    if (++ps->links > LIMIT_CHAIN) {
        parse_error(ps, parse_peek(ps),
                    "this expression has more than %d parts", LIMIT_CHAIN);
        return false;
    }
    return true;
}
