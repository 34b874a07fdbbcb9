/* SPDX-License-Identifier: MIT */
#include "base/builtin.h"
#include "drawing/drawing.h"
#include "drawing/kinds.h"
#include "drawing/packets.h"
#include "drawing/script.h"
#include "drawing/svg.h"

/* A header as rows of bits. A line is a field, a setting, the name of a packet
 * of packets.txt, or the start of one more header:
 *
 *     4: Version            that many bits
 *     +4: Version           the same
 *     0-3: Version          from bit to bit; then `4: Flag` is one bit
 *     Version (4) = 6       as RFC 9000 has it; (0..160), (..) and (i) vary
 *     bytes                 all numbers count bytes
 *     width 16              that many in a row, not 32 bits or 8 bytes
 *     descending            the first bit has the highest number
 *     ipv4                  the fields of an IPv4 header
 *     Long Header Packet {  the title of what follows
 *
 * Each row has ROW pixels in height, but a field of many rows has no more than
 * three. A field whose length varies has a row of its own, with a dashed rim.
 */

enum {
    MOST_FIELDS = 500,
    MOST_BITS = 65536, /* of a field */
    MOST_WIDTH = 64,
    ROW = 40,
    LEFT = 40, /* for the numbers of the rows */
    RULER = 20,
};

enum field_kind {
    FIELD_NUMBER, /* a length or, beside ranges, a place */
    FIELD_LENGTH,
    FIELD_RANGE,
    FIELD_VARIABLE,
};

struct field {
    enum field_kind kind;
    str name;
    str at;      /* its numbers in the line, for mistakes */
    size_t from; /* as written, then as placed */
    size_t n;
};

/* One header: its fields, and what it is called. */
struct header {
    str title;
    VEC(struct field) fields;
    size_t total; /* the bits of fields that do not vary */
};

struct packet {
    struct script *script;
    struct arena *arena;
    VEC(struct header) headers;
    size_t fields;
    size_t width; /* 0: not given */
    bool bytes;
    bool descending;
};

/* --- reading --- */

static struct header *last_header(struct packet *packet)
{
    if (!packet->headers.n) {
        *VEC_PUSH(&packet->headers, packet->arena) = (struct header){0};
    }
    return &packet->headers.p[packet->headers.n - 1];
}

static void start_header(struct packet *packet, str title)
{
    if (last_header(packet)->fields.n) {
        *VEC_PUSH(&packet->headers, packet->arena) = (struct header){0};
    }
    last_header(packet)->title = title;
}

static const char *unit(const struct packet *packet)
{
    return packet->bytes ? "bytes" : "bits";
}

/* Adds a field, unless its length is none. */
static void add_field(struct packet *packet, struct field field)
{
    size_t first = field.from < field.n ? field.from : field.n;
    size_t past = field.from < field.n ? field.n : field.from;
    if (field.kind == FIELD_RANGE) {
        if ((field.from > field.n) != packet->descending &&
            field.from != field.n) {
            diag_hint(script_mistake(packet->script, field.at,
                                     "a range turned round"),
                      packet->descending
                          ? "write %zu-%zu"
                          : "write %zu-%zu, or \"descending\" on a line before",
                      packet->descending ? past : first,
                      packet->descending ? first : past);
            return;
        }
        field.from = first;
        field.n = past - first + 1;
    }
    bool places = field.kind == FIELD_NUMBER; /* 0 may be one */
    if ((!field.n && !places && field.kind != FIELD_VARIABLE) ||
        field.n > MOST_BITS || field.from > MOST_BITS) {
        diag_hint(script_mistake(packet->script, field.at,
                                 "a field can't be as long as \"%.*s\"",
                                 STR_ARG(field.at)),
                  "1 to %d %s", MOST_BITS, unit(packet));
        return;
    }
    if (packet->fields++ == MOST_FIELDS) {
        script_mistake(packet->script, field.at,
                       "a packet has %d fields at the most", MOST_FIELDS);
        return;
    }
    *VEC_PUSH(&last_header(packet)->fields, packet->arena) = field;
}

