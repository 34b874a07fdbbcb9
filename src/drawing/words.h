/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_WORDS_H
#define CRUMB_DRAWING_WORDS_H

/* Words that crumb adds to a drawing: heads of tables, and descriptions for
 * readers who hear it. The code has them in English; a page in another language
 * has its theme's words. Words of the writer stay as they are. */

#include "base/str.h"

struct script;

enum { DRAWING_WORDS = 35 };

/* The words of a language; an empty one is in English. */
struct drawing_words {
    str list[DRAWING_WORDS];
};

/* The name of a word in the files of a theme: "drawing_to". */
str drawing_word_key(size_t i);
/* The word in the language of the page. One that has no name is returned as it
 * is. */
str drawing_word(const struct script *script, str english);
/* A sentence with numbers in place of its {placeholders}, one after the other.
 * Lives in the arena of the script. */
str drawing_sentence(const struct script *script, str english,
                     const size_t *numbers, size_t n);

#endif
