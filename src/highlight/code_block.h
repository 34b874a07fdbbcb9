/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_CODE_BLOCK_H
#define CRUMB_HIGHLIGHT_CODE_BLOCK_H

/* A block of code as the content of a <code>. Without line numbers and the like
 * these are the tokens alone; with them each line is an element:
 *
 *     <span class="line" data-n="3">x = 1
 *     </span><mark class="line" data-n="4">y = 2
 *     </mark>
 *
 * A number is an attribute, which the style sheet shows: it is no text, so it
 * is not copied. The text of the result is the text of the block. */

#include "base/memory/buf.h"
#include "highlight/states.h"

struct token_cache;

/* Lines from `first` to `last`, counted from 1. */
struct line_range {
    size_t first;
    size_t last;
};

struct code_block {
    str text;
    const struct language *language; /* NULL: plain */
    struct token_cache *tokens;      /* that it has had; NULL: none are kept */
    bool diff; /* the first character of a line is + - or a space, what
                  follows is of the language */
    bool numbered;
    size_t first; /* the number of the first line */
    str anchors;  /* lines have ids, this and a number; empty: none has */
    const struct line_range *marked; /* lines to stress */
    size_t nmarked;
};

/* The number of lines of a text. */
size_t code_lines(str text);
/* Appends the block. Returns STR_NONE, or the offset in the text from which on
 * it is plain, as the language's patterns took too many steps. */
size_t code_block_html(const struct code_block *block, struct arena *arena,
                       struct buf *out);

#endif
