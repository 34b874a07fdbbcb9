/* SPDX-License-Identifier: MIT */
#include "drawing/packet.h"
#include "drawing/drawing.h"
#include "drawing/script.h"
#include "drawing/svg.h"
#include "drawing/words.h"

/* Each row has ROW pixels in height, but a field of many rows has no more than
 * three. A field whose length varies has a row of its own, with a dashed rim.
 */

enum {
    ROW = 40,
    LEFT = 40, /* for the numbers of the rows */
    RULER = 20,
};

struct pen {
    const struct packet *packet;
    struct svg svg;
    VEC(str) key; /* names that have no room, numbered from 1 */
    size_t width;
    int cell;
    int y;
    size_t at; /* of the next field in its row */
};

/* The label in as many lines as fit; false if they don't. */
static bool put_lines(struct pen *pen, struct svg_box box, str label)
{
    enum { MOST_LINES = 6, RIM = 4 };
    str lines[MOST_LINES];
    size_t n = 0;
    str rest = label;
    while (rest.n) {
        size_t end = 0; /* of the longest part that fits */
        for (size_t i = 1; i <= rest.n; i++) {
            if (i < rest.n && rest.p[i] != ' ') {
                continue;
            }
            if (svg_width(str_sub(rest, 0, i)) > box.width - RIM) {
                break;
            }
            end = i;
        }
        if (!end || n == MOST_LINES || (int)(n + 1) * SVG_LINE > box.height) {
            return false;
        }
        lines[n++] = str_sub(rest, 0, end);
        rest = str_trim(str_from_offset(rest, end));
    }
    int y = box.y + box.height / 2 - (int)(n - (n > 0)) * SVG_LINE / 2;
    for (size_t i = 0; i < n; i++) {
        svg_label(&pen->svg, box.x + box.width / 2, y, lines[i]);
        y += SVG_LINE;
    }
    return true;
}

static void put_label(struct pen *pen, struct svg_box box, str label)
{
    if (put_lines(pen, box, label)) {
        return;
    }
    if (svg_width(label) <= box.height - 4 && box.width >= SVG_LINE) {
        buf_printf(&pen->svg.labels,
                   "<g transform=\"translate(%d %d) rotate(-90)\">",
                   box.x + box.width / 2, box.y + box.height / 2);
        svg_text(&pen->svg.labels, 0, 0, label);
        buf_put(&pen->svg.labels, STR("</g>"));
        return;
    }
    struct arena *arena = pen->packet->arena;
    *VEC_PUSH(&pen->key, arena) = label;
    svg_label(&pen->svg, box.x + box.width / 2, box.y + box.height / 2,
              arena_printf(arena, "%zu", pen->key.n));
}

static void put_number(struct pen *pen, int x, int y, size_t from, size_t total)
{
    size_t n = pen->packet->descending ? total - 1 - from : from;
    buf_put(&pen->svg.labels, STR("<g opacity=\".7\">"));
    svg_label(&pen->svg, x, y, arena_printf(pen->packet->arena, "%zu", n));
    buf_put(&pen->svg.labels, STR("</g>"));
}

static struct svg_box put_box(struct pen *pen, size_t n, int rows,
                              const char *look)
{
    struct svg_box box = {LEFT + (int)pen->at * pen->cell, pen->y,
                          (int)n * pen->cell, rows * ROW};
    svg_rect(&pen->svg, box, 0, look);
    pen->at = (pen->at + n) % pen->width;
    pen->y += pen->at ? 0 : rows * ROW;
    return box;
}

static void finish_row(struct pen *pen)
{
    pen->y += pen->at ? ROW : 0;
    pen->at = 0;
}

/* A box for each row that the field is in, but one for all rows that it fills.
 * Its name is in the largest, the others have an ellipsis. */
static void put_field(struct pen *pen, const struct header *header,
                      const struct field *field)
{
    struct svg_box largest = {0};
    size_t from = field->from;
    size_t n = field->n;
    if (field->kind == FIELD_VARIABLE) {
        finish_row(pen);
        largest = put_box(pen, pen->width, 1, SVG_DASHED);
    }
    while (n) {
        size_t rows = pen->at ? 0 : n / pen->width;
        size_t most = pen->width - pen->at;
        size_t part = rows ? pen->width : n < most ? n : most;
        if (!pen->at && header->total > pen->width) {
            put_number(pen, LEFT / 2, pen->y + ROW / 2, from, header->total);
        }
        int high = rows > 3 ? 3 : rows ? (int)rows : 1;
        struct svg_box box = put_box(pen, part, high, "");
        struct svg_box smaller = box;
        if (box.width * box.height > largest.width * largest.height) {
            smaller = largest;
            largest = box;
        }
        if (smaller.width) {
            put_lines(pen, smaller, STR("…"));
        }
        part = rows ? rows * pen->width : part;
        from += part;
        n -= part;
    }
    put_label(pen, largest, field->name);
}

