/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_STRAND_H
#define CRUMB_DRAWING_STRAND_H

/* A strand: fibres that come from the right and fray into flour, drawn from a
 * text, so that each post has its own. The same text is the same drawing on
 * every machine: there is no arithmetic in it but that of integers.
 *
 * Its units are those of a box of STRAND_WIDTH × STRAND_HEIGHT. It may be
 * stretched: nothing in it has a shape of its own but lines and points. */

#include "base/memory/buf.h"

enum { STRAND_WIDTH = 240, STRAND_HEIGHT = 80 };

enum { STRAND_FIBRES = 9, STRAND_CRUMBS = 48 };

/* A cubic Bézier curve from the right edge to where the fibre frays. */
struct strand_fibre {
    int x[4];
    int y[4];
};

struct strand_crumb {
    int x;
    int y;
    int size; /* 0 or 1: 1 is a large one */
};

struct strand {
    struct strand_fibre fibres[STRAND_FIBRES];
    size_t nfibres;
    struct strand_crumb crumbs[STRAND_CRUMBS];
    size_t ncrumbs;
};

/* The drawing of a text, usually a slug. */
void strand_draw(str text, struct strand *out);
/* Writes the inside of an <svg viewBox="0 0 240 80">: one <path> for the
 * fibres, then one for the small and one for the large crumbs, which are lines
 * of length 0 and so need round ends. It has no colours and no widths. */
void strand_svg(const struct strand *strand, struct buf *out);

#endif
