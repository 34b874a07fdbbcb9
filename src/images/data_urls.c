/* SPDX-License-Identifier: MIT */
/* Pictures in addresses:  data:image/jpeg;base64,/9j/4AAQ...  or
 * percent-encoded after the comma, or a drawing as it is:
 * url("data:image/svg+xml,<svg xmlns='...'>...</svg>"). The texts around them
 * are not parsed: HTML, CSS, JSON, SVG and scripts write the same address in
 * nearly the same way. */
#include <nettle/base64.h>

#include "images/clean.h"
#include "images/image_parts.h"
#include "text/html_entity.h"

/* Reads the characters of an address as its text has them. There are several
 * ways, and one of them has the form of a picture. */
struct reader {
    str s;
    size_t at;
    str quote;       /* at the end, as at the beginning; empty: there is none */
    bool lines;      /* may be broken: the address ends with a quote */
    bool drawing;    /* has blanks and other quotes, up to its own one or a '#',
                        which begins the name of a part */
    bool references; /* in an attribute &lt; belongs to the page, in a style
                        sheet to the drawing */
};

/* Reads the byte that the text begins with: itself, or %2F, &#47;, and of JSON
 * and CSS \/ and \". Returns its length; 0: it is written in another way. */
static size_t read_byte(str s, bool references, int *c)
{
    uint32_t code;
    unsigned high = digit_value(str_at(s, 1));
    unsigned low = digit_value(str_at(s, 2));
    *c = (unsigned char)str_at(s, 0);
    if (*c == '%' && high < 16 && low < 16) {
        *c = (int)(high << 4 | low);
        return 3;
    }
    if (*c == '&' && references) {
        size_t n = html_reference(s, &code);
        *c = (int)(code & 0x7F);
        return n && code && code < 0x80 ? n : 0;
    }
    if (*c == '\\') {
        bool line = is_any_of(str_at(s, 1), "nrt");
        *c = line ? '\n' : (unsigned char)str_at(s, 1);
        return line || is_any_of((char)*c, "/\\\"'") ? 2 : 0;
    }
    return s.n > 0;
}

static bool ends_drawing(const struct reader *reader)
{
    return str_starts_at(reader->s, reader->at, reader->quote) ||
           str_at(reader->s, reader->at) == '#';
}

/* The next byte of the address; -1: it ends here. */
static int next_byte(struct reader *reader)
{
    str s = str_from_offset(reader->s, reader->at);
    char first = str_at(s, 0);
    int c;
    size_t n = read_byte(s, reader->references, &c);
    bool quote = c == '"' || c == '\'';
    bool ends = reader->drawing ? ends_drawing(reader)
                : is_space(first)
                    ? !reader->lines
                    : (quote && first != '%') || is_any_of(first, "<>()`") ||
                          (c == '\n' && first == '\\' && !reader->lines);
    n = ends ? 0 : n;
    reader->at += n;
    return n ? c : -1;
}

static bool is_base64(int c)
{
    return is_alnum((char)c) || c == '+' || c == '/' || c == '=';
}

/* Appends the bytes. A blank is one between lines, not one before a word. */
static void read_base64(struct reader *reader, struct buf *out)
{
    struct buf code = {0};
    size_t end = reader->at;
    bool broken = false;
    for (int c = next_byte(reader); c >= 0; c = next_byte(reader)) {
        bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        broken = blank && (broken || c != ' ');
        if (blank ? !broken : !is_base64(c)) {
            break;
        }
        if (!blank) {
            buf_putc(&code, (char)c);
        }
        end = reader->at;
    }
    reader->at = end;
    struct base64_decode_ctx decode;
    size_t n = BASE64_DECODE_LENGTH(code.n);
    buf_reserve(out, n);
    base64_decode_init(&decode);
    if (code.n && base64_decode_update(&decode, &n, (uint8_t *)out->p + out->n,
                                       code.n, code.p)) {
        out->n += n;
    }
    buf_free(&code);
}