static void put_ruler(struct pen *pen)
{
    bool every = pen->cell >= SVG_LINE + 4; /* place for two digits */
    for (size_t i = 0; i < pen->width; i++) {
        if (!every && i % 8 && i + 1 < pen->width) {
            continue;
        }
        put_number(pen, LEFT + (int)i * pen->cell + pen->cell / 2,
                   pen->y + RULER / 2, i, pen->width);
    }
    pen->y += RULER;
}

static void put_headers(struct pen *pen)
{
    const struct packet *packet = pen->packet;
    int middle = LEFT + (int)pen->width * pen->cell / 2;
    pen->y = 2;
    for (size_t i = 0; i < packet->headers.n; i++) {
        const struct header *header = &packet->headers.p[i];
        if (header->title.n) {
            svg_label(&pen->svg, middle, pen->y + RULER / 2, header->title);
            pen->y += RULER;
        }
        if (!i) {
            put_ruler(pen);
        }
        for (size_t k = 0; k < header->fields.n; k++) {
            put_field(pen, header, &header->fields.p[k]);
        }
        finish_row(pen);
        pen->y += 8;
    }
    for (size_t i = 0; i < pen->key.n; i++) {
        str label = pen->key.p[i];
        svg_label(
            &pen->svg, middle, pen->y + SVG_LINE / 2,
            arena_printf(packet->arena, "%zu: %.*s", i + 1, STR_ARG(label)));
        pen->y += SVG_LINE;
    }
}

static str describe(const struct packet *packet)
{
    struct buf text = {0};
    for (size_t i = 0; i < packet->headers.n; i++) {
        const struct header *header = &packet->headers.p[i];
        for (size_t k = 0; k < header->fields.n; k++) {
            const struct field *field = &header->fields.p[k];
            size_t last = field->from + field->n - 1;
            bool down = packet->descending;
            buf_printf(&text, "%s%.*s", text.n ? "; " : "",
                       STR_ARG(field->name));
            if (field->kind != FIELD_VARIABLE) {
                const size_t ends[] = {down ? header->total - 1 - field->from
                                            : field->from,
                                       down ? header->total - 1 - last : last};
                str sentence =
                    str_eq(str_from(packet_unit(packet)), STR("bits"))
                        ? STR("bits {first} to {last}")
                        : STR("bytes {first} to {last}");
                buf_put(&text, STR(", "));
                buf_put(&text,
                        drawing_sentence(packet->script, sentence, ends, 2));
            }
        }
    }
    return buf_move(&text, packet->arena);
}

static str name_of(const struct packet *packet)
{
    struct buf name = {0};
    for (size_t i = 0; i < packet->headers.n; i++) {
        str title = packet->headers.p[i].title;
        if (title.n) {
            buf_put(&name, name.n ? STR(", ") : STR(""));
            buf_put(&name, title);
        }
    }
    return name.n ? buf_move(&name, packet->arena)
                  : drawing_word(packet->script, STR("A packet"));
}

static void draw(const struct packet *packet, str title, struct buf *out)
{
    struct pen pen = {.packet = packet,
                      .svg.box = {0, 0, LEFT, RULER}, /* as in all packets */
                      .width = packet->width};
    size_t longest = 1;
    for (size_t i = 0; i < packet->headers.n; i++) {
        size_t total = packet->headers.p[i].total;
        longest = total > longest ? total : longest;
    }
    if (!pen.width) {
        size_t usual = packet->bytes ? 8 : 32;
        pen.width = longest < usual ? longest : usual;
    }
    pen.cell = 528 / (int)pen.width;
    pen.cell = pen.cell < SVG_LINE ? SVG_LINE : pen.cell > 66 ? 66 : pen.cell;
    put_headers(&pen);
    svg_put(&pen.svg, STR("packet"), title.n ? title : name_of(packet),
            describe(packet), out);
}

bool packet_draw(const struct drawing *drawing, struct script *script,
                 struct buf *out)
{
    struct packet packet = {.script = script, .arena = script->arena};
    if (!packet_read(&packet)) {
        return false;
    }
    draw(&packet, drawing->title, out);
    return true;
}
