/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_DRAWING_H
#define CRUMB_DRAWING_DRAWING_H

/* Drawings made of text, for notes on networks:
 *
 *   ascii      a drawing of characters; ascii.c
 *   packet     a header as a box of fields; packet.h, packets.txt
 *   sequence   messages between hosts; sequence.c
 *   subnet     questions about networks, answered by tables; subnet.c
 *   topology   nodes, links and groups; topology.h
 *
 *   script.c   the lines of such a text, and the mistakes in them
 *   words.h    words that crumb adds, in the page's language
 *   svg.c      pieces of SVG, and the widths of labels
 *   strand.h   a drawing of another kind, for the theme
 *
 * The room knows nothing of blogs and of Markdown.
 *
 * A drawing is a <div class="drawing KIND"> with inline SVG, or a table. It has
 * no ids, no script and no styles, so that any number of them fit on a page,
 * and a strict Content-Security-Policy allows them. Lines and letters have the
 * colour of the text around them; boxes have that of the page, by the theme's
 * property --paper, or else the browser's own. Its <title> and <desc> say in
 * words what it shows: of a topology, all links.
 *
 * Labels are measured without a font: see svg_width(). The same text is the
 * same drawing on every machine. Time is linear in the text, or bounded by a
 * limit that is a mistake to exceed. */

#include "base/diag/diag.h"

struct buf;
struct drawing_words;

struct drawing {
    str kind;                    /* one of those above */
    const struct source *source; /* the text */
    const str *options; /* lines in front of it, from the line of the fence */
    size_t noptions;
    str title; /* its name for readers who hear it; empty: made of the text */
    const struct drawing_words *words; /* of the page's language; NULL: English
                                        */
};

/* Whether there are drawings of that kind. */
bool drawing_is_kind(str kind);

/* Appends the drawing. Returns false after reporting mistakes (`drawing`) at
 * their places in the source, or if characters have no lines; a mistake in an
 * option has no place. If the first
 * line is one, nothing else is reported: the text may be meant for another
 * program. */
bool drawing_make(const struct drawing *drawing, struct arena *arena,
                  struct diags *diags, struct buf *out);

#endif
