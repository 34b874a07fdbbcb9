/* SPDX-License-Identifier: MIT */
#include "site/body/anchors.h"

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

/* Headings come in the order of the text. */
void anchors_find(str html, const struct derived_parts *parts, struct buf *out)
{
    size_t from = 0;
    size_t heading = 0;
    for (;;) {
        size_t at = str_find_char(str_from_offset(html, from), '=');
        if (at == STR_NONE || from + at + 1 >= html.n) {
            return;
        }
        from += at + 1;
        bool quoted = html.p[from] == '"' || html.p[from] == '\'';
        str anchor = quoted ? anchor_at(html, from) : (str){NULL, 0};
        if (heading < parts->nheadings &&
            str_eq(anchor, parts->headings[heading].id)) {
            heading++;
        } else if (anchor.n) {
            buf_put(out, anchor);
            buf_putc(out, '\0');
        }
    }
}