/* "8: name", "+8: name", "0-7: name" */
static bool read_numbered(struct packet *packet, str line)
{
    struct field field = {.kind = FIELD_NUMBER};
    size_t colon = str_find_char(line, ':');
    str at = str_trim(str_sub(line, 0, colon == STR_NONE ? 0 : colon));
    str rest = str_from_offset(at, str_at(at, 0) == '+');
    if (!is_digit(str_at(rest, 0))) {
        return false;
    }
    field.kind = rest.p == at.p ? FIELD_NUMBER : FIELD_LENGTH;
    field.n = str_take_number(&rest, MOST_BITS);
    if (str_at(rest, 0) == '-' && field.kind == FIELD_NUMBER) {
        rest = str_from_offset(rest, 1);
        field.kind = FIELD_RANGE;
        field.from = field.n;
        if (!is_digit(str_at(rest, 0))) {
            return false;
        }
        field.n = str_take_number(&rest, MOST_BITS);
    }
    field.at = at;
    line = str_trim(str_from_offset(line, colon + 1));
    field.name = str_at(line, 0) == '"' ? script_word(&line) : line;
    if (!rest.n) {
        add_field(packet, field);
    }
    return !rest.n;
}

/* "Name (8)", "Name (0..160)", "Name (..)", "Name (i)", with "= value" or
 * "..." behind it. */
static bool read_parenthesis(struct packet *packet, str line)
{
    size_t open = str_rfind_char(line, '(');
    size_t close = str_rfind_char(line, ')');
    if (open == STR_NONE || close == STR_NONE || close < open) {
        return false;
    }
    struct field field = {.kind = FIELD_LENGTH,
                          .at = str_sub(line, open + 1, close - open - 1)};
    str rest = field.at;
    str behind = str_trim(str_from_offset(line, close + 1));
    if (str_ends(behind, STR(","))) {
        behind = str_trim(str_sub(behind, 0, behind.n - 1));
    }
    field.name = str_trim(str_sub(line, 0, open));
    field.n = str_take_number(&rest, MOST_BITS);
    if (rest.n) {
        field.kind = FIELD_VARIABLE;
        field.n = 0;
        if (!str_starts(rest, STR("..")) && !str_eq(rest, STR("i"))) {
            return false;
        }
        behind = arena_printf(packet->arena, "(%.*s) %.*s", STR_ARG(field.at),
                              STR_ARG(behind));
    }
    field.name = behind.n ? arena_printf(packet->arena, "%.*s %.*s",
                                         STR_ARG(field.name), STR_ARG(behind))
                          : field.name;
    add_field(packet, field);
    return true;
}

static void read_line(struct packet *packet, str line);

/* A packet of packets.txt: its lines follow one that is its name in brackets
 * and its title. */
static bool read_ready(struct packet *packet, str name)
{
    str rest = packets_files[0].bytes;
    str line;
    bool found = false;
    while (str_split(&rest, '\n', &line)) {
        if (str_at(line, 0) == '[') {
            size_t end = str_find_char_from(line, 0, ']');
            if (found) {
                return true;
            }
            found = str_eq_nocase(str_sub(line, 1, end - 1), name);
            if (found) {
                start_header(packet, str_trim(str_from_offset(line, end + 1)));
            }
        } else if (found && line.n && line.p[0] != '#') {
            read_line(packet, line);
        }
    }
    return found;
}

static bool read_width(struct packet *packet, str line)
{
    if (!script_take(&line, STR("width")) || !is_digit(str_at(line, 0))) {
        return false;
    }
    str digits = line;
    packet->width = str_take_number(&digits, MOST_WIDTH);
    if (digits.n || !packet->width || packet->width > MOST_WIDTH) {
        diag_hint(script_mistake(packet->script, line,
                                 "a row can't have that width: \"%.*s\"",
                                 STR_ARG(line)),
                  "1 to %d", MOST_WIDTH);
        packet->width = 1;
    }
    return true;
}

