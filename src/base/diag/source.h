/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_DIAG_SOURCE_H
#define CRUMB_BASE_DIAG_SOURCE_H

/* A text that somebody wrote, and places in it. Spans are byte offsets; line
 * and column are worked out only when something is reported. A source is
 * immutable; it and its text outlive every span into it. */

#include "base/arena.h"

struct source_lines;

struct source {
    str name; /* as users know it: content/networking/evpn.md */
    str text; /* p == NULL: a file without a readable text */
    const struct source_lines *lines; /* see source_index; NULL: none */
};

typedef struct span {
    const struct source *source; /* NULL: no place is known */
    uint32_t off;
    uint32_t len;
} span;

struct position {
    uint32_t line;   /* from 1 */
    uint32_t column; /* from 1, in characters */
    str text;        /* the line, without its line break */
    uint32_t off;    /* of the place in `text`, in bytes */
};

span span_of(const struct source *source, size_t off, size_t len);
/* The slice of source->text, which contains s, as a span. */
span span_of_str(const struct source *source, str s);
str span_text(span at);
/* Counts the lines of a long text, so that each place in it is found in the
 * same time: much may be said of one file. Call it once the text is there. */
void source_index(struct source *source, struct arena *arena);
struct position source_position(const struct source *source, size_t off);

#endif
