/* SPDX-License-Identifier: MIT */
#include "base/diag/printable.h"

#include <string.h>

#include "base/memory/buf.h"
#include "base/utf8.h"

static bool is_unprintable(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

bool printable_has_control(str text)
{
    bool found = false;
    for (size_t i = 0; i < text.n && !found;) {
        found = is_unprintable(utf8_next(text, &i));
    }
    return found;
}

void printable_put(str text, struct buf *out)
{
    for (size_t i = 0; i < text.n;) {
        uint32_t c = utf8_next(text, &i);
        utf8_put(out, is_unprintable(c) ? ' ' : c);
    }
}

/* utf8_width counts no column for a control character. */
size_t printable_width(str text)
{
    size_t width = utf8_width(text);
    for (size_t i = 0; i < text.n;) {
        width += is_unprintable(utf8_next(text, &i));
    }
    return width;
}

void printable_vprintf(struct buf *out, const char *format, va_list args)
{
    struct buf text = {0};
    bool ends = str_ends(str_from(format), STR("\n"));
    buf_vprintf(&text, format, args);
    text.n -= ends;
    printable_put(buf_str(&text), out);
    if (ends) {
        buf_putc(out, '\n');
    }
    buf_free(&text);
}

void printable_printf(struct buf *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printable_vprintf(out, format, args);
    va_end(args);
}
