/* SPDX-License-Identifier: MIT */
#include "jinja/syntax/lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "jinja/chars.h"
#include "jinja/limits.h"

struct lexer {
    const struct source *source;
    const struct jinja_options *options;
    struct arena *arena;
    struct diags *diags;
    struct tokens *out;
    str text;
    size_t at;
    bool line_start; /* for lstrip_blocks: the last tag ended with a line
                         break, or it is the start */
    bool ok;
    size_t most_errors; /* in diags; after that many it stops */
};

static struct token *push_token(struct lexer *lx, enum token_kind kind,
                                size_t off, size_t end)
{
    struct token *token = VEC_PUSH(lx->out, lx->arena);
    *token = (struct token){.kind = (uint8_t)kind,
                            .off = (uint32_t)off,
                            .len = (uint32_t)(end - off),
                            .text = str_sub(lx->text, off, end - off)};
    return token;
}

static struct diag *report_token(struct lexer *lx, size_t off, size_t end,
                                 const char *message)
{
    push_token(lx, TOK_BAD, off, end);
    lx->ok = false;
    return diag_error(lx->diags, span_of(lx->source, off, end - off),
                      "template-syntax", "%s", message);
}

static char peek_char(const struct lexer *lx, size_t ahead)
{
    return str_at(lx->text, lx->at + ahead);
}

static bool looking_at(const struct lexer *lx, size_t at, const char *what)
{
    return str_starts_at(lx->text, at, str_from(what));
}

static void skip_white_space(struct lexer *lx)
{
    lx->at = str_skip_spaces(lx->text, lx->at);
}

/* A '-' or '+' at lx->at, which is taken; else '\0'. */
static char take_sign(struct lexer *lx)
{
    char c = peek_char(lx, 0);
    bool sign = c == '-' || c == '+';
    lx->at += sign;
    return (char)(sign ? c : '\0');
}

/* One line break of any of the three kinds. */
static bool skip_newline(struct lexer *lx)
{
    if (peek_char(lx, 0) == '\r') {
        lx->at += peek_char(lx, 1) == '\n' ? 2 : 1;
        return true;
    }
    if (peek_char(lx, 0) == '\n') {
        lx->at++;
        return true;
    }
    return false;
}

/* --- text between the tags --- */

/* CRLF and CR are LF. Text without CR, the usual case, stays a slice of the
 * source. */
static str normal_newlines(struct lexer *lx, str s)
{
    if (str_find_char(s, '\r') == STR_NONE) {
        return s;
    }
    char *p = arena_alloc(lx->arena, s.n, 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\r') {
            p[n++] = '\n';
            i += i + 1 < s.n && s.p[i + 1] == '\n';
        } else {
            p[n++] = s.p[i];
        }
    }
    return (str){p, n};
}

static void push_data(struct lexer *lx, size_t off, size_t end)
{
    if (end > off) {
        struct token *token = push_token(lx, TOK_DATA, off, end);
        token->text = normal_newlines(lx, token->text);
    }
}

/* The end of the text before a tag: "-" strips all white space, lstrip_blocks
 * the blanks of a line that holds nothing else. */
static size_t data_end(const struct lexer *lx, size_t off, size_t tag)
{
    char sign = str_at(lx->text, tag + 2);
    str data = str_sub(lx->text, off, tag - off);
    if (sign == '-') {
        return off + str_trim_end(data).n;
    }
    if (sign == '+' || !lx->options->lstrip_blocks ||
        lx->text.p[tag + 1] == '{') {
        return tag;
    }
    size_t end = str_skip_back(data, data.n, " \t\v\f");
    bool at_start = end ? is_any_of(data.p[end - 1], "\n\r") : lx->line_start;
    return at_start ? off + end : tag;
}

/* Goes on after a closing bracket at lx->at with `sign` before it. */
static void after_tag(struct lexer *lx, char sign, bool trims)
{
    size_t from = lx->at;
    if (sign == '-') {
        skip_white_space(lx);
    } else if (sign != '+' && trims && lx->options->trim_blocks) {
        skip_newline(lx);
    }
    char last = lx->at > from ? lx->text.p[lx->at - 1] : '\0';
    lx->line_start = last == '\n' || last == '\r';
}

static void lex_comment(struct lexer *lx, size_t tag)
{
    size_t end = str_find_from(lx->text, tag + 2, STR("#}"));
    if (end == lx->text.n) {
        report_token(lx, tag, tag + 2,
                     "this comment has no end: '#}' is missing");
        lx->at = lx->text.n;
        return;
    }
    char sign = end > tag + 2 ? lx->text.p[end - 1] : '\0';
    lx->at = end + 2;
    after_tag(lx, sign, true);
}

/* --- raw --- */

/* Is there a tag of that word alone at `tag`? Then lx->at is after its '%}'
 * and *sign is the sign before that. */
