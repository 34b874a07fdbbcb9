/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_LEXER_H
#define CRUMB_HIGHLIGHT_LEXER_H

/* A text of some language, cut into tokens. Every byte of it is in one. */

#include "highlight/language.h"

/* The bytes from the end of the run before it to `end`. Neighbours differ in
 * their tokens, and none starts within a UTF-8 character. */
struct run {
    size_t end;
    uint8_t token;
};

struct lexed {
    VEC(struct run) runs;
    size_t cut;   /* from here on the text is plain, as its matches took too
                     many steps; STR_NONE: they did not */
    size_t steps; /* that the matches were charged */
};

/* The most steps that a text of n bytes may take. */
size_t lexer_most_steps(size_t n);
/* Lexes the text, in time linear in its length. The result lives in the arena.
 * Any number of threads may use one language. */
void lexer_run(const struct language *language, str text, struct arena *arena,
               struct lexed *out);

#endif
