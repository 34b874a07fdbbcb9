/* SPDX-License-Identifier: MIT */
#include "base/source.h"

#include "base/utf8.h"

span span_of(const struct source *source, size_t off, size_t len)
{
    return (span){source, (uint32_t)off, (uint32_t)len};
}

span span_of_str(const struct source *source, str s)
{
    return span_of(source, (size_t)(s.p - source->text.p), s.n);
}

str span_text(span at)
{
    return at.source ? str_sub(at.source->text, at.off, at.len)
                     : (str){NULL, 0};
}

struct position source_position(const struct source *source, size_t off)
{
    str text = source->text;
    off = off < text.n ? off : text.n;
    struct position found = {.line = 1};
    size_t start = 0;
    for (size_t i = 0; i < off; i++) {
        if (text.p[i] == '\n') {
            found.line++;
            start = i + 1;
        }
    }
    str rest = str_from_offset(text, start);
    size_t end = str_find_char(rest, '\n');
    found.text = str_sub(rest, 0, end == STR_NONE ? rest.n : end);
    if (str_ends(found.text, STR("\r"))) {
        found.text.n--;
    }
    found.off = (uint32_t)(off - start);
    found.column = (uint32_t)utf8_length(str_sub(rest, 0, off - start)) + 1;
    return found;
}
