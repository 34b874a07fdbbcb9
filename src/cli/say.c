/* SPDX-License-Identifier: MIT */
#include "cli/say.h"

#include "base/diag/printable.h"
#include "base/memory/buf.h"

size_t say(FILE *to, const char *format, ...)
{
    struct buf text = {0};
    va_list args;
    va_start(args, format);
    printable_vprintf(&text, format, args);
    va_end(args);
    size_t n = text.n;
    if (n) {
        fwrite(text.p, 1, n, to);
    }
    buf_free(&text);
    return n;
}

void say_error(const char *format, ...)
{
    struct buf text = {0};
    va_list args;
    va_start(args, format);
    printable_vprintf(&text, format, args);
    va_end(args);
    fprintf(stderr, "crumb: %.*s\n", STR_ARG(buf_str(&text)));
    buf_free(&text);
}
