/* SPDX-License-Identifier: MIT */
#include "data/yaml.h"

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "data/yaml_text.h"

/* Words that some reader takes for something else; case aside. */
static bool is_word(str text)
{
    return str_is_word_of(text,
                          STR("y n yes no on off true false null nil none "
                              "nan inf"));
}

/* Characters that are safe anywhere but at the start. Others are quoted, though
 * some of them would do. */
static bool is_inner(uint32_t c)
{
    return c < 0x80
               ? is_alnum((char)c) || is_any_of((char)c, " .;/()+-_=?!$^~'")
               : c >= 0xA1 && c != 0x2028 && c != 0x2029 && c != 0xFEFF &&
                     c != 0xFFFD && c < 0xE000;
}

static bool is_plain(str text)
{
    uint32_t first = 0;
    for (size_t i = 0; i < text.n;) {
        uint32_t c = utf8_next(text, &i);
        first = first ? first : c;
        if (!is_inner(c)) {
            return false;
        }
    }
    bool starts = first >= 0x80 || is_alpha((char)first) || first == '/';
    return starts && text.p[text.n - 1] != ' ' && !is_word(text);
}

static void put_escape(uint32_t c, struct buf *out)
{
    if (c == '\t') {
        buf_put(out, STR("\\t"));
    } else if (c == '\n') {
        buf_put(out, STR("\\n"));
    } else {
        buf_printf(out, "\\u%04X", (unsigned)c);
    }
}

str yaml_quote_always(struct arena *arena, str text)
{
    struct buf out = {0};
    buf_putc(&out, '"');
    for (size_t i = 0; i < text.n;) {
        size_t from = i;
        uint32_t c = utf8_next(text, &i);
        if (c < ' ' || yaml_refuses(c)) {
            put_escape(c, &out);
        } else if (c == 0xFFFD) {
            buf_put(&out, STR("\xEF\xBF\xBD"));
        } else {
            if (c == '"' || c == '\\') {
                buf_putc(&out, '\\');
            }
            buf_put(&out, str_sub(text, from, i - from));
        }
    }
    buf_putc(&out, '"');
    return buf_move(&out, arena);
}

str yaml_quote(struct arena *arena, str text)
{
    return is_plain(text) ? text : yaml_quote_always(arena, text);
}