static void read_line(struct packet *packet, str line)
{
    if (str_eq_nocase(line, STR("bytes")) || str_eq_nocase(line, STR("bits"))) {
        packet->bytes = line.n == 5;
    } else if (str_eq_nocase(line, STR("descending"))) {
        packet->descending = true;
    } else if (str_eq(line, STR("}"))) {
        /* The end of a header: the next one says where it starts. */
    } else if (str_ends(line, STR("{"))) {
        start_header(packet, str_trim(str_sub(line, 0, line.n - 1)));
    } else if (!read_width(packet, line) && !read_numbered(packet, line) &&
               !read_parenthesis(packet, line) && !read_ready(packet, line)) {
        diag_hint(script_mistake(packet->script, line, "not a field: \"%.*s\"",
                                 STR_ARG(line)),
                  "write \"8: its name\", \"0-7: its name\", or the name of a "
                  "packet: ipv4, tcp, udp…");
    }
}

/* --- places --- */

static bool has_ranges(const struct header *header)
{
    for (size_t i = 0; i < header->fields.n; i++) {
        if (header->fields.p[i].kind == FIELD_RANGE) {
            return true;
        }
    }
    return false;
}

/* The field begins elsewhere than at `next`, the bit that follows. */
static void report_place(struct packet *packet, const struct field *field,
                         size_t next)
{
    bool down = packet->descending;
    size_t past = field->from + field->n;
    struct diag *diag = script_mistake(
        packet->script, field->at, "%s %zu is where \"%.*s\" should start",
        packet->bytes ? "byte" : "bit", next, STR_ARG(field->name));
    if (down ? past <= next : field->from > next) {
        diag_hint(diag, "or a field before it: \"%zu-%zu: reserved\"", next,
                  down ? past : field->from - 1);
    } else {
        diag_hint(diag, "two fields are at one place");
    }
}

/* Places of fields that have none, from 0 on; false after a mistake in those
 * that have one. Descending ones are turned round. */
static bool place_fields(struct packet *packet, struct header *header)
{
    bool ranges = has_ranges(header);
    size_t highest = 0;
    for (size_t i = 0; i < header->fields.n; i++) {
        struct field *field = &header->fields.p[i];
        if (field->kind == FIELD_NUMBER && ranges) {
            field->from = field->n;
            field->n = 1;
            field->kind = FIELD_RANGE;
        }
        if (field->kind == FIELD_NUMBER && !field->n) {
            diag_hint(script_mistake(packet->script, field->at,
                                     "a field of 0 %s", unit(packet)),
                      "1 to %d", MOST_BITS);
            return false;
        }
        size_t last = field->from + field->n;
        if (!i && packet->descending && field->kind == FIELD_RANGE) {
            highest = last;
        }
        if (field->kind == FIELD_RANGE) {
            size_t next = packet->descending ? highest - 1 - header->total
                                             : header->total;
            if (highest <= header->total && packet->descending) {
                script_mistake(packet->script, field->at,
                               "the field is wider than the packet: bit 0 is "
                               "in the field before");
                return false;
            }
            if ((packet->descending ? last - 1 : field->from) != next) {
                report_place(packet, field, next);
                return false;
            }
        }
        field->from = header->total;
        header->total += field->n;
    }
    return true;
}

/* --- drawing --- */

struct pen {
    const struct packet *packet;
    struct buf *out; /* boxes */
    struct buf labels;
    struct buf numbers; /* of rows */
    VEC(str) key;       /* names that have no room, numbered from 1 */
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
            if ((i == rest.n || rest.p[i] == ' ') &&
                svg_width(str_sub(rest, 0, i)) <= box.width - RIM) {
                end = i;
            } else if (i == rest.n || rest.p[i] == ' ') {
                break;
            }
        }
        if (!end || n == MOST_LINES || (int)(n + 1) * SVG_LINE > box.height) {
            return false;
        }
        lines[n++] = str_sub(rest, 0, end);
        rest = str_trim(str_from_offset(rest, end));
    }
    int y = box.y + box.height / 2 - (int)(n - (n > 0)) * SVG_LINE / 2;
    for (size_t i = 0; i < n; i++) {
        svg_label(&pen->labels, box.x + box.width / 2, y, lines[i]);
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
        buf_printf(&pen->labels,
                   "<g transform=\"translate(%d %d) rotate(-90)\">",
                   box.x + box.width / 2, box.y + box.height / 2);
        svg_label(&pen->labels, 0, 0, label);
        buf_put(&pen->labels, STR("</g>"));
        return;
    }
    struct arena *arena = pen->packet->arena;
    *VEC_PUSH(&pen->key, arena) = label;
    svg_label(&pen->labels, box.x + box.width / 2, box.y + box.height / 2,
              arena_printf(arena, "%zu", pen->key.n));
}

