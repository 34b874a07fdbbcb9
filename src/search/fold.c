/* SPDX-License-Identifier: MIT */
#include <utf8proc.h>

#include "base/utf8.h"
#include "search/search_parts.h"
#include "text/slug.h"

void search_lower(str text, struct buf *out)
{
    if (utf8_find_wide(text, 0) == text.n) {
        buf_reserve(out, text.n);
        for (size_t i = 0; i < text.n; i++) {
            out->p[out->n++] = to_lower(text.p[i]);
        }
        return;
    }
    enum { SOFT_HYPHEN = 0xAD, FINAL_SIGMA = 0x3C2, SIGMA = 0x3C3 };
    struct arena work = {0};
    str composed = slug_nfc(&work, text);
    for (size_t at = 0; at < composed.n;) {
        utf8proc_int32_t c = (utf8proc_int32_t)utf8_next(composed, &at);
        c = utf8proc_tolower(c);
        if (c != SOFT_HYPHEN) {
            utf8_put(out, c == FINAL_SIGMA ? SIGMA : (uint32_t)c);
        }
    }
    arena_free(&work);
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

/* Accents, and the vowels and other points of Hebrew and Arabic. */
static bool is_mark(utf8proc_int32_t c)
{
    return (c >= 0x300 && c <= 0x36F) || (c >= 0x591 && c <= 0x5C7) ||
           (c >= 0x64B && c <= 0x65F);
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
        if (!is_mark(chars[i])) {
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
