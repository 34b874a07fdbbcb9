/* SPDX-License-Identifier: MIT */
#include "drawing/svg.h"

#include "base/utf8.h"
#include "text/html_escape.h"
#include "text/xml_chars.h"

/* Advance widths of DejaVu Sans from ' ' to '~', in hundredths of its size. */
static const unsigned char widths[] = {
    32,  41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34,
    64,  64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 54,
    100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61,  79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50,
    50,  62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62,
    64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84};

int svg_width(str label)
{
    size_t sum = 0;
    for (size_t i = 0; i < label.n;) {
        size_t from = i;
        uint32_t c = utf8_next(label, &i);
        if (c >= ' ' && c <= '~') {
            sum += widths[c - ' '];
        } else {
            sum += utf8_width(str_sub(label, from, i - from)) ? 110 : 0;
        }
    }
    return (int)((sum * SVG_LETTERS + 99) / 100);
}

void svg_escape(str text, struct buf *out)
{
    size_t from = 0;
    for (size_t i = 0; i < text.n;) {
        size_t at = i;
        uint32_t c = utf8_next(text, &i);
        if (c < ' ' || c == 127 || !xml_is_char(c)) {
            html_escape(str_sub(text, from, at - from), out);
            from = i;
        }
    }
    html_escape(str_from_offset(text, from), out);
}

void svg_start(struct buf *out, str kind, int width, int height, str title,
               str description)
{
    buf_printf(out,
               "<div class=\"drawing %.*s\"><svg viewBox=\"0 0 %d %d\" "
               "width=\"%d\" height=\"%d\" role=\"img\" fill=\"none\" "
               "stroke=\"currentColor\"><title>",
               STR_ARG(kind), width, height, width, height);
    svg_escape(title, out);
    buf_put(out, STR("</title>"));
    if (description.n) {
        buf_put(out, STR("<desc>"));
        svg_escape(description, out);
        buf_put(out, STR("</desc>"));
    }
}

void svg_end(struct buf *out)
{
    buf_put(out, STR("</svg></div>\n"));
}

void svg_labels_start(struct buf *out, bool rim)
{
    buf_printf(out,
               "<g fill=\"currentColor\" stroke=\"%s\" "
               "font-family=\"var(--sans,sans-serif)\" "
               "font-size=\"%d\" text-anchor=\"middle\">",
               rim ? "var(--paper,Canvas)\" stroke-width=\"4\" "
                     "stroke-linejoin=\"round\" paint-order=\"stroke"
                   : "none",
               SVG_LETTERS);
}

void svg_labels_end(struct buf *out)
{
    buf_put(out, STR("</g>"));
}

void svg_label(struct buf *out, int x, int y, str label)
{
    buf_printf(out, "<text x=\"%d\" y=\"%d\">", x, y + SVG_LETTERS / 3);
    svg_escape(label, out);
    buf_put(out, STR("</text>"));
}

void svg_box(struct buf *out, struct svg_box box, int radius)
{
    buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", box.x,
               box.y, box.width, box.height);
    if (radius) {
        buf_printf(out, " rx=\"%d\"", radius);
    }
    buf_put(out, STR("/>"));
}
