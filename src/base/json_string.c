/* SPDX-License-Identifier: MIT */
#include "base/json_string.h"

#include "base/memory/buf.h"
#include "base/utf8.h"

static void put_escaped(struct buf *out, uint32_t c)
{
    if (c >= 0x10000) {
        c -= 0x10000;
        buf_printf(out, "\\u%04x\\u%04x", (unsigned)(0xD800 + (c >> 10)),
                   (unsigned)(0xDC00 + (c & 0x3FF)));
    } else {
        buf_printf(out, "\\u%04x", (unsigned)c);
    }
}

void json_put_string(struct buf *out, str s)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n;) {
        if (is_alnum(s.p[i])) {
            buf_putc(out, s.p[i++]);
            continue;
        }
        uint32_t c = utf8_next(s, &i);
        if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
            put_escaped(out, c);
            continue;
        }
        if (c == '"' || c == '\\') {
            buf_putc(out, '\\');
        }
        utf8_put(out, c);
    }
    buf_putc(out, '"');
}

void json_put_string_in_html(struct buf *out, str s)
{
    static const char plain[] = "\"\\\n\r\t\b\f";
    static const char letters[] = "\"\\nrtbf";
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        const char *at = c && c < 0x7F ? strchr(plain, (int)c) : NULL;
        if (at) {
            buf_putc(out, '\\');
            buf_putc(out, letters[at - plain]);
        } else if (c < 0x20 || c >= 0x7F || strchr("<>&'", (int)c)) {
            put_escaped(out, c);
        } else {
            buf_putc(out, (char)c);
        }
    }
    buf_putc(out, '"');
}
