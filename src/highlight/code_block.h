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

struct lexed;
struct token_cache;

/* Lines from `first` to `last`, counted from 1. */
struct line_range {
    size_t first;
    size_t last;
};

struct code_block {
    str text;
    const struct language *language; /* NULL: plain */
    struct token_cache *tokens;      /* NULL: none are kept */
    bool diff; /* lines start with + - or a space, before the code */
    bool numbered;
    size_t first; /* the number of the first line */
    str anchors;  /* lines have this and their number as ids; empty: no ids */
    const struct line_range *marked; /* highlighted lines, by `first` */
    size_t nmarked;
};

/* The number of lines of a text. */
size_t code_lines(str text);
/* Appends the block. Returns the offset from which on its code (of a diff:
 * without the signs) is plain, as the language's patterns took too many steps;
 * else STR_NONE. */
size_t code_block_html(const struct code_block *block, struct arena *arena,
                       struct buf *out);

/* Appends the bytes [from, to) of a text that was lexed, with its tokens as
 * <span class="k">if</span>. Names and punctuation without a special meaning
 * (n, p) are half of all tokens and have no element: style sheets leave them
 * alone. The text of the result is the text. */
void highlight_html(str text, const struct lexed *lexed, size_t from, size_t to,
                    struct buf *out);

#endif
