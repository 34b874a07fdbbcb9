/* SPDX-License-Identifier: MIT */
#include "site/view/anchors.h"

#include "base/simd.h"
#include "markdown/markdown.h"

/* The quoted value that starts there, if an attribute `id` or `name` ends just
 * before it. */
static str anchor_at(str html, size_t quote)
{
    str before = str_sub(html, 0, quote);
    str behind = str_from_offset(html, quote + 1);
    if (!str_ends(before, STR(" id=")) && !str_ends(before, STR(" name="))) {
        return (str){NULL, 0};
    }
    return str_sub(behind, 0, str_find_char(behind, html.p[quote]));
}

/* The letter and the "=" of `id=` or `name=`; of the last of sixteen it is not
 * known what follows. */
static uint32_t names_end_mask(simd16 x)
{
    uint32_t letters = simd16_mask(simd16_is(x, 'd') | simd16_is(x, 'e'));
    uint32_t equals = simd16_mask(simd16_is(x, '='));
    uint32_t last = UINT32_C(1) << (SIMD16 - 1);
    return letters & (equals >> 1 | last);
}

/* Headings come in the order of the text. */
void anchors_find(str html, const struct derived_parts *parts, struct buf *out)
{
    size_t from = 0;
    size_t heading = 0;
    for (;;) {
        from = simd16_find(html, from, names_end_mask) + 1;
        size_t quote = from + 1;
        if (quote >= html.n) {
            return;
        }
        bool quoted = html.p[quote] == '"' || html.p[quote] == '\'';
        str anchor = quoted ? anchor_at(html, quote) : (str){NULL, 0};
        if (heading < parts->nheadings &&
            str_eq(anchor, parts->headings[heading].id)) {
            heading++;
        } else if (anchor.n) {
            buf_put(out, anchor);
            buf_putc(out, '\0');
        }
    }
}
