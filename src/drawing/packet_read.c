/* SPDX-License-Identifier: MIT */
#include "drawing/packet.h"
#include "drawing/script.h"

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
 */

enum {
    MOST_FIELDS = 500,
    MOST_BITS = 65536, /* of a field */
    MOST_WIDTH = 64,
};

/* --- lines --- */

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

/* Sets a range from its two numbers, which go down in a register. */
static bool set_range(struct packet *packet, struct field *field)
{
    size_t first = field->from < field->n ? field->from : field->n;
    size_t last = field->from < field->n ? field->n : field->from;
    bool down = packet->descending;
    if (first != last && (field->from > field->n) != down) {
        diag_hint(
            script_mistake(packet->script, field->at, "a range turned round"),
            down ? "write %zu-%zu"
                 : "write %zu-%zu, or \"descending\" on a line before",
            down ? last : first, down ? first : last);
        return false;
    }
    last_header(packet)->ranges = true;
    field->from = first;
    field->n = last - first + 1;
    return true;
}

/* Adds a field, unless its length is none. */
static void add_field(struct packet *packet, struct field field)
{
    if (field.kind == FIELD_RANGE && !set_range(packet, &field)) {
        return;
    }
    bool empty = !field.n && (field.kind == FIELD_LENGTH ||
                              field.kind == FIELD_RANGE); /* 0 is a place */
    if (empty || field.n > MOST_BITS || field.from > MOST_BITS) {
        diag_hint(script_mistake(packet->script, field.at,
                                 "a field can't be as long as \"%.*s\"",
                                 STR_ARG(field.at)),
                  "1 to %d %s", MOST_BITS, packet_unit(packet));
    } else if (packet->fields++ == MOST_FIELDS) {
        script_mistake(packet->script, field.at,
                       "a packet has %d fields at the most", MOST_FIELDS);
    } else {
        *VEC_PUSH(&last_header(packet)->fields, packet->arena) = field;
    }
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
 * "..." after it. */
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
    str after = str_trim(str_from_offset(line, close + 1));
    if (str_ends(after, STR(","))) {
        after = str_trim(str_sub(after, 0, after.n - 1));
    }
    field.name = str_trim(str_sub(line, 0, open));
    field.n = str_take_number(&rest, MOST_BITS);
    if (rest.n) {
        field.kind = FIELD_VARIABLE;
        field.n = 0;
        if (!str_starts(rest, STR("..")) && !str_eq(rest, STR("i"))) {
            return false;
        }
        after = arena_printf(packet->arena, "(%.*s) %.*s", STR_ARG(field.at),
                             STR_ARG(after));
    }
    field.name = after.n ? arena_printf(packet->arena, "%.*s %.*s",
                                        STR_ARG(field.name), STR_ARG(after))
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
        script_wrong(packet->script, line, "not a field: \"{}\"",
                     "write \"8: its name\", \"0-7: its name\", or the name of "
                     "a packet: ipv4, tcp, udp…");
    }
}

/* --- places --- */

/* Whether a field that has a place begins at that of the next bit. */
static bool is_at(struct packet *packet, const struct field *field, size_t next)
{
    bool down = packet->descending;
    size_t past = field->from + field->n;
    if ((down ? past - 1 : field->from) == next) {
        return true;
    }
    struct diag *diag = script_mistake(
        packet->script, field->at, "%s %zu is where \"%.*s\" should start",
        packet->bytes ? "byte" : "bit", next, STR_ARG(field->name));
    if (down ? past <= next : field->from > next) {
        diag_hint(diag, "or a field before it: \"%zu-%zu: reserved\"", next,
                  down ? past : field->from - 1);
    } else {
        diag_hint(diag, "two fields are at one place");
    }
    return false;
}

/* Places of fields that have none, from 0 on; up to a mistake in those that
 * have one. Descending ones are turned round. */
static void place_fields(struct packet *packet, struct header *header)
{
    size_t highest = 0;
    for (size_t i = 0; i < header->fields.n; i++) {
        struct field *field = &header->fields.p[i];
        if (field->kind == FIELD_NUMBER && header->ranges) {
            field->from = field->n;
            field->n = 1;
            field->kind = FIELD_RANGE;
        }
        bool range = field->kind == FIELD_RANGE;
        if (field->kind == FIELD_NUMBER && !field->n) {
            diag_hint(script_mistake(packet->script, field->at,
                                     "a field of 0 %s", packet_unit(packet)),
                      "1 to %d", MOST_BITS);
            return;
        }
        if (!i && range) {
            highest = field->from + field->n;
        }
        if (range && packet->descending && highest <= header->total) {
            script_wrong(packet->script, field->at,
                         "the field is wider than the packet: bit 0 is in the "
                         "field before",
                         NULL);
            return;
        }
        if (range && !is_at(packet, field,
                            packet->descending ? highest - 1 - header->total
                                               : header->total)) {
            return;
        }
        field->from = header->total;
        header->total += field->n;
    }
}

bool packet_read(struct packet *packet)
{
    str line;
    while (script_next(packet->script, &line)) {
        read_line(packet, line);
    }
    for (size_t i = 0; i < packet->headers.n && !packet->script->mistakes;
         i++) {
        place_fields(packet, &packet->headers.p[i]);
    }
    return !packet->script->mistakes && packet->fields;
}
