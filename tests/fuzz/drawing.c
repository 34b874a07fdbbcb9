/* SPDX-License-Identifier: MIT */
/* Any bytes as the text of a drawing; the first one chooses its kind; the
 * last one is a file of a laboratory. No crash;
 * a drawing is XML without control characters; a text with a mistake leaves
 * nothing behind. */

#include <stdlib.h>

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "drawing/drawing.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

/* As many tags are closed as opened, and each '<' starts one. */
static void check(str html)
{
    size_t depth = 0;
    expect(html.n > 0);
    for (size_t i = 0; i < html.n; i++) {
        unsigned char c = (unsigned char)html.p[i];
        expect(c == '\n' || (c >= ' ' && c != 127));
        if (c == '<') {
            bool closes = str_at(html, i + 1) == '/';
            size_t end = str_find_char_from(html, i, '>');
            expect(closes || is_alpha(str_at(html, i + 1)));
            expect(end < html.n);
            expect(!closes || depth > 0);
            depth += closes ? (size_t)-1 : html.p[end - 1] != '/';
        }
    }
    expect(!depth);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    static const str kinds[] = {STR_INIT("packet"),   STR_INIT("subnet"),
                                STR_INIT("topology"), STR_INIT("sequence"),
                                STR_INIT("ascii"),    STR_INIT("topology")};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    size_t at = size > 0;
    /* A copy, so that a step after it is seen. */
    size_t kind = size ? (unsigned)(data[0] - '0') % KINDS : 0;
    struct source source = {
        .name = kind + 1 == KINDS ? STR("a.yml") : STR("a"),
        .text = arena_str(&arena, (str){(const char *)data + at, size - at})};
    if (utf8_invalid(source.text) == STR_NONE) {
        struct buf out = {0};
        struct drawing drawing = {.kind = kinds[kind], .source = &source};
        if (drawing_make(&drawing, &arena, &diags, &out)) {
            expect(!diags.list.n);
            check(buf_str(&out));
        } else {
            expect(!out.n);
        }
        buf_free(&out);
    }
    arena_free(&arena);
    return 0;
}
