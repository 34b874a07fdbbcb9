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

struct svg_box svg_box_around(struct svg_box a, struct svg_box b)
{
    if (!a.width && !a.height) {
        return b;
    }
    int right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    int bottom =
        a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    int x = a.x < b.x ? a.x : b.x;
    int y = a.y < b.y ? a.y : b.y;
    return (struct svg_box){x, y, right - x, bottom - y};
}

void svg_reach(struct svg *svg, struct svg_box box)
{
    svg->box = svg_box_around(svg->box, box);
}

void svg_rect(struct svg *svg, struct svg_box box, int radius, const char *look)
{
    svg_reach(svg, box);
    buf_printf(&svg->shapes,
               "<rect%s x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", look,
               box.x, box.y, box.width, box.height);
    if (radius) {
        buf_printf(&svg->shapes, " rx=\"%d\"", radius);
    }
    buf_put(&svg->shapes, STR("/>"));
}

void svg_label(struct svg *svg, int x, int y, str label)
{
    int width = svg_width(label);
    svg_reach(svg, (struct svg_box){x - width / 2, y - SVG_LINE / 2, width,
                                    SVG_LINE});
    svg_text(&svg->labels, x, y, label);
}

/* Of most fonts, letters have at least 7/8 of the bound. In wider ones, the
 * rims of the outer letters are beside the ground. */
void svg_label_on_line(struct svg *svg, int x, int y, str label)
{
    enum { HEIGHT = 14 };
    int half = svg_width(label) * 7 / 16;
    buf_printf(&svg->grounds, "M%d %dh%dv%dh%dz", x - half, y - HEIGHT / 2,
               2 * half, HEIGHT, -2 * half);
    svg_label(svg, x, y, label);
}

void svg_texts_start(struct buf *out, bool rim)
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

void svg_text(struct buf *out, int x, int y, str label)
{
    buf_printf(out, "<text x=\"%d\" y=\"%d\">", x, y + SVG_LETTERS / 3);
    svg_escape(label, out);
    buf_put(out, STR("</text>"));
}

void svg_texts_end(struct buf *out)
{
    buf_put(out, STR("</g>"));
}

void svg_put(struct svg *svg, str kind, str title, str description,
             struct buf *out)
{
    enum { MARGIN = 4 };
    int width = svg->box.width + 2 * MARGIN;
    int height = svg->box.height + 2 * MARGIN;
    buf_printf(out,
               "<div class=\"drawing %.*s\"><svg viewBox=\"%d %d %d %d\" "
               "width=\"%d\" height=\"%d\" role=\"img\" fill=\"none\" "
               "stroke=\"currentColor\"><title>",
               STR_ARG(kind), svg->box.x - MARGIN, svg->box.y - MARGIN, width,
               height, width, height);
    svg_escape(title, out);
    buf_put(out, STR("</title>"));
    if (description.n) {
        buf_put(out, STR("<desc>"));
        svg_escape(description, out);
        buf_put(out, STR("</desc>"));
    }
    buf_put(out, buf_str(&svg->shapes));
    if (svg->grounds.n) {
        buf_printf(out,
                   "<path fill=\"var(--paper,Canvas)\" stroke=\"none\" "
                   "d=\"%.*s\"/>",
                   STR_ARG(buf_str(&svg->grounds)));
    }
    if (svg->labels.n) {
        svg_texts_start(out, true);
        buf_put(out, buf_str(&svg->labels));
        svg_texts_end(out);
    }
    buf_put(out, STR("</svg></div>\n"));
    buf_free(&svg->shapes);
    buf_free(&svg->grounds);
    buf_free(&svg->labels);
}
