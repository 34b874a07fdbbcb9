/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_FENCE_H
#define CRUMB_SECRETS_FENCE_H

/* Which parts of a Markdown text are code, and in which of them the writer
 * allows secrets. */

#include "secrets/secrets.h"

struct fence {
    str text;
    enum secret_text kind;
    size_t line; /* the first line that was not looked at */
    size_t open; /* the length of the fence around it; 0: none */
    char mark;   /* ` or ~; of front matter, - or + */
    bool allow;
    size_t indent; /* the column of the text of the list's item around it */
};

/* Whether the place is code; in SECRET_TEXT_CODE, all places are. Ask in
 * ascending order of the lines. */
bool fence_is_code(struct fence *fence, size_t at);
/* Whether the line of the place, or the one above it, has SECRET_ALLOW. */
bool allowed_on_line(str text, size_t at);

#endif
