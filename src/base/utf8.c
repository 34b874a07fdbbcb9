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

/* The length of the character at p, where n bytes are left; 0 if it is not
 * valid. */
static size_t decode(const char *p, size_t n, utf8proc_int32_t *out)
{
    utf8proc_ssize_t length =
        utf8proc_iterate((const utf8proc_uint8_t *)p, (utf8proc_ssize_t)n, out);
    return length > 0 ? (size_t)length : 0;
}

uint32_t utf8_next(str s, size_t *off)
{
    const char *p = s.p + *off;
    utf8proc_int32_t c = (unsigned char)*p;
    if (c < 0x80) {
        *off += 1;
        return (uint32_t)c;
    }
    size_t n = decode(p, s.n - *off, &c);
    *off += n ? n : 1;
    return n ? (uint32_t)c : REPLACEMENT;
}

size_t utf8_find_wide(str s, size_t i)
{
    return simd16_find(s, i, simd16_mask_wide);
}

bool utf16_has_mark(str s)
{
    return str_starts(s, STR("\xFF\xFE")) || str_starts(s, STR("\xFE\xFF"));
}

uint32_t utf16_join(uint32_t high, uint32_t low)
{
    return high >> 10 == 0xD800 >> 10 && low >> 10 == 0xDC00 >> 10
               ? 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF)
               : 0;
}

size_t utf8_invalid(str s)
{
    for (size_t i = utf8_find_wide(s, 0); i < s.n; i = utf8_find_wide(s, i)) {
        do {
            utf8proc_int32_t c;
            size_t n = decode(s.p + i, s.n - i, &c);
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

str utf8_cut(str s, size_t most)
{
    size_t n = most < s.n ? most : s.n;
    while (n > 0 && n < s.n && utf8_is_tail(s.p[n])) {
        n--;
    }
    return str_sub(s, 0, n);
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
    buf_reserve(out, 4);
    out->n += (size_t)utf8proc_encode_char((utf8proc_int32_t)c,
                                           (utf8proc_uint8_t *)out->p + out->n);
}

bool utf8_is_letter(uint32_t c)
{
    if (c < 0x80) {
        return is_alnum((char)c);
    }
    /* The library has the categories in the order of Unicode's names. */
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
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
