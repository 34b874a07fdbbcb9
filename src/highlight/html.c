/* SPDX-License-Identifier: MIT */
#include "highlight/html.h"

#include "highlight/tokens.h"
#include "text/html.h"

static bool has_element(uint8_t token)
{
    str name = token_names[token].name;
    return name.n && !str_eq(name, STR("n")) && !str_eq(name, STR("p"));
}

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
        if (has_element(run->token)) {
            buf_put(out, STR("<span class=\""));
            buf_put(out, token_names[run->token].name);
            buf_put(out, STR("\">"));
            html_escape(part, out);
            buf_put(out, STR("</span>"));
        } else {
            html_escape(part, out);
        }
        from = end;
    }
}
