/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_TOKEN_CACHE_H
#define CRUMB_HIGHLIGHT_TOKEN_CACHE_H

/* The tokens of the code in a text, kept from one rendering of the text to the
 * next: code is lexed again only if it or its language has changed. One thread.
 */

#include "base/memory/buf.h"
#include "highlight/lexer.h"

struct token_cache {
    str last; /* the records of the previous rendering, borrowed; empty for a
                 new text. Damaged records are ignored */
    struct buf now; /* the records of this one; the caller frees it */
    bool indexed;
    struct map by_key; /* of `last` */
};

/* As lexer_run, but of tokens that were kept those without an element are
 * plain, and the number of steps is 0. Give it the same arena each time. cache
 * == NULL: nothing is kept. */
void token_cache_run(struct token_cache *cache, const struct language *language,
                     str text, struct arena *arena, struct lexed *out);

#endif