static void put_number(struct pen *pen, size_t from, size_t total)
{
    size_t n = pen->packet->descending ? total - 1 - from : from;
    svg_label(&pen->numbers, LEFT / 2, pen->y + ROW / 2,
              arena_printf(pen->packet->arena, "%zu", n));
}

/* A row starts; its number is of use only if there are several. */
static void start_row(struct pen *pen, const struct header *header, size_t from)
{
    if (header->total > pen->width) {
        put_number(pen, from, header->total);
    }
}

static struct svg_box put_box(struct pen *pen, size_t n, int rows)
{
    struct svg_box box = {LEFT + (int)pen->at * pen->cell, pen->y,
                          (int)n * pen->cell, rows * ROW};
    svg_box(pen->out, box, 0);
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
        buf_put(pen->out, STR("<g stroke-dasharray=\"4 3\">"));
        largest = put_box(pen, pen->width, 1);
        buf_put(pen->out, STR("</g>"));
    }
    while (n) {
        size_t rows = pen->at ? 0 : n / pen->width;
        size_t most = pen->width - pen->at;
        size_t part = rows ? pen->width : n < most ? n : most;
        if (!pen->at) {
            start_row(pen, header, from);
        }
        struct svg_box box = put_box(pen, part,
                                     (int)(rows > 3 ? 3
                                           : rows   ? rows
                                                    : 1));
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
        size_t n = pen->packet->descending ? pen->width - 1 - i : i;
        svg_label(&pen->numbers, LEFT + (int)i * pen->cell + pen->cell / 2,
                  pen->y + RULER / 2,
                  arena_printf(pen->packet->arena, "%zu", n));
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
            svg_label(&pen->labels, middle, pen->y + RULER / 2, header->title);
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
            &pen->labels, middle, pen->y + SVG_LINE / 2,
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
                buf_printf(&text, ", %s %zu to %zu", unit(packet),
                           down ? header->total - 1 - field->from : field->from,
                           down ? header->total - 1 - last : last);
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
    return name.n ? buf_move(&name, packet->arena) : STR("A packet");
}

/* The widest of the headers, titles and names below fit, too. */
static int width_of(const struct pen *pen)
{
    const struct packet *packet = pen->packet;
    int half = (int)pen->width * pen->cell / 2;
    for (size_t i = 0; i < packet->headers.n; i++) {
        int title = svg_width(packet->headers.p[i].title) / 2 + 1;
        half = title > half ? title : half;
    }
    for (size_t i = 0; i < pen->key.n; i++) {
        int name = svg_width(pen->key.p[i]) / 2 + 20;
        half = name > half ? name : half;
    }
    return LEFT + (int)pen->width * pen->cell / 2 + half + 2;
}

static void draw(const struct packet *packet, str title, struct buf *out)
{
    struct buf boxes = {0};
    struct pen pen = {.packet = packet, .out = &boxes, .width = packet->width};
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
    svg_start(out, STR("packet"), width_of(&pen), pen.y + 2,
              title.n ? title : name_of(packet), describe(packet));
    buf_put(out, buf_str(&boxes));
    svg_labels_start(out);
    buf_put(out, buf_str(&pen.labels));
    buf_put(out, STR("<g opacity=\".7\">"));
    buf_put(out, buf_str(&pen.numbers));
    buf_put(out, STR("</g>"));
    svg_labels_end(out);
    svg_end(out);
    buf_free(&boxes);
    buf_free(&pen.labels);
    buf_free(&pen.numbers);
}

bool packet_draw(const struct drawing *drawing, struct script *script,
                 struct buf *out)
{
    struct packet packet = {.script = script, .arena = script->arena};
    str line;
    while (script_next(script, &line)) {
        read_line(&packet, line);
    }
    for (size_t i = 0; i < packet.headers.n && !script->mistakes; i++) {
        place_fields(&packet, &packet.headers.p[i]);
    }
    if (script->mistakes || !packet.fields) {
        return false;
    }
    draw(&packet, drawing->title, out);
    return true;
}
