/* SPDX-License-Identifier: MIT */
#include "text/xml_chars.h"

#include "base/memory/buf.h"
#include "base/simd.h"
#include "base/utf8.h"

bool xml_is_char(uint32_t c)
{
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xD7FF) ||
           (c >= 0xE000 && c != 0xFFFE && c != 0xFFFF);
}

/* Texts are UTF-8, so only controls and U+FFFE, U+FFFF (EF BF BE, BF) can be
 * wrong: bytes that hardly any text has. */
static uint32_t doubtful_mask(simd16 x)
{
    return simd16_mask((simd16_between(x, 0, ' ' - 1) & ~simd16_is(x, '\n')) |
                       simd16_is(x, 0xEF));
}

str xml_clean(struct arena *arena, str text)
{
    struct buf kept = {0};
    size_t done = 0;
    for (size_t i = simd16_find(text, 0, doubtful_mask); i < text.n;
         i = simd16_find(text, i, doubtful_mask)) {
        size_t start = i;
        if (!xml_is_char(utf8_next(text, &i))) {
            buf_put(&kept, str_sub(text, done, start - done));
            done = i;
        }
    }
    if (done) {
        buf_put(&kept, str_from_offset(text, done));
        text = buf_move(&kept, arena);
    }
    return text;
}
