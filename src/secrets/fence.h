/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_FENCE_H
#define CRUMB_SECRETS_FENCE_H

/* Which parts of a Markdown text are code, and in which of them the writer
 * allows secrets. Places must be asked in ascending order of their lines. */

#include "base/str.h"

struct fence {
    str text;
    size_t line; /* the first line that was not looked at */
    size_t open; /* the length of the fence around it; 0: none */
    char mark;   /* ` or ~; of front matter, - or + */
    bool allow;
    size_t indent; /* the column of the text of the list's item around it */
};

/* Moves to the line that begins at `line`. */
void fence_move(struct fence *fence, size_t line);
/* Whether the place, on the line that fence_move was called for, is code. */
bool fence_is_code(const struct fence *fence, size_t at);
/* Whether the line of the place, or the one above it, has SECRET_ALLOW. */
bool allowed_on_line(str text, size_t at);

#endif
