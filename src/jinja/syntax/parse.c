/* SPDX-License-Identifier: MIT */
#include "jinja/limits.h"
#include "jinja/syntax/parser.h"

static bool is_tag(str word)
{
    for (size_t i = 0; i < N_TAGS; i++) {
        if (str_eq(word, parse_tag_name(i))) {
            return true;
        }
    }
    return false;
}

static const char *last_end(const char *const *ends)
{
    size_t last = 0;
    while (ends[last + 1]) {
        last++;
    }
    return ends[last];
}

/* endfor inside an if. Either of the two tags may be wrong, so nothing more is
 * reported of end tags. */
static void wrong_end(struct parser *ps, const struct token *word)
{
    const struct open_tag *open = ps->open;
    bool ends = str_starts(word->text, STR("end"));
    if (!ps->confused) {
        const char *what = ends ? "end" : "belong to";
        struct diag *diag =
            parse_error(ps, word, "'%.*s' can't %s '%.*s' (line %u)",
                        STR_ARG(word->text), what, STR_ARG(open->word->text),
                        source_position(ps->source, open->word->off).line);
        if (diag) {
            diag_hint(diag, ends ? "write {%% %s %%}" : "{%% %s %%} is missing",
                      last_end(open->ends));
        }
    }
    ps->confused = true;
    ps->ok = false;
    ps->skipping = true;
}

/* Tags of other engines, and what to write instead. */
static const struct {
    str word;
    const char *hint;
} foreign[] = {
    {STR_INIT("assign"), "write {% set name = value %}"},
    {STR_INIT("capture"), "write {% set name %} ... {% endset %}"},
    {STR_INIT("unless"), "write {% if not ... %}"},
    {STR_INIT("elsif"), "write elif"},
    {STR_INIT("elseif"), "write elif"},
    {STR_INIT("case"), "write {% if ... %}, {% elif ... %}"},
    {STR_INIT("when"), "write {% elif ... %}"},
    {STR_INIT("comment"), "comments are {# ... #}"},
};

static void hint_tag(struct diag *diag, str word, const char *const *ends)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        if (str_eq(word, foreign[i].word)) {
            diag_hint(diag, "%s", foreign[i].hint);
            return;
        }
    }
    str names[N_TAGS + 4];
    size_t n = 0;
    for (; n < N_TAGS; n++) {
        names[n] = parse_tag_name(n);
    }
    for (size_t i = 0; ends && ends[i]; i++) {
        names[n++] = str_from(ends[i]);
    }
    diag_did_you_mean(diag, str_nearest(word, names, n));
}

