/* SPDX-License-Identifier: MIT */
#include "search/search_parts.h"

#include "text/html.h"
#include "text/html_entity.h"
#include "text/html_token.h"

/* The words of HTML, by the elements that they are in. Plain text and tags
 * without anything special are read here; the tokenizer reads the rest. */

struct reader {
    struct search_words *words;
    struct buf *block; /* text of the current block */
    str html;
    unsigned code; /* open elements... */
    unsigned heading;
    unsigned hidden; /* ...<math>, <svg>: no words */
    uint8_t zone;    /* of the block */
};

static void end_block(struct reader *reader, size_t at)
{
    enum search_field field = reader->code      ? SEARCH_CODE
                              : reader->heading ? SEARCH_HEADING
                                                : SEARCH_TEXT;
    words_end_block(reader->words, field, reader->zone);
    reader->zone = (uint8_t)(1 + at * ZONES / (reader->html.n + 1));
}

static void step(unsigned *depth, bool start)
{
    *depth = start ? *depth + 1 : *depth - (*depth > 0);
}

/* Most tags have names of one or two letters. */
static bool is_inline(str name)
{
    return name.n == 1   ? name.p[0] != 'p' && html_is_inline(name)
           : name.n == 2 ? name.p[0] == 'e' && name.p[1] == 'm'
                         : html_is_inline(name);
}

/* `at`: behind the tag. */
static void take_tag(struct reader *reader, str name, bool start, size_t at)
{
    if (is_inline(name)) {
        return;
    }
    end_block(reader, at);
    if (str_eq(name, STR("pre"))) {
        step(&reader->code, start);
    } else if (name.n == 2 && name.p[0] == 'h' && is_digit(name.p[1])) {
        step(&reader->heading, start);
    } else if (str_eq(name, STR("svg")) || str_eq(name, STR("math"))) {
        step(&reader->hidden, start);
    }
}

/* Appends the text up to the next character that may be more than text. */
static size_t take_plain(struct reader *reader, size_t at)
{
    str html = reader->html;
    struct buf *block = reader->block;
    for (;;) {
        size_t left = html.n - at;
        bool last = left < SIMD16;
        simd16 x = last ? simd16_load_part(html.p + at, left)
                        : simd16_load(html.p + at);
        uint32_t found = simd16_mask(simd16_is(x, '<') | simd16_is(x, '&'));
        size_t n = found ? (size_t)__builtin_ctz(found) : last ? left : SIMD16;
        buf_reserve(block, SIMD16);
        memcpy(block->p + block->n, &x, sizeof x);
        block->n += reader->hidden ? 0 : n;
        at += n;
        if (found || last) {
            return at;
        }
    }
}

static void take_text(struct reader *reader, str text)
{
    if (reader->hidden) {
        return;
    }
    if (str_find_char(text, '&') == STR_NONE) {
        buf_put(reader->block, text);
        return;
    }
    struct arena work = {0};
    buf_put(reader->block, html_decode(&work, text));
    arena_free(&work);
}

/* Of elements whose content is no HTML, or other HTML. */
static bool is_special(str name)
{
    static const str names[] = {
        STR_INIT("script"),  STR_INIT("style"),     STR_INIT("title"),
        STR_INIT("iframe"),  STR_INIT("xmp"),       STR_INIT("textarea"),
        STR_INIT("noembed"), STR_INIT("noframes"),  STR_INIT("svg"),
        STR_INIT("math"),    STR_INIT("plaintext"),
    };
    static const char first[] = "imnpstx";
    bool may = false;
    for (size_t i = 0; name.n >= 3 && i < sizeof first - 1; i++) {
        may = may || name.p[0] == first[i];
    }
    return may && str_is_one_of(name, names, sizeof names / sizeof *names);
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Reads a tag with a short name in small letters, and attributes in quotes.
 * Returns its end; 0: it is something else. */
static size_t simple_tag(str html, size_t at, str *name, bool *start)
{
    size_t i = at + 1;
    *start = str_at(html, i) != '/';
    i += !*start;
    size_t from = i;
    while (i < html.n && (is_small(html.p[i]) || is_digit(html.p[i]))) {
        i++;
    }
    *name = str_sub(html, from, i - from);
    bool plain = name->n && !is_digit(name->p[0]) && !is_special(*name);
    while (plain && str_at(html, i) == ' ') {
        i++;
        while (i < html.n && (is_small(html.p[i]) || html.p[i] == '-')) {
            i++;
        }
        plain = str_at(html, i) == '=' && str_at(html, i + 1) == '"';
        size_t end = plain ? str_find_char_from(html, i + 2, '"') : html.n;
        i = end + 1;
    }
    return plain && str_at(html, i) == '>' ? i + 1 : 0;
}

/* Reads on with the tokenizer, to the end of what a tag may have opened. */
static size_t take_tokens(struct reader *reader, struct html_token *token,
                          size_t at)
{
    token->at = at;
    token->kind = HTML_TEXT;
    token->name = (str){NULL, 0};
    while (html_token_next(token)) {
        if (token->kind == HTML_TEXT) {
            take_text(reader, token->body);
        } else if (html_token_is_tag(token)) {
            if (!token->self_closing) {
                take_tag(reader, token->name, token->kind == HTML_START,
                         token->at);
            } else if (!is_inline(token->name)) {
                end_block(reader, token->at);
            }
        }
        if (token->kind != HTML_START) {
            break;
        }
    }
    return token->at;
}

void search_words_html(struct search_words *words, str html)
{
    struct html_token token;
    struct reader reader = {
        .words = words, .block = words_block(words), .html = html, .zone = 1};
    html_token_init(&token, html);
    for (size_t at = 0; at < html.n;) {
        str name;
        bool start;
        at = take_plain(&reader, at);
        size_t end =
            str_at(html, at) == '<' ? simple_tag(html, at, &name, &start) : 0;
        if (end) {
            take_tag(&reader, name, start, end);
            at = end;
        } else if (at < html.n) {
            at = take_tokens(&reader, &token, at);
        }
    }
    end_block(&reader, html.n);
}
