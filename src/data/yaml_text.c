/* SPDX-License-Identifier: MIT */
#include "data/yaml_text.h"

#include <string.h>

#include "base/utf8.h"
#include "data/scan.h"

enum { BYTE_ORDER_MARK = 0xFEFF };

bool yaml_refuses(uint32_t c)
{
    if (c < 0x20) {
        return c != '\t' && c != '\n' && c != '\r';
    }
    return (c >= 0x7F && c <= 0x9F) || c == 0x2028 || c == 0x2029 ||
           c == BYTE_ORDER_MARK || c == 0xFFFE || c == 0xFFFF;
}

static void warn_refused(const struct yaml_text *text, size_t at, size_t len,
                         uint32_t c, struct diags *diags)
{
    span place = yaml_text_span(text, at, at + len);
    struct diag *diag =
        diag_warning(diags, place, "control-character",
                     "an invisible character (U+%04X) is here: read as a space",
                     (unsigned)c);
    diag_hint(diag, "delete it");
}

/* Replaces refused characters by as many spaces as they have bytes, in a
 * copy that is made when the first one is met. One warning is enough: they
 * come in swarms. */
static void replace_refused(struct yaml_text *text, struct arena *arena,
                            struct diags *diags)
{
    char *copy = NULL;
    str s = text->text;
    for (size_t i = 0; i < s.n;) {
        size_t at = i;
        uint32_t c = utf8_next(s, &i);
        if (!yaml_refuses(c)) {
            continue;
        }
        if (!copy) {
            warn_refused(text, at, i - at, c, diags);
            copy = ARENA_ARRAY(arena, char, s.n);
            memcpy(copy, s.p, s.n);
            text->text.p = copy;
        }
        memset(copy + at, ' ', i - at);
    }
}

bool yaml_text_init(struct yaml_text *text, span region, struct arena *arena,
                    struct diags *diags)
{
    *text = (struct yaml_text){.source = region.source,
                               .off = region.off,
                               .text = span_text(region),
                               .ascii = true};
    if (str_starts(text->text, STR("\xEF\xBB\xBF"))) {
        text->off += 3;
        text->text = str_from_offset(text->text, 3);
    }
    bool clean = true;
    for (size_t i = 0; i < text->text.n; i++) {
        unsigned char c = (unsigned char)text->text.p[i];
        text->ascii = text->ascii && c < 0x80;
        clean = clean && c < 0x80 && !yaml_refuses(c);
    }
    if (clean) {
        return true;
    }
    if (!scan_utf8(yaml_text_span(text, 0, text->text.n), diags, NULL)) {
        return false;
    }
    replace_refused(text, arena, diags);
    return true;
}

size_t yaml_text_at(struct yaml_text *text, size_t index)
{
    if (text->ascii) {
        return index < text->text.n ? index : text->text.n;
    }
    const char *p = text->text.p;
    while (text->index < index && text->byte < text->text.n) {
        do {
            text->byte++;
        } while (text->byte < text->text.n && utf8_is_tail(p[text->byte]));
        text->index++;
    }
    while (text->index > index) {
        do {
            text->byte--;
        } while (utf8_is_tail(p[text->byte]));
        text->index--;
    }
    return text->byte;
}

span yaml_text_span(const struct yaml_text *text, size_t from, size_t to)
{
    return span_of(text->source, text->off + from, to > from ? to - from : 0);
}

str yaml_text_line(const struct yaml_text *text, size_t at, size_t *start)
{
    at = at < text->text.n ? at : text->text.n;
    /* STR_NONE + 1 == 0 */
    *start = str_rfind_char(str_sub(text->text, 0, at), '\n') + 1;
    return str_trim_end(str_line(text->text, *start));
}