static bool word_tag(struct lexer *lx, size_t tag, const char *word, char *sign)
{
    size_t saved = lx->at;
    lx->at = tag + 2;
    take_sign(lx);
    skip_white_space(lx);
    if (looking_at(lx, lx->at, word)) {
        lx->at += strlen(word);
        skip_white_space(lx);
        *sign = take_sign(lx);
        if (looking_at(lx, lx->at, "%}")) {
            lx->at += 2;
            return true;
        }
    }
    lx->at = saved;
    return false;
}

static void lex_raw(struct lexer *lx, size_t tag, char sign)
{
    if (sign == '-') {
        skip_white_space(lx);
    }
    size_t body = lx->at;
    for (size_t end = body;; end += 2) {
        end = str_find_from(lx->text, end, STR("{%"));
        if (end == lx->text.n) {
            report_token(lx, tag, body,
                         "this raw block has no end: 'endraw' is missing");
            lx->at = lx->text.n;
            return;
        }
        if (word_tag(lx, end, "endraw", &sign)) {
            lx->line_start = body > 0 && lx->text.p[body - 1] == '\n';
            push_data(lx, body, data_end(lx, body, end));
            after_tag(lx, sign, true);
            return;
        }
    }
}

/* --- inside tags --- */

static const struct {
    uint8_t kind;
    const char *text;
} operators[] = {
#define TOKEN(name, text) {TOK_##name, text},
    OPERATOR_TOKENS(TOKEN)
#undef TOKEN
};

const char *token_kind_name(enum token_kind kind)
{
    static const char *const names[] = {[TOK_EOF] = "the end of the template",
                                        [TOK_DATA] = "text",
                                        [TOK_PRINT_BEGIN] = "'{{'",
                                        [TOK_PRINT_END] = "'}}'",
                                        [TOK_TAG_BEGIN] = "'{%'",
                                        [TOK_TAG_END] = "'%}'",
                                        [TOK_NAME] = "a name",
                                        [TOK_STRING] = "a string",
                                        [TOK_INT] = "a number",
                                        [TOK_FLOAT] = "a number",
                                        [TOK_BAD] = "nonsense",
#define TOKEN(name, text) [TOK_##name] = "'" text "'",
                                        OPERATOR_TOKENS(TOKEN)
#undef TOKEN
    };
    return names[kind];
}

/* Operators of other languages. */
static bool lex_foreign(struct lexer *lx)
{
    static const struct {
        const char *text;
        const char *hint;
    } foreign[] = {{"&&", "write and"},
                   {"||", "write or"},
                   {"&", "write and"},
                   {"!", "write not"},
                   {"?", "write a if x else b"},
                   {"$", "names have no $ here: {% set x = 1 %}, {{ x }}"}};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        size_t n = strlen(foreign[i].text);
        if (looking_at(lx, lx->at, foreign[i].text) &&
            !looking_at(lx, lx->at, "!=")) {
            struct diag *diag =
                report_token(lx, lx->at, lx->at + n,
                             n == 1 ? "this character has no meaning here"
                                    : "these characters have no meaning here");
            diag_hint(diag, "%s", foreign[i].hint);
            lx->at += n;
            return true;
        }
    }
    return false;
}

static void lex_operator(struct lexer *lx)
{
    if (lex_foreign(lx)) {
        return;
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (looking_at(lx, lx->at, operators[i].text)) {
            size_t end = lx->at + strlen(operators[i].text);
            push_token(lx, (enum token_kind)operators[i].kind, lx->at, end);
            lx->at = end;
            return;
        }
    }
    size_t off = lx->at;
    utf8_next(lx->text, &lx->at);
    report_token(lx, off, lx->at, "this character has no meaning here");
}

static bool digit_of(char c, int base)
{
    return digit_value(c) < (unsigned)base;
}

/* Digits with single underscores between them, from lx->at on; they are
 * added to *digits. */
static void take_digits(struct lexer *lx, int base, struct buf *digits)
{
    while (digit_of(peek_char(lx, 0), base) ||
           (peek_char(lx, 0) == '_' && digit_of(peek_char(lx, 1), base))) {
        if (peek_char(lx, 0) != '_') {
            buf_putc(digits, peek_char(lx, 0));
        }
        lx->at++;
    }
}

/* ".5" and "e-3" after the digits: then it is a float. */
static bool take_fraction(struct lexer *lx, struct buf *digits)
{
    bool is_float = false;
    if (peek_char(lx, 0) == '.' && is_digit(peek_char(lx, 1))) {
        is_float = true;
        buf_putc(digits, '.');
        lx->at++;
        take_digits(lx, 10, digits);
    }
    size_t sign = peek_char(lx, 1) == '+' || peek_char(lx, 1) == '-' ? 1 : 0;
    if (to_lower(peek_char(lx, 0)) == 'e' &&
        is_digit(peek_char(lx, 1 + sign))) {
        is_float = true;
        buf_put(digits, str_sub(lx->text, lx->at, 1 + sign));
        lx->at += 1 + sign;
        take_digits(lx, 10, digits);
    }
    return is_float;
}

