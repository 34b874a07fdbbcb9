/* SPDX-License-Identifier: MIT */
#include "search/search_parts.h"

#include "text/html.h"
#include "text/html_entity.h"
#include "text/html_token.h"

/* The words of HTML, by the elements that they are in. */

struct reader {
    struct search_words *words;
    str html;
    unsigned code; /* open elements... */
    unsigned heading;
    unsigned hidden;  /* ...<math>, <svg>: no words */
    uint8_t zone;     /* of the block: of so many equal parts of the text */
    size_t reference; /* where the next '&' is */
};

static void begin_block(struct reader *reader, size_t at)
{
    enum search_field field = reader->code      ? SEARCH_CODE
                              : reader->heading ? SEARCH_HEADING
                                                : SEARCH_TEXT;
    while (at * ZONES >= reader->zone * (reader->html.n + 1)) {
        reader->zone++;
    }
    words_begin_block(reader->words, field, reader->zone);
}

static void take_tag(struct reader *reader, const struct html_token *token)
{
    str name = token->name;
    if (html_is_inline(name)) {
        return;
    }
    unsigned *depth = str_eq(name, STR("pre")) ? &reader->code
                      : name.n == 2 && name.p[0] == 'h' && is_digit(name.p[1])
                          ? &reader->heading
                      : str_eq(name, STR("svg")) || str_eq(name, STR("math"))
                          ? &reader->hidden
                          : NULL;
    if (depth && !token->self_closing) {
        *depth = token->kind == HTML_START ? *depth + 1 : *depth - (*depth > 0);
    }
    begin_block(reader, token->at);
}

/* `at`: its end. */
static void take_text(struct reader *reader, str text, size_t at)
{
    str html = reader->html;
    if (reader->reference < at - text.n) {
        reader->reference = str_find_char_from(html, at - text.n, '&');
    }
    if (reader->reference >= at) {
        words_add(reader->words, text);
        return;
    }
    struct arena work = {0};
    words_add(reader->words, html_decode(&work, text));
    arena_free(&work);
}

void search_words_html(struct search_words *words, str html)
{
    struct html_token token;
    struct reader reader = {.words = words,
                            .html = html,
                            .zone = 1,
                            .reference = str_find_char_from(html, 0, '&')};
    html_token_init(&token, html);
    token.names_only = true;
    begin_block(&reader, 0);
    while (html_token_next(&token)) {
        if (html_token_is_tag(&token)) {
            take_tag(&reader, &token);
        } else if (token.kind == HTML_TEXT && !reader.hidden) {
            take_text(&reader, token.body, token.at);
        }
    }
}
