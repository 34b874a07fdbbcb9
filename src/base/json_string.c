/* SPDX-License-Identifier: MIT */
#include "base/json_string.h"

#include "base/memory/buf.h"
#include "base/utf8.h"

void json_put_string(struct buf *out, str s)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        if (c == '"' || c == '\\') {
            buf_putc(out, '\\');
            buf_putc(out, (char)c);
        } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
            buf_printf(out, "\\u%04x", (unsigned)c);
        } else {
            utf8_put(out, c);
        }
    }
    buf_putc(out, '"');
}