/* 16, 2 or 8 for 0x1f, 0b11 and 0o17; else 10. */
static int number_base(const struct lexer *lx)
{
    char c = to_lower(peek_char(lx, 1));
    int base = c == 'x' ? 16 : c == 'b' ? 2 : c == 'o' ? 8 : 10;
    char first = peek_char(lx, peek_char(lx, 2) == '_' ? 3 : 2);
    return peek_char(lx, 0) == '0' && digit_of(first, base) ? base : 10;
}

static void lex_number(struct lexer *lx)
{
    size_t off = lx->at;
    struct buf digits = {0};
    int base = number_base(lx);
    lx->at += base == 10 ? 0 : 2;
    take_digits(lx, base, &digits);
    /* x.0.1: the second number is an attribute, too */
    bool after_dot = off > 0 && lx->text.p[off - 1] == '.';
    bool is_float = base == 10 && !after_dot && take_fraction(lx, &digits);
    buf_putc(&digits, '\0');
    errno = 0;
    long long i = strtoll(digits.p, NULL, base);
    if (is_float) {
        double f = strtod(digits.p, NULL);
        push_token(lx, TOK_FLOAT, off, lx->at)->number.f = f;
    } else if (base == 10 && digits.p[0] == '0' && i) {
        report_token(lx, off, lx->at, "a number has no leading zeros");
    } else if (errno) {
        report_token(lx, off, lx->at, "this number does not fit into 64 bits");
    } else {
        push_token(lx, TOK_INT, off, lx->at)->number.i = i;
    }
    buf_free(&digits);
}

static void lex_name(struct lexer *lx)
{
    size_t off = lx->at;
    while (lx->at < lx->text.n) {
        size_t next = lx->at;
        if (!char_in_name(utf8_next(lx->text, &next))) {
            break;
        }
        lx->at = next;
    }
    push_token(lx, TOK_NAME, off, lx->at);
}

/* --- strings --- */

/* Takes up to `most` digits from *i on and returns how many there were. */
static size_t take_code(str s, size_t *i, int base, size_t most, uint32_t *out)
{
    size_t n = 0;
    for (; n < most && digit_of(str_at(s, *i), base); n++) {
        *out = *out * (uint32_t)base + digit_value(s.p[(*i)++]);
    }
    return n;
}

/* Resolves one escape; *i is after the backslash, which stays if the escape is
 * unknown, as in Python. False: a malformed \x, \u or \U. */
static bool lex_escape(str s, size_t *i, struct buf *out)
{
    static const char plain[] = "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v";
    char c = s.p[*i];
    for (size_t k = 0; k + 1 < sizeof plain; k += 2) {
        if (c == plain[k]) {
            buf_putc(out, plain[k + 1]);
            (*i)++;
            return true;
        }
    }
    uint32_t code = 0;
    if (c == 'x' || c == 'u' || c == 'U') {
        size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : 8;
        (*i)++;
        if (take_code(s, i, 16, digits, &code) < digits || code > 0x10FFFF) {
            return false;
        }
        utf8_put(out, code);
    } else if (digit_of(c, 8)) {
        take_code(s, i, 8, 3, &code);
        utf8_put(out, code);
    } else if (c == '\n') {
        (*i)++;
    } else {
        buf_putc(out, '\\');
    }
    return true;
}

static bool unescape_all(struct lexer *lx, str s, str *out)
{
    s = normal_newlines(lx, s);
    if (str_find_char(s, '\\') == STR_NONE) {
        *out = s;
        return true;
    }
    struct buf buf = {0};
    bool ok = true;
    for (size_t i = 0; i < s.n && ok;) {
        if (s.p[i] == '\\' && i + 1 < s.n) {
            i++;
            ok = lex_escape(s, &i, &buf);
        } else {
            buf_putc(&buf, s.p[i++]);
        }
    }
    *out = buf_move(&buf, lx->arena);
    return ok;
}

static void lex_string(struct lexer *lx)
{
    size_t off = lx->at;
    char quote = lx->text.p[lx->at++];
    while (lx->at < lx->text.n && lx->text.p[lx->at] != quote) {
        lx->at += lx->text.p[lx->at] == '\\' ? 2 : 1;
    }
    if (lx->at >= lx->text.n) {
        report_token(lx, off, off + 1, "this string has no end");
        lx->at = lx->text.n;
        return;
    }
    str text;
    str quoted = str_sub(lx->text, off + 1, lx->at++ - off - 1);
    if (unescape_all(lx, quoted, &text)) {
        push_token(lx, TOK_STRING, off, lx->at)->text = text;
    } else {
        report_token(lx, off, lx->at, "this string holds a malformed escape");
    }
}

