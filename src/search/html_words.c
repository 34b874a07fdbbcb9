/* SPDX-License-Identifier: MIT */
#include "search/search_parts.h"

#include "text/html.h"
#include "text/html_entity.h"
#include "text/html_token.h"

/* The words of HTML, by the elements that they are in. */

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

void search_words_html(struct search_words *words, str html)
{
    struct html_token token;
    struct reader reader = {
        .words = words, .block = words_block(words), .html = html, .zone = 1};
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        if (token.kind == HTML_TEXT) {
            take_text(&reader, token.body);
        } else if (html_token_is_tag(&token)) {
            if (!token.self_closing) {
                take_tag(&reader, token.name, token.kind == HTML_START,
                         token.at);
            } else if (!is_inline(token.name)) {
                end_block(&reader, token.at);
            }
        }
    }
    end_block(&reader, html.n);
}
