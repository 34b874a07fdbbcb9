/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_TOKENS_TEXT_H
#define CRUMB_TESTS_UNIT_TOKENS_TEXT_H

/* Tokens as the cases of tests/highlight/ have them: the text itself, with each
 * token between « and », its name in front: «k if» «n x»«p :». */

#include "base/memory/buf.h"
#include "highlight/lexer.h"
#include "highlight/tokens.h"

static inline void tokens_text(str text, const struct lexed *lexed,
                               struct buf *out)
{
    size_t from = 0;
    for (size_t i = 0; i < lexed->runs.n; i++) {
        const struct run *run = &lexed->runs.p[i];
        str part = str_sub(text, from, run->end - from);
        if (run->token == TOKEN_PLAIN) {
            buf_put(out, part);
        } else {
            buf_printf(out, "«%.*s %.*s»",
                       STR_ARG(token_names[run->token].name), STR_ARG(part));
        }
        from = run->end;
    }
}

#endif