static void unknown_tag(struct parser *ps, const struct token *word,
                        const char *const *ends)
{
    bool end = str_starts(word->text, STR("end"));
    str of = end ? str_from_offset(word->text, 3) : word->text;
    bool stray = (end && is_tag(of)) || str_eq(of, STR("else")) ||
                 str_eq(of, STR("elif"));
    if (stray && ends) {
        wrong_end(ps, word);
    } else if (stray && !ps->confused) {
        parse_error(ps, word, "nothing here ends with '%.*s'",
                    STR_ARG(word->text));
    } else if (stray ||
               (end && str_is_among(of, ps->unknown.p, ps->unknown.n))) {
        ps->skipping = true; /* a consequence of an error that was reported */
    } else {
        struct diag *diag =
            parse_error(ps, word, "unknown tag '%.*s'", STR_ARG(word->text));
        if (diag) {
            hint_tag(diag, word->text, ends);
        }
        *VEC_PUSH(&ps->unknown, ps->arena) = word->text;
        ps->confused |= end; /* it may have been meant as an end tag */
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
    struct stmt *s = parse_known_tag(ps);
    if (!s) {
        unknown_tag(ps, word, ends);
    }
    return s;
}

/* Does the template end, or the next tag begin, before a closing '}}'? An open
 * bracket or a missing quote is another mistake. */
static bool lacks_end(const struct parser *ps)
{
    long round = 0;
    long square = 0;
    long curly = 0;
    for (const struct token *at = parse_peek(ps);; at++) {
        switch (at->kind) {
        case TOK_LPAREN: round++; break;
        case TOK_RPAREN: round--; break;
        case TOK_LBRACKET: square++; break;
        case TOK_RBRACKET: square--; break;
        case TOK_LBRACE: curly++; break;
        case TOK_RBRACE: curly--; break;
        case TOK_PRINT_END:
        case TOK_BAD: return false;
        case TOK_EOF:
        case TOK_DATA:
        case TOK_PRINT_BEGIN:
        case TOK_TAG_BEGIN: return !round && !square && !curly;
        default: break;
        }
    }
}

/* NULL: it could not be read, so the compiler has nothing to check. */
static struct stmt *parse_print(struct parser *ps)
{
    const struct token *begin = parse_take(ps);
    struct stmt *s = parse_stmt_new(ps, STMT_PRINT, begin);
    size_t errors = ps->errors;
    if (lacks_end(ps)) {
        parse_error(ps, begin, "this has no end: '}}' is missing");
    }
    parse_go(ps);
    s->expr = parse_tuple(ps, true);
    s->off = s->expr->off;
    s->len = s->expr->len;
    parse_tag_end(ps, TOK_PRINT_END);
    return ps->errors == errors ? s : NULL;
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

static void no_end(struct parser *ps)
{
    if (!ps->confused) {
        const char *end = last_end(ps->open->ends);
        struct diag *diag = parse_error(
            ps, ps->open->word, "this has no end: '%s' is missing", end);
        if (diag) {
            diag_hint(diag, "write {%% %s %%} after what belongs to it", end);
        }
    }
    ps->confused = true;
    ps->skipping = false;
}

/* Does this word end a tag further out? Then the current one ends before it. */
static bool ends_outer(struct parser *ps)
{
    const struct open_tag *open = ps->open;
    while (open && (open = open->up)) {
        if (is_end(ps, open->ends)) {
            wrong_end(ps, parse_peek(ps));
            ps->skipping = false;
            return true;
        }
    }
    return false;
}

/* Parses one statement. True: it is an end tag instead, and the parser stops at
 * its word. */
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
        if (is_end(ps, ends) || ends_outer(ps)) {
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

/* Reports nothing of what follows or is missing. */
static void give_up(struct parser *ps)
{
    while (parse_peek(ps)->kind != TOK_EOF) {
        parse_take(ps);
    }
    ps->skipping = false;
    ps->confused = true;
    ps->ok = false;
}

void parse_stmts(struct parser *ps, struct stmts *out, const char *const *ends)
{
    struct open_tag open = {ps->open, ps->word, ends};
    if (++ps->blocks > LIMIT_NESTING) {
        parse_error(ps, ps->word, "tags are nested more than %d deep",
                    LIMIT_NESTING);
        give_up(ps);
    }
    ps->open = ends ? &open : NULL;
    bool ended = false;
    while (!ended && parse_peek(ps)->kind != TOK_EOF) {
        ended = parse_item(ps, out, ends);
        if (ps->diags->errors >= ps->most_errors) {
            give_up(ps);
        }
    }
    if (ends && !ended) {
        no_end(ps);
    }
    ps->open = open.up;
    ps->blocks--;
}

bool parse(const struct source *source, const struct jinja_options *options,
           struct arena *arena, struct diags *diags, struct stmts *out)
{
    struct tokens tokens = {0};
    size_t most_errors = diags->errors + LIMIT_MISTAKES;
    bool lexed = lex(source, options, arena, diags, &tokens);
    struct parser ps = {.source = source,
                        .arena = arena,
                        .diags = diags,
                        .tokens = tokens.p,
                        .ok = true,
                        .most_errors = most_errors};
    parse_stmts(&ps, out, NULL);
    return ps.ok && lexed;
}
