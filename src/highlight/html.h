/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_HTML_H
#define CRUMB_HIGHLIGHT_HTML_H

/* Tokens as HTML: <span class="k">if</span>. Names and punctuation that mean
 * nothing special (n, p) have no element: style sheets leave them alone, and
 * they are half of all tokens. The text of the result, without its tags and
 * with its entities read, is the text that was lexed. */

#include "base/memory/buf.h"
#include "highlight/lexer.h"

/* Appends the bytes [from, to) of the text, which `lexed` is of. */
void highlight_html(str text, const struct lexed *lexed, size_t from, size_t to,
                    struct buf *out);

#endif
