/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

#include <utf8proc.h>

#include "base/memory/buf.h"
#include "base/simd.h"

enum { REPLACEMENT = 0xFFFD };

const char *utf8_library(void)
{
    return utf8proc_version();
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Length of the valid character at p (n bytes are there), 0 if there is
 * none. The second byte's range is what rules out overlong forms and
 * surrogates (RFC 3629 section 4). */
static size_t char_length(const char *p, size_t n)
{
    unsigned char first = (unsigned char)p[0];
    if (first < 0x80) {
        return 1;
    }
    if (n < 2 || !is_continuation(p[1])) {
        return 0;
    }
    unsigned char second = (unsigned char)p[1];
    if (first >= 0xC2 && first <= 0xDF) {
        return 2;
    }
    if (n < 3 || !is_continuation(p[2])) {
        return 0;
    }
    if (first >= 0xE0 && first <= 0xEF) {
        bool overlong = first == 0xE0 && second < 0xA0;
        bool surrogate = first == 0xED && second > 0x9F;
        return overlong || surrogate ? 0 : 3;
    }
    if (n < 4 || !is_continuation(p[3]) || first < 0xF0 || first > 0xF4) {
        return 0;
    }
    bool overlong = first == 0xF0 && second < 0x90;
    bool beyond = first == 0xF4 && second > 0x8F;
    return overlong || beyond ? 0 : 4;
}

uint32_t utf8_next(str s, size_t *off)
{
    const unsigned char *p = (const unsigned char *)s.p + *off;
    if (p[0] < 0x80) {
        *off += 1;
        return p[0];
    }
    size_t n = char_length(s.p + *off, s.n - *off);
    *off += n ? n : 1;
    switch (n) {
    case 2: return (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu);
    case 3: return (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
    case 4:
        return (p[0] & 0x07u) << 18 | (p[1] & 0x3Fu) << 12 |
               (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
    default: return REPLACEMENT;
    }
}

size_t utf8_find_wide(str s, size_t i)
{
    return simd16_find(s, i, simd16_mask_wide);
}

size_t utf8_invalid(str s)
{
    for (size_t i = utf8_find_wide(s, 0); i < s.n; i = utf8_find_wide(s, i)) {
        do {
            size_t n = char_length(s.p + i, s.n - i);
            if (n == 0) {
                return i;
            }
            i += n;
        } while (i < s.n && (unsigned char)s.p[i] >= 0x80);
    }
    return STR_NONE;
}

/* Are there sixteen ASCII characters at i? */
static inline bool is_ascii16(str s, size_t i)
{
    return s.n - i >= SIMD16 && !simd16_mask_wide(simd16_load(s.p + i));
}

size_t utf8_length(str s)
{
    size_t count = 0;
    for (size_t i = 0; i < s.n;) {
        if (is_ascii16(s, i)) {
            i += SIMD16;
            count += SIMD16;
        } else {
            utf8_next(s, &i);
            count++;
        }
    }
    return count;
}

size_t utf8_offset(str s, size_t i)
{
    size_t off = 0;
    while (i > 0 && off < s.n) {
        if (i >= SIMD16 && is_ascii16(s, off)) {
            off += SIMD16;
            i -= SIMD16;
        } else {
            utf8_next(s, &off);
            i--;
        }
    }
    return off;
}

void utf8_put(struct buf *out, uint32_t c)
{
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) {
        c = REPLACEMENT;
    }
    if (c < 0x80) {
        buf_putc(out, (char)c);
        return;
    }
    char bytes[4];
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = n - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (c & 0x3F));
        c >>= 6;
    }
    bytes[0] = (char)(leads[n] | c);
    buf_put(out, (str){bytes, n});
}

size_t utf8_width(str s)
{
    size_t width = 0;
    for (size_t i = 0; i < s.n;) {
        int columns = utf8proc_charwidth((utf8proc_int32_t)utf8_next(s, &i));
        width += columns > 0 ? (size_t)columns : 0;
    }
    return width;
}
