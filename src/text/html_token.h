/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HTML_TOKEN_H
#define CRUMB_TEXT_HTML_TOKEN_H

/* The one tokenizer for HTML. It follows the HTML standard (section 13.2.5,
 * "Tokenization"): what a browser takes for a tag is a tag here. There is no
 * tree, and no text is an error.
 *
 *     struct html_token token;
 *     html_token_init(&token, html);
 *     while (html_token_next(&token)) {
 *         if (token.kind == HTML_START && html_token_is(&token, STR("a"))) {
 *
 * The text must outlive the token: all strings are slices of it, with character
 * references as they are written (html_decode). The bodies of all tokens, one
 * after the other, are the text. */

#include "base/simd.h"

enum html_kind {
    HTML_START,   /* <a href="x"> */
    HTML_END,     /* </a> */
    HTML_TEXT,    /* between tags */
    HTML_RAW,     /* the content of a script, style, title, textarea... */
    HTML_COMMENT, /* <!-- x -->, and what browsers treat as one or ignore:
                   * <!doctype x>, <?x?>, </ x> */
};

struct html_attr {
    str name;
    str value; /* without its quotes; p == NULL: it has none */
    str whole; /* name="value" */
};

enum { HTML_ATTRS = 48 }; /* of a tag; further ones are ignored */

struct html_token {
    str html;
    size_t at; /* the end of the token in html */
    enum html_kind kind;
    str body; /* the whole token: the tag with its <>, the text */
    str name; /* of the tag, or of the element around HTML_RAW; else empty */
    bool self_closing;                  /* HTML_START: <a/> */
    struct html_attr attrs[HTML_ATTRS]; /* HTML_START, each name once */
    size_t nattrs;
    bool foreign;    /* in <svg> or <math>, where <title/> has no content */
    bool names_only; /* the caller's, after html_token_init: there are no
                        attributes */
};

/* Before the first token. */
void html_token_init(struct html_token *token, str html);
/* Whether the token has that name, in any case. */
static inline bool html_token_is(const struct html_token *token, str name)
{
    return str_eq_nocase(token->name, name);
}
static inline bool html_token_is_tag(const struct html_token *token)
{
    return token->kind == HTML_START || token->kind == HTML_END;
}
/* Whether the tag may open an element that holds text alone. Few names have
 * one of these letters. */
static inline bool html_token_may_open_raw(const struct html_token *token)
{
    return token->kind == HTML_START && token->name.n >= 3 &&
           is_any_of(token->name.p[0], "sStTiIxXnN");
}
/* Whether browsers show the body as text. */
bool html_token_is_shown(const struct html_token *token);
/* The attribute of a start tag with that name, in any case; NULL: it has
 * none. */
const struct html_attr *html_token_attr(const struct html_token *token,
                                        str name);
/* The value of that attribute; p == NULL: no attribute, or no value. */
str html_token_value(const struct html_token *token, str name);

/* --- to the next token --- */

/* html_token_next for all tokens. */
bool html_token_read(struct html_token *token);
/* The token is a tag; notes where SVG and MathML begin and end. */
void html_token_note_foreign(struct html_token *token);

static inline uint32_t html_less(simd16 x)
{
    return simd16_mask(simd16_is(x, '<'));
}

static inline uint32_t html_letters(simd16 x)
{
    return simd16_mask(simd16_between(x | 0x20, 'a', 'z') |
                       simd16_between(x, '0', '9'));
}

/* Moves to the next token. Returns false at the end of the text. Most tokens
 * are text up to a tag, or tags that are a short name alone. */
static inline bool html_token_next(struct html_token *token)
{
    enum { ROOM = 2 * SIMD16 };
    str html = token->html;
    size_t start = token->at;
    if (html_token_may_open_raw(token) || start + ROOM >= html.n) {
        return html_token_read(token);
    }
    const char *p = html.p + start;
    bool tag = *p == '<';
    bool closing = p[1] == '/';
    size_t name = start + 1 + closing;
    size_t end;
    if (tag) {
        uint32_t letters = html_letters(simd16_load(html.p + name));
        end = name + (size_t)__builtin_ctz(~letters);
        if (html.p[end] != '>' || !is_alpha(html.p[name])) {
            return html_token_read(token);
        }
        token->kind = closing ? HTML_END : HTML_START;
        token->name = str_sub(html, name, end - name);
        end++;
    } else {
        end = simd16_find(html, start, html_less);
        if (html.n - end <= 2 ||
            (!is_alpha(html.p[end + 1]) && html.p[end + 1] != '/')) {
            return html_token_read(token);
        }
        token->kind = HTML_TEXT;
        token->name = (str){NULL, 0};
    }
    token->nattrs = 0;
    token->self_closing = false;
    token->body = (str){p, end - start};
    token->at = end;
    if (tag && (token->name.n == 3 || token->name.n == 4)) {
        html_token_note_foreign(token);
    }
    return true;
}

#endif