/* Returns false: the address is not written so. */
static bool read_data(struct reader *reader, bool base64, struct buf *out)
{
    if (base64) {
        read_base64(reader, out);
        return !reader->lines ||
               is_any_of(str_at(reader->s, reader->at), "\"'&\\");
    }
    for (int c = next_byte(reader); c >= 0; c = next_byte(reader)) {
        buf_putc(out, (char)c);
    }
    bool ended =
        !reader->drawing || (reader->at < reader->s.n && ends_drawing(reader));
    return ended &&
           (svg_is(buf_str(out)) ? str_ends(str_trim(buf_str(out)), STR("svg>"))
                                 : !reader->drawing);
}

/* The quote that ends an address which begins at `at`: as it began. Empty: it
 * is not quoted. */
static str quote_before(str s, size_t at)
{
    enum { LONGEST = 8 };
    char before = at ? s.p[at - 1] : '\0';
    size_t n = is_any_of(before, "\"'") ? 1 : 0;
    if (n && at > 1 && s.p[at - 2] == '\\') {
        n = 2;
    }
    for (size_t i = 2; before == ';' && !n && i <= LONGEST && i <= at; i++) {
        n = s.p[at - i] == '&' ? i : 0;
    }
    return str_sub(s, at - n, n);
}

/* The part up to the comma; empty: it is no address of a picture. */
static str head_of(str s)
{
    enum { LONGEST = 120 };
    str head = str_sub(s, 0, LONGEST);
    size_t comma = str_find_char(head, ',');
    head = str_sub(head, 0, comma == STR_NONE ? 0 : comma);
    for (size_t i = 0; i < head.n; i++) {
        if (is_any_of(head.p[i], "\"'<>()")) {
            return (str){0};
        }
    }
    return head;
}

/* Reads the address at *at, and moves past it. Returns the picture's cleaned
 * bytes; empty: there is nothing to clean. */
static str clean_at(str text, size_t *at, str *head, enum image_keep keep,
                    int deep, struct arena *work)
{
    *head = head_of(str_from_offset(text, *at));
    if (!head->n) {
        *at += 1;
        return (str){0};
    }
    str quote = quote_before(text, *at);
    bool base64 = str_ends(*head, STR(";base64"));
    size_t start = *at + head->n + 1;
    *at = start;
    for (int way = 0; way < (quote.n ? 3 : 1); way++) {
        struct buf out = {0};
        struct reader reader = {.s = text,
                                .at = start,
                                .quote = quote,
                                .lines = base64 && quote.n && way == 0,
                                .drawing = !base64 && way > 0,
                                .references = base64 || way != 1};
        bool read = read_data(&reader, base64, &out);
        str bytes = buf_move(&out, work);
        str clean = read ? image_clean_nested(bytes, keep, deep, work) : bytes;
        bool changed = !str_eq(clean, bytes);
        if (changed || (read && base64)) {
            *at = reader.at;
            return changed ? clean : (str){0};
        }
    }
    return (str){0};
}

static void put_base64(struct buf *out, str bytes)
{
    size_t n = BASE64_ENCODE_RAW_LENGTH(bytes.n);
    buf_reserve(out, n + 1);
    base64_encode_raw(out->p + out->n, bytes.n, (const uint8_t *)bytes.p);
    out->n += n;
}

str clean_data_urls(str text, enum image_keep keep, int deep,
                    struct arena *arena)
{
    struct buf out = {0};
    size_t done = 0;
    str mark = STR("data:image");
    size_t at = keep == IMAGE_KEEP_ALL ? text.n : str_find_from(text, 0, mark);
    for (; at < text.n; at = str_find_from(text, at, mark)) {
        struct arena work = {0};
        str head;
        size_t start = at;
        str clean = clean_at(text, &at, &head, keep, deep, &work);
        if (clean.n) {
            bool base64 = str_ends(head, STR(";base64"));
            buf_put(&out, str_sub(text, done, start - done));
            buf_put(&out, head);
            buf_put(&out, base64 ? STR(",") : STR(";base64,"));
            put_base64(&out, clean);
            done = at;
        }
        arena_free(&work);
    }
    if (!done) {
        return text;
    }
    buf_put(&out, str_from_offset(text, done));
    return buf_move(&out, arena);
}
