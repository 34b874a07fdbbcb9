/* SPDX-License-Identifier: MIT */
#include <utf8proc.h>

#include "base/utf8.h"
#include "search/search_parts.h"

/* Composed (NFC), in lower case. */

/* The parts that the library is given at once: it sorts marks in a time that
 * grows with the square of their number. */
enum { PART = 256, MOST_PART = 1024 };

static void lower_part(str part, struct buf *out)
{
    utf8proc_int32_t chars[MOST_PART * 4];
    utf8proc_option_t how = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    utf8proc_ssize_t n = utf8proc_decompose(
        (const utf8proc_uint8_t *)part.p, (utf8proc_ssize_t)part.n, chars,
        (utf8proc_ssize_t)(sizeof chars / sizeof *chars), how);
    size_t room = sizeof chars / sizeof *chars;
    n = n < 0 || (size_t)n > room ? 0 : utf8proc_normalize_utf32(chars, n, how);
    for (utf8proc_ssize_t i = 0; i < n; i++) {
        utf8proc_int32_t c = utf8proc_tolower(chars[i]);
        utf8_put(out, (uint32_t)(c == 0x3C2 ? 0x3C3 : c)); /* final sigma */
    }
}

/* Where a part ends: at white space behind PART bytes. */
static size_t part_end(str text, size_t at)
{
    size_t i = at;
    while (i < text.n && (i - at < PART || !is_space(text.p[i])) &&
           i - at < MOST_PART - 4) {
        utf8_next(text, &i);
    }
    return i;
}

void search_lower(str text, struct buf *out)
{
    if (utf8_find_wide(text, 0) == text.n) {
        buf_reserve(out, text.n);
        for (size_t i = 0; i < text.n; i++) {
            out->p[out->n++] = to_lower(text.p[i]);
        }
        return;
    }
    for (size_t at = 0; at < text.n;) {
        size_t end = part_end(text, at);
        lower_part(str_sub(text, at, end - at), out);
        at = end;
    }
}

/* Letters that are not a plain one and a mark. */
static str plain_of(uint32_t c)
{
    switch (c) {
    case 0xDF: return STR("ss");
    case 0xE6: return STR("ae");
    case 0xF0:
    case 0x111: return STR("d");
    case 0xF8: return STR("o");
    case 0xFE: return STR("th");
    case 0x127: return STR("h");
    case 0x131: return STR("i");
    case 0x142: return STR("l");
    case 0x153: return STR("oe");
    default: return (str){0};
    }
}

static void fold_char(uint32_t c, struct buf *out)
{
    utf8proc_int32_t chars[8];
    int boundary = 0;
    str plain = plain_of(c);
    utf8proc_ssize_t n =
        plain.n ? 0
                : utf8proc_decompose_char((utf8proc_int32_t)c, chars, 8,
                                          UTF8PROC_DECOMPOSE, &boundary);
    buf_put(out, plain);
    bool hangul = c >= 0xAC00 && c <= 0xD7A3;
    if (hangul) {
        utf8_put(out, c);
    }
    for (utf8proc_ssize_t i = 0; !hangul && i < n && i < 8; i++) {
        if (chars[i] < 0x300 || chars[i] > 0x36F) {
            utf8_put(out, (uint32_t)chars[i]);
        }
    }
}

void search_fold(str lower, struct buf *out)
{
    if (utf8_find_wide(lower, 0) == lower.n) {
        buf_put(out, lower);
        return;
    }
    for (size_t at = 0; at < lower.n;) {
        uint32_t c = utf8_next(lower, &at);
        if (c < 0x80) {
            buf_putc(out, (char)c);
        } else {
            fold_char(c, out);
        }
    }
}
