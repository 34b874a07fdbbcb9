/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_LINE_H
#define CRUMB_SECRETS_LINE_H

/* A line of a configuration, of code or of prose as words. */

#include "base/str.h"

enum {
    LINE_WORDS = 256,
    LINE_PIECE = 1024, /* of a long line that is looked at together */
};

struct line_word {
    str text; /* without quotes and what ends a statement */
    char sep; /* before it: ' ', or one of '=', ':' and '>' (the end of a tag)
                 after the word before */
    bool spaced; /* there are blanks around that sign */
    bool quoted;
};

struct line {
    str text;
    struct line_word words[LINE_WORDS];
    size_t n;
    size_t start; /* the first word of the command: prompts, marks of diffs and
                     of lists are before it */
    bool comment;
    bool quoted; /* it is a text in quotes */
};

/* The first word of the command; empty: there is none, as after "+" of a diff.
 */
static inline str line_command(const struct line *line)
{
    return line->start < line->n ? line->words[line->start].text : STR("");
}

/* The start of the line around the place, or of a piece of it. */
size_t line_start(str text, size_t at);
/* The end of the line around the place; after a backslash, it goes on in the
 * next one. */
size_t line_end(str text, size_t at);
/* Cuts the text, which is borrowed. Returns the offset after the last word
 * that had room. */
size_t line_cut(str text, struct line *line);
/* Whether the place is after one of the words, perhaps with characters of
 * `skip` between them. Words in lower case match any case; ^ is the start of a
 * line, and a number after a word what the place begins with. */
bool follows_word(str text, size_t at, const char *skip, str words);

#endif
