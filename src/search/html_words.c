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
    unsigned other = 0;
    unsigned *depth = str_eq(name, STR("pre")) ? &reader->code
                      : name.n == 2 && name.p[0] == 'h' && is_digit(name.p[1])
                          ? &reader->heading
                      : str_eq(name, STR("svg")) || str_eq(name, STR("math"))
                          ? &reader->hidden
                          : &other;
    if (!token->self_closing) {
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

/* A walk over the tokens of HTML, without those of elements that have no text
 * to find. */
struct text_walk {
    struct html_token token;
    bool may_hide;   /* an attribute may be `hidden` */
    bool all_closed; /* elements that were left out; without this each one that
                        has no end would be searched to the end of the HTML */
};

static void text_walk_init(struct text_walk *walk, str html)
{
    html_token_init(&walk->token, html);
    walk->token.names_only = true;
    walk->may_hide = str_find(html, STR("idden")) != STR_NONE ||
                     str_find(html, STR("IDDEN")) != STR_NONE;
    walk->all_closed = true;
}

static bool is_hidden(const struct html_token *token)
{
    struct html_token whole; /* with attributes */
    if (token->body.n == token->name.n + 2) {
        return false; /* <p> */
    }
    html_token_init(&whole, token->body);
    html_token_next(&whole);
    const struct html_attr *hidden = html_token_attr(&whole, STR("hidden"));
    return hidden && !str_eq_nocase(hidden->value, STR("until-found"));
}

/* Whether the element has no text to find: browsers show nothing of it, or it
 * is the number of a footnote, which is no part of the word before it, or a
 * second form of a formula. */
static bool is_left_out(const struct text_walk *walk)
{
    const struct html_token *token = &walk->token;
    if (html_token_is(token, STR("sup"))) {
        str inside = str_from_offset(token->html, token->at);
        return str_starts(inside, STR("<a"));
    }
    return html_token_is(token, STR("template")) ||
           html_token_is(token, STR("annotation")) ||
           (walk->may_hide && is_hidden(token));
}

/* Moves to the end of the element that the token starts. Returns false if it
 * has none. */
static bool skip_element(struct html_token *token)
{
    struct html_token inner = *token;
    size_t depth = 1;
    while (depth && html_token_next(&inner)) {
        if (html_token_is(&inner, token->name)) {
            depth = inner.kind == HTML_START ? depth + 1 : depth - 1;
        }
    }
    if (!depth) {
        *token = inner;
    }
    return !depth;
}

static inline bool text_walk_next(struct text_walk *walk)
{
    if (!html_token_next(&walk->token)) {
        return false;
    }
    if (walk->token.kind == HTML_START && walk->all_closed &&
        is_left_out(walk)) {
        walk->all_closed = skip_element(&walk->token);
    }
    return true;
}

void search_words_html(struct search_words *words, str html)
{
    struct text_walk walk;
    const struct html_token *token = &walk.token;
    struct reader reader = {.words = words,
                            .html = html,
                            .zone = 1,
                            .reference = str_find_char_from(html, 0, '&')};
    text_walk_init(&walk, html);
    begin_block(&reader, 0);
    while (text_walk_next(&walk)) {
        if (html_token_is_tag(token)) {
            take_tag(&reader, token);
        } else if (token->kind == HTML_TEXT && !reader.hidden) {
            take_text(&reader, token->body, token->at);
        }
    }
}

str search_html_text(str html, struct arena *arena)
{
    struct text_walk walk;
    const struct html_token *token = &walk.token;
    struct buf out = {0};
    text_walk_init(&walk, html);
    while (text_walk_next(&walk)) {
        if (token->kind == HTML_TEXT) {
            buf_put(&out, html_decode(arena, token->body));
        } else if (!html_is_inline(token->name)) {
            buf_putc(&out, ' ');
        }
    }
    return buf_move(&out, arena);
}
