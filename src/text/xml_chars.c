/* SPDX-License-Identifier: MIT */
#include "text/xml_chars.h"

#include "base/memory/buf.h"
#include "base/utf8.h"

bool xml_is_char(uint32_t c)
{
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xD7FF) ||
           (c >= 0xE000 && c != 0xFFFE && c != 0xFFFF);
}

/* Texts are UTF-8, so only controls and U+FFFE, U+FFFF (EF BF BE, BF) can be
 * wrong: bytes that hardly any text has. */
static bool may_be_wrong(unsigned char byte)
{
    return ((byte < 0x20) & (byte != '\n')) | (byte == 0xEF);
}

/* In steps that the compiler makes a few vector operations of: a feed is large,
 * and hardly ever has such a byte. */
enum { BLOCK = 32 };

static bool block_is_right(const char *p)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < BLOCK; i++) {
        wrong |= may_be_wrong((unsigned char)p[i]);
    }
    return wrong == 0;
}

str xml_clean(struct arena *arena, str text)
{
    struct buf kept = {0};
    size_t done = 0;
    for (size_t i = 0; i < text.n;) {
        size_t start = i;
        if (text.n - i >= BLOCK && block_is_right(text.p + i)) {
            i += BLOCK;
        } else if (!may_be_wrong((unsigned char)text.p[i])) {
            i++;
        } else if (!xml_is_char(utf8_next(text, &i))) {
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
