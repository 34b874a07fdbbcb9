/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_SVG_H
#define CRUMB_DRAWING_SVG_H

/* Pieces of SVG, in pixels. Letters have 12 of them, and a label needs
 * SVG_LINE in height. */

#include "base/memory/buf.h"

enum { SVG_LETTERS = 12, SVG_LINE = 16 };

struct svg_box {
    int x, y, width, height;
};

/* An upper bound of a label's width. There is no font in it: it adds up the
 * advance widths of DejaVu Sans, the widest font of the theme's and of most
 * systems' lists; other scripts count as the widest of their letters do, and
 * wide characters as one and a tenth of the size. So what a browser shows in
 * any of these fonts is never wider. */
int svg_width(str label);

/* Starts <div class="drawing KIND"><svg>; nothing is filled in it, and lines
 * have the colour of the text. `title` and `description` are for readers who
 * hear the page. */
void svg_start(struct buf *out, str kind, int width, int height, str title,
               str description);
void svg_end(struct buf *out);
/* Starts and ends a group of labels, which are centred. A rim in the page's
 * colour keeps lines off their letters. */
void svg_labels_start(struct buf *out, bool rim);
void svg_labels_end(struct buf *out);
/* A label with its middle there. */
void svg_label(struct buf *out, int x, int y, str label);
void svg_box(struct buf *out, struct svg_box box, int radius);
/* Appends the text with references for markup, without control characters and
 * those that XML forbids. */
void svg_escape(str text, struct buf *out);

#endif
