/* SPDX-License-Identifier: MIT */
#include "highlight/html.h"

#include "highlight/tokens.h"
#include "text/html.h"

/* The number of the run that text[at] is in. */
static size_t run_at(const struct lexed *lexed, size_t at)
{
    size_t low = 0;
    size_t high = lexed->runs.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lexed->runs.p[middle].end <= at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void highlight_html(str text, const struct lexed *lexed, size_t from, size_t to,
                    struct buf *out)
{
    for (size_t i = run_at(lexed, from); from < to && i < lexed->runs.n; i++) {
        const struct run *run = &lexed->runs.p[i];
        size_t end = run->end < to ? run->end : to;
        str part = str_sub(text, from, end - from);
        str tag = token_names[run->token].tag;
        buf_put(out, tag);
        html_escape(part, out);
        buf_put(out, tag.n ? STR("</span>") : (str){0});
        from = end;
    }
}
