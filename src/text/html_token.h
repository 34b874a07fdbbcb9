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
 * behind the other, are the text. */

#include "base/str.h"

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
    bool foreign; /* in <svg> or <math>, where <title/> has no content */
};

/* Before the first token. */
void html_token_init(struct html_token *token, str html);
/* Moves to the next token. Returns false at the end of the text. */
bool html_token_next(struct html_token *token);
/* Whether the token has that name, in any case. */
static inline bool html_token_is(const struct html_token *token, str name)
{
    return str_eq_nocase(token->name, name);
}
static inline bool html_token_is_tag(const struct html_token *token)
{
    return token->kind == HTML_START || token->kind == HTML_END;
}
/* Whether browsers show the body as text. */
bool html_token_is_shown(const struct html_token *token);
/* The attribute of a start tag with that name, in any case; NULL: it has
 * none. */
const struct html_attr *html_token_attr(const struct html_token *token,
                                        str name);
/* The value of that attribute; p == NULL: no attribute, or no value. */
str html_token_value(const struct html_token *token, str name);

#endif
