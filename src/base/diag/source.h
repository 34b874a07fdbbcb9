/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_DIAG_SOURCE_H
#define CRUMB_BASE_DIAG_SOURCE_H

/* A text that an author wrote, and places in it. Spans are byte offsets; line
 * and column are computed only for a report. A source is immutable. It and its
 * text must outlive all spans into it. */

#include "base/memory/arena.h"

struct source_lines;

struct source {
    str name; /* in messages: content/networking/evpn.md */
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
    str text;        /* the line, without its line break; of a long one, the
                      * first 4096 bytes from the place on are the last */
    uint32_t off;    /* of the place in `text`, in bytes */
};

span span_of(const struct source *source, size_t off, size_t len);
/* The span of s, which must be a slice of source->text. */
span span_of_str(const struct source *source, str s);
str span_text(span at);
/* Indexes the lines of a long text, so that source_position is fast even for
 * many diagnostics in one file. Call it after source->text is set. */
void source_index(struct source *source, struct arena *arena);
struct position source_position(const struct source *source, size_t off);

#endif
