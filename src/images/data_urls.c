/* SPDX-License-Identifier: MIT */
/* Pictures in addresses:  data:image/jpeg;base64,/9j/4AAQ...  or
 * percent-encoded behind the comma. The texts around them are not parsed: HTML,
 * CSS, JSON, SVG and scripts write the same address in nearly the same way. */
#include <nettle/base64.h>

#include "images/clean.h"

/* Reads the characters of an address as its text has them. */
struct reader {
    str s;
    size_t at;
    bool quoted; /* lines may be broken: the address ends with a quote */
};

static int digit_of(char c)
{
    c = to_lower(c);
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* &#10; or &#xA;  Returns its length; 0: it is none of a byte. */
static size_t read_reference(str s, int *c)
{
    enum { LONGEST = 8 };
    bool hex = to_lower(str_at(s, 2)) == 'x';
    size_t i = hex ? 3 : 2;
    for (*c = 0; i < LONGEST && str_at(s, i) != ';'; i++) {
        int digit = digit_of(str_at(s, i));
        if (digit < 0 || (!hex && digit > 9)) {
            return 0;
        }
        *c = *c * (hex ? 16 : 10) + digit;
    }
    return str_at(s, i) == ';' && *c > 0 && *c < 256 ? i + 1 : 0;
}

/* The next byte of the address; -1: it ends here. */
static int next_byte(struct reader *reader)
{
    str s = str_from_offset(reader->s, reader->at);
    int c = (unsigned char)str_at(s, 0);
    size_t n = 1;
    int high = digit_of(str_at(s, 1));
    int low = digit_of(str_at(s, 2));
    if (c == '%' && high >= 0 && low >= 0) {
        c = high << 4 | low;
        n = 3;
    } else if (c == '&' && str_at(s, 1) == '#') {
        n = read_reference(s, &c);
    } else if (c == '\\' && str_at(s, 1) == '/') {
        c = '/'; /* of JSON */
        n = 2;
    } else if (c == '\\' && reader->quoted && is_any_of(str_at(s, 1), "nrt")) {
        c = '\n'; /* of JSON, too */
        n = 2;
    } else if (is_space((char)c) ? !reader->quoted
                                 : is_any_of((char)c, "\"'<>()\\`&")) {
        n = 0;
    }
    reader->at += n;
    return s.n && n ? c : -1;
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

static void read_data(struct reader *reader, bool base64, struct buf *out)
{
    size_t start = reader->at;
    if (!base64) {
        for (int c = next_byte(reader); c >= 0; c = next_byte(reader)) {
            buf_putc(out, (char)c);
        }
        return;
    }
    read_base64(reader, out);
    if (reader->quoted && !is_any_of(str_at(reader->s, reader->at), "\"'&\\")) {
        buf_clear(out);
        *reader = (struct reader){reader->s, start, false};
        read_base64(reader, out);
    }
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

/* Reads the address at *at, and moves behind it. Returns the picture's cleaned
 * bytes; empty: there is nothing to clean. */
static str clean_at(str text, size_t *at, str *head, enum image_keep keep,
                    int deep, struct arena *work)
{
    struct buf out = {0};
    *head = head_of(str_from_offset(text, *at));
    if (!head->n) {
        *at += 1;
        return (str){0};
    }
    char before = *at ? text.p[*at - 1] : '\0';
    struct reader reader = {text, *at + head->n + 1, is_any_of(before, "\"';")};
    bool base64 = str_ends(*head, STR(";base64"));
    reader.quoted = reader.quoted && base64;
    read_data(&reader, base64, &out);
    *at = reader.at;
    str bytes = buf_move(&out, work);
    str clean = image_clean_nested(bytes, keep, deep, work);
    return str_eq(clean, bytes) ? (str){0} : clean;
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
