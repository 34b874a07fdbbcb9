/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_CARD_INK_H
#define CRUMB_DRAWING_CARD_INK_H

/* How much of each pixel of a card is covered by lines and letters: FreeType's
 * part of a card. */

#include "base/memory/arena.h"
#include "drawing/strand.h"

enum { CARD_WIDTH = 1200, CARD_HEIGHT = 630 };

/* Whether crumb was built with FreeType, and this machine has it. */
bool card_can_draw(void);
/* Returns a text for all that the bytes of a card depend on and that is not on
 * it: FreeType's version, and the font's path, size and time. */
str card_identity(str font, struct arena *arena);

/* Rows from the top; 255 is covered. */
struct card_plane {
    uint8_t cover[CARD_HEIGHT][CARD_WIDTH];
};

struct card_box {
    int left;
    int top;
    int width;
    int height;
};

/* A text in a font, in the font's own units. */
struct card_text {
    uint32_t *letters;
    uint32_t *glyphs;
    int64_t *advances; /* with the kerning to the next letter */
    size_t n;
};

struct card_ink;

/* NULL: there is no FreeType. */
struct card_ink *card_ink_new(str font, struct arena *arena);
/* NULL is ignored. */
void card_ink_free(struct card_ink *ink);
/* The number of the font's units in its size; 0: there is no font. */
int64_t card_ink_units(const struct card_ink *ink);
/* Returns false: the font lacks one of its letters, or the text can't be set
 * one letter after the other. */
bool card_ink_text(struct card_ink *ink, str text, struct arena *arena,
                   struct card_text *out);
/* A line: letters [from, to) of a text. */
struct card_line {
    const struct card_text *text;
    size_t from;
    size_t to;
    int size; /* in pixels, as are those below */
    int left;
    int baseline;
};

void card_ink_line(struct card_ink *ink, const struct card_line *line,
                   struct card_plane *plane);
void card_ink_strand(struct card_ink *ink, const struct strand *strand,
                     struct card_box box, struct card_plane *plane);

#endif