/* --- tags --- */

/* A closing '%}' or '}}', with a sign before it or not. */
static bool lex_close(struct lexer *lx, bool print)
{
    char sign = '\0';
    size_t at = lx->at;
    if (peek_char(lx, 0) == '-' || (!print && peek_char(lx, 0) == '+')) {
        sign = peek_char(lx, 0);
        at++;
    }
    if (!looking_at(lx, at, print ? "}}" : "%}")) {
        return false;
    }
    push_token(lx, print ? TOK_PRINT_END : TOK_TAG_END, at, at + 2);
    lx->at = at + 2;
    after_tag(lx, sign, !print);
    return true;
}

static void lex_one(struct lexer *lx)
{
    char c = peek_char(lx, 0);
    size_t off = lx->at;
    if (is_digit(c)) {
        lex_number(lx);
    } else if (char_starts_name(utf8_next(lx->text, &off))) {
        lex_name(lx);
    } else if (c == '"' || c == '\'') {
        lex_string(lx);
    } else {
        lex_operator(lx);
    }
}

/* "}}" inside brackets does not close the tag. */
static void lex_tag(struct lexer *lx, size_t tag, bool print)
{
    push_token(lx, print ? TOK_PRINT_BEGIN : TOK_TAG_BEGIN, tag, tag + 2);
    lx->at = tag + 2;
    take_sign(lx);
    bool later_line = false;
    for (size_t depth = 0, seen = tag;;) {
        skip_white_space(lx);
        str passed = str_sub(lx->text, seen, lx->at - seen);
        later_line = later_line || str_find_char(passed, '\n') != STR_NONE;
        seen = lx->at;
        /* Nothing in a tag starts with "{%", nor with "{{" on a later line:
         * then another tag begins, and this one was never closed. */
        if (looking_at(lx, lx->at, "{%") ||
            (later_line && looking_at(lx, lx->at, "{{")) ||
            lx->at >= lx->text.n || lx->diags->errors >= lx->most_errors ||
            (depth == 0 && lex_close(lx, print))) {
            return;
        }
        lex_one(lx);
        enum token_kind kind = lx->out->p[lx->out->n - 1].kind;
        if (kind == TOK_LPAREN || kind == TOK_LBRACKET || kind == TOK_LBRACE) {
            depth++;
        } else if (kind == TOK_RPAREN || kind == TOK_RBRACKET ||
                   kind == TOK_RBRACE) {
            depth -= depth > 0;
        }
    }
}

/* The next "{{", "{%" or "{#", or STR_NONE. */
static size_t next_tag(const struct lexer *lx)
{
    for (size_t at = lx->at; at + 1 < lx->text.n; at++) {
        const char *p = memchr(lx->text.p + at, '{', lx->text.n - at - 1);
        if (!p) {
            return STR_NONE;
        }
        at = (size_t)(p - lx->text.p);
        if (p[1] == '{' || p[1] == '%' || p[1] == '#') {
            return at;
        }
    }
    return STR_NONE;
}

static void lex_all(struct lexer *lx)
{
    while (lx->at < lx->text.n && lx->diags->errors < lx->most_errors) {
        size_t tag = next_tag(lx);
        if (tag == STR_NONE) {
            push_data(lx, lx->at, lx->text.n);
            return;
        }
        char sign = '\0';
        push_data(lx, lx->at, data_end(lx, lx->at, tag));
        if (lx->text.p[tag + 1] == '#') {
            lex_comment(lx, tag);
        } else if (lx->text.p[tag + 1] == '%' &&
                   word_tag(lx, tag, "raw", &sign) && sign != '+') {
            lex_raw(lx, tag, sign);
        } else {
            lex_tag(lx, tag, lx->text.p[tag + 1] == '{');
        }
    }
}

bool lex(const struct source *source, const struct jinja_options *options,
         struct arena *arena, struct diags *diags, struct tokens *out)
{
    struct lexer lx = {.source = source,
                       .options = options,
                       .arena = arena,
                       .diags = diags,
                       .out = out,
                       .text = source->text,
                       .line_start = true,
                       .ok = true,
                       .most_errors = diags->errors + LIMIT_MISTAKES};
    if (!options->keep_trailing_newline) {
        bool lf = str_ends(lx.text, STR("\n"));
        bool crlf = str_ends(lx.text, STR("\r\n"));
        lx.text.n -= crlf ? 2 : lf || str_ends(lx.text, STR("\r"));
    }
    lex_all(&lx);
    push_token(&lx, TOK_EOF, lx.text.n, lx.text.n);
    return lx.ok;
}
