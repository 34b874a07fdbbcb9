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

/* Whether the boxes have a point in common. */
static inline bool svg_boxes_meet(struct svg_box a, struct svg_box b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

/* The smallest box around both; without a size, the first one is no box. */
struct svg_box svg_box_around(struct svg_box a, struct svg_box b);

/* A drawing that is being made; zeroed, it is empty. Nothing is filled in it,
 * and lines have the colour of the text. */
struct svg {
    struct buf shapes;
    struct buf grounds; /* over them, of labels: the path of their boxes */
    struct buf labels;
    struct svg_box box; /* around all; its frame */
};

/* Widens the frame to that box, which has a width or a height. */
void svg_reach(struct svg *svg, struct svg_box box);
/* Looks of shapes, as attributes. */
#define SVG_SHADED " fill=\"var(--shade,Canvas)\""
#define SVG_DOTTED " stroke-dasharray=\"2 3\""
#define SVG_DASHED " stroke-dasharray=\"5 4\""
void svg_rect(struct svg *svg, struct svg_box box, int radius,
              const char *look);
/* A label with its middle there. */
void svg_label(struct svg *svg, int x, int y, str label);
/* A label on a line: the line is not seen between its letters, as a dot of
 * 10.0.0.0/31 would be one of a colon. */
void svg_label_on_line(struct svg *svg, int x, int y, str label);
/* Starts and ends a group of labels, which are centred, and appends one. A rim
 * in the page's colour keeps lines off their letters. */
void svg_texts_start(struct buf *out, bool rim);
void svg_text(struct buf *out, int x, int y, str label);
void svg_texts_end(struct buf *out);
/* Appends <div class="drawing KIND"><svg>, and frees the drawing. `title` and
 * `description` are for readers who hear the page. */
void svg_put(struct svg *svg, str kind, str title, str description,
             struct buf *out);
/* Appends the text with references for markup, without control characters and
 * those that XML forbids. */
void svg_escape(str text, struct buf *out);

#endif
