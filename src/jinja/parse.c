/* SPDX-License-Identifier: MIT */
#include "jinja/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "jinja/limits.h"
#include "jinja/parse_stmt.h"

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
        parse_error(ps, at, "expected %s, found '%.*s'", token_kind_name(kind),
                    STR_ARG(at->text));
    } else {
        parse_error(ps, at, "expected %s, found %s", token_kind_name(kind),
                    token_kind_name((enum token_kind)at->kind));
    }
    return false;
}

void parse_tag_end(struct parser *ps, enum token_kind kind)
{
    if (!ps->skipping) {
        /* {% if x: %}: Jinja lets Python's habit pass */
        if (kind == TOK_TAG_END) {
            parse_skip(ps, TOK_COLON);
        }
        parse_expect(ps, kind);
    }
    if (ps->skipping) {
        uint8_t at = parse_peek(ps)->kind;
        while (at != TOK_EOF && at != TOK_TAG_END && at != TOK_PRINT_END &&
               at != TOK_TAG_BEGIN && at != TOK_PRINT_BEGIN && at != TOK_DATA) {
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

struct stmt *parse_stmt_new(struct parser *ps, enum stmt_kind kind,
                            const struct token *word)
{
    struct stmt *s = ARENA_NEW(ps->arena, struct stmt);
    s->kind = (uint8_t)kind;
    s->off = word->off;
    s->len = word->len;
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
    struct diag *diag = parse_error(
        ps, word, "%s '%.*s'", stray ? "nothing here ends with" : "unknown tag",
        STR_ARG(word->text));
    str near = str_nearest(word->text, names, n);
    if (diag && near.n) {
        diag_did_you_mean(diag, near);
    } else if (diag && ends && ends[0]) {
        diag_hint(diag, "expected '%s'", ends[0]);
    }
    parse_tag_end(ps, TOK_TAG_END);
}

static struct stmt *parse_tag(struct parser *ps, const char *const *ends)
{
    const struct token *word = parse_peek(ps);
    if (word->kind != TOK_NAME) {
        parse_error(ps, word, "expected the name of a tag");
        parse_tag_end(ps, TOK_TAG_END);
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
    struct stmt *s = parse_stmt_new(ps, STMT_PRINT, parse_take(ps));
    s->expr = parse_tuple(ps, true);
    s->off = s->expr->off;
    s->len = s->expr->len;
    parse_tag_end(ps, TOK_PRINT_END);
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
        s = parse_stmt_new(ps, STMT_DATA, parse_take(ps));
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

void parse_stmts(struct parser *ps, struct stmts *out, const char *const *ends)
{
    const struct token *open = &ps->tokens[ps->at ? ps->at - 1 : 0];
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
    parse_stmts(&ps, out, NULL);
    return ps.ok && lexed;
}
