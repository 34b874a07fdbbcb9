/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HTML_TOKEN_H
#define CRUMB_TEXT_HTML_TOKEN_H

/* HTML as a row of tags and texts, by the tokenizer's rules of the HTML
 * standard (section 13.2.5): what a browser takes for a tag is one here, and
 * nothing is ever wrong. There is no tree. Everything is a slice of the text,
 * character references included, until markup_decode. */

#include "base/arena.h"

enum { MARKUP_ATTRS = 48 }; /* of a tag; what is beyond is passed over */

enum markup_kind {
    MARKUP_START, /* <a href="x"> */
    MARKUP_END,   /* </a> */
    MARKUP_TEXT,  /* between tags */
    MARKUP_RAW,   /* what script, style, title, textarea... hold */
};

struct markup_attr {
    str name;
    str value; /* as it is written, without its quotes */
};

struct markup {
    str text;
    size_t at;
    /* The token: */
    enum markup_kind kind;
    str name; /* of the tag, or of the element that a MARKUP_RAW is in */
    str body; /* the tag with its <>, or the text */
    struct markup_attr attrs[MARKUP_ATTRS];
    size_t nattrs;
};

void markup_init(struct markup *markup, str text);
/* Moves to the next token; false at the end. */
bool markup_next(struct markup *markup);
/* The attribute of that name in lower case, NULL if the tag has none. */
const struct markup_attr *markup_attr(const struct markup *markup, str name);
/* The tag's name is this one; lower case. */
static inline bool markup_is(const struct markup *markup, str name)
{
    return str_eq_nocase(markup->name, name);
}

/* An attribute's value with its character references decoded; `in_text`: by
 * the looser rules of text. The slice itself if it holds none. */
str markup_decode(struct arena *arena, str raw, bool in_text);

#endif
