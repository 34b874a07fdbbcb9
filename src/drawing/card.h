/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_CARD_H
#define CRUMB_DRAWING_CARD_H

/* Cards: the picture that other programs show with a link to a post, as PNG of
 * CARD_WIDTH × CARD_HEIGHT. A strand, below it the title and the site's name,
 * drawn by FreeType. Its text is set from left to right, without ligatures: a
 * title with a letter that the font lacks, or of a script that needs more than
 * that, leaves the strand alone. The same card, font and FreeType make the same
 * bytes. Any thread. */

#include "base/diag/diag.h"
#include "base/memory/buf.h"
#include "drawing/card_ink.h"

struct card {
    str title;
    str name;        /* of the site; it is cut where it is too long */
    str strand;      /* the text that the strand is drawn from */
    uint32_t paper;  /* colours: 0xRRGGBB */
    uint32_t ink;    /* of the texts */
    uint32_t colour; /* of the strand */
};

/* Returns the path of the first font that this machine has among those of known
 * packages; empty: it has none. */
str card_font(void);
/* Reads a card: JSON with the fields above, colours as "#rrggbb". Fields that
 * are missing stay. Returns false after reporting that it is not JSON. */
bool card_read(str text, struct arena *arena, struct diags *diags,
               struct card *out);
/* Appends the PNG. A font that can't be read leaves the strand alone. Returns
 * false: card_can_draw is false, or there is no memory. */
bool card_draw(const struct card *card, str font, struct arena *arena,
               struct buf *out);

#endif
