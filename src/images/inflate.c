/* SPDX-License-Identifier: MIT */
/* Texts in PNG files are compressed by zlib (RFC 1950, RFC 1951). A picture has
 * a few kilobytes of them, so codes are read bit by bit, without tables. The
 * check at the end of the data is not compared. */
#include "base/memory/buf.h"
#include "images/image_parts.h"

enum { LONGEST_CODE = 15, LITERALS = 288, DISTANCES = 30, END = 256 };

struct reader {
    str bytes;
    size_t bit; /* the next one, counted from the start */
    size_t most;
    struct buf *out;
    bool bad;
};

/* Canonical Huffman codes: of each length their number, and all symbols in the
 * order of their codes. */
struct codes {
    uint16_t count[LONGEST_CODE + 1];
    uint16_t symbols[LITERALS];
};

/* The first bit is the lowest one. */
static uint32_t read_bits(struct reader *reader, unsigned n)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < n; i++, reader->bit++) {
        uint32_t byte = byte_at(reader->bytes, reader->bit / 8);
        value |= (byte >> reader->bit % 8 & 1) << i;
    }
    reader->bad = reader->bad || reader->bit / 8 > reader->bytes.n;
    return value;
}

static void make_codes(struct codes *codes, const uint8_t *lengths, size_t n)
{
    uint16_t next[LONGEST_CODE + 2] = {0};
    *codes = (struct codes){0};
    for (size_t i = 0; i < n; i++) {
        codes->count[lengths[i]]++;
    }
    codes->count[0] = 0;
    for (size_t i = 1; i <= LONGEST_CODE; i++) {
        next[i + 1] = (uint16_t)(next[i] + codes->count[i]);
    }
    for (size_t i = 0; i < n; i++) {
        if (lengths[i]) {
            codes->symbols[next[lengths[i]]++] = (uint16_t)i;
        }
    }
}

/* The codes of each length follow those that are shorter. */
static uint32_t read_symbol(struct reader *reader, const struct codes *codes)
{
    uint32_t code = 0;
    uint32_t first = 0;
    uint32_t before = 0; /* symbols with shorter codes */
    for (size_t i = 1; i <= LONGEST_CODE; i++) {
        uint32_t count = codes->count[i];
        code = code << 1 | read_bits(reader, 1);
        first <<= 1;
        if (code >= first && code - first < count) {
            return codes->symbols[before + (code - first)];
        }
        first += count;
        before += count;
    }
    reader->bad = true;
    return END;
}

static void put_byte(struct reader *reader, char c)
{
    reader->bad = reader->bad || reader->out->n >= reader->most;
    if (!reader->bad) {
        buf_putc(reader->out, c);
    }
}

/* Lengths and distances are ranges: a start, and bits that say how far on. */
static uint32_t read_length(struct reader *reader, uint32_t symbol)
{
    enum { FIRST = 257, LAST = 285, LONGEST = 258 };
    uint32_t i = symbol - FIRST;
    if (symbol >= LAST) {
        reader->bad = reader->bad || symbol > LAST;
        return LONGEST;
    }
    unsigned extra = i < 8 ? 0 : i / 4 - 1;
    return (i < 8 ? i : (4 + i % 4) << extra) + 3 + read_bits(reader, extra);
}

static uint32_t read_distance(struct reader *reader, uint32_t symbol)
{
    if (symbol >= DISTANCES) {
        reader->bad = true;
        return 0;
    }
    unsigned extra = symbol < 4 ? 0 : symbol / 2 - 1;
    return (symbol < 4 ? symbol : (2 + symbol % 2) << extra) + 1 +
           read_bits(reader, extra);
}

static void read_block(struct reader *reader, const struct codes *literals,
                       const struct codes *distances)
{
    uint32_t symbol;
    while ((symbol = read_symbol(reader, literals)) != END && !reader->bad) {
        if (symbol < END) {
            put_byte(reader, (char)symbol);
            continue;
        }
        uint32_t length = read_length(reader, symbol);
        uint32_t back = read_distance(reader, read_symbol(reader, distances));
        reader->bad = reader->bad || back > reader->out->n;
        for (uint32_t i = 0; i < length && !reader->bad; i++) {
            put_byte(reader, reader->out->p[reader->out->n - back]);
        }
    }
}

static void read_stored(struct reader *reader)
{
    reader->bit = (reader->bit + 7) / 8 * 8;
    uint32_t length = read_bits(reader, 16);
    read_bits(reader, 16); /* the length again, negated */
    for (uint32_t i = 0; i < length && !reader->bad; i++) {
        put_byte(reader, (char)read_bits(reader, 8));
    }
}

static void read_fixed(struct reader *reader)
{
    uint8_t lengths[LITERALS];
    struct codes literals;
    struct codes distances;
    for (size_t i = 0; i < LITERALS; i++) {
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    make_codes(&literals, lengths, LITERALS);
    for (size_t i = 0; i < DISTANCES; i++) {
        lengths[i] = 5;
    }
    make_codes(&distances, lengths, DISTANCES);
    read_block(reader, &literals, &distances);
}

/* The lengths of the codes are coded themselves; three symbols repeat one. */
static void read_dynamic(struct reader *reader)
{
    static const uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + 32] = {0};
    struct codes literals;
    struct codes distances;
    size_t nliterals = read_bits(reader, 5) + 257;
    size_t n = nliterals + read_bits(reader, 5) + 1;
    size_t norder = read_bits(reader, 4) + 4;
    for (size_t i = 0; i < norder; i++) {
        lengths[order[i]] = (uint8_t)read_bits(reader, 3);
    }
    make_codes(&literals, lengths, sizeof order);
    memset(lengths, 0, sizeof lengths);
    for (size_t i = 0; i < n && !reader->bad;) {
        uint32_t symbol = read_symbol(reader, &literals);
        uint8_t length = symbol < 16 ? (uint8_t)symbol : 0;
        size_t times = symbol == 16   ? 3 + read_bits(reader, 2)
                       : symbol == 17 ? 3 + read_bits(reader, 3)
                       : symbol == 18 ? 11 + read_bits(reader, 7)
                                      : 1;
        length = symbol == 16 && i ? lengths[i - 1] : length;
        reader->bad = reader->bad || times > n - i;
        for (; times && !reader->bad; times--) {
            lengths[i++] = length;
        }
    }
    if (reader->bad || nliterals > LITERALS) {
        reader->bad = true;
        return;
    }
    make_codes(&literals, lengths, nliterals);
    make_codes(&distances, lengths + nliterals, n - nliterals);
    read_block(reader, &literals, &distances);
}

void inflate_text(str bytes, size_t most, struct buf *out)
{
    enum { STORED, FIXED, DYNAMIC };
    struct reader reader = {
        .bytes = bytes, .bit = 16, .most = most, .out = out};
    bool last = false;
    while (!last && !reader.bad) {
        last = read_bits(&reader, 1);
        switch (read_bits(&reader, 2)) {
        case STORED: read_stored(&reader); break;
        case FIXED: read_fixed(&reader); break;
        case DYNAMIC: read_dynamic(&reader); break;
        default: reader.bad = true;
        }
    }
}
