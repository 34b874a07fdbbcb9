/* SPDX-License-Identifier: MIT */
#include "text/html_tag.h"

static size_t comment_end(str html, size_t from, str mark)
{
    size_t at = str_find(str_from_offset(html, from), mark);
    return at == STR_NONE ? html.n : from + at + mark.n;
}

/* Behind the '>' that is in no quoted value. */
static size_t tag_end(str html, size_t i)
{
    char quote = '\0';
    for (; i < html.n; i++) {
        char c = html.p[i];
        if (quote) {
            quote = (char)(c == quote ? '\0' : quote);
        } else if (c == '>') {
            return i + 1;
        } else if ((c == '"' || c == '\'') && html.p[i - 1] == '=') {
            quote = c;
        }
    }
    return html.n;
}

bool html_tag_read(str html, size_t from, struct html_tag *tag)
{
    *tag = (struct html_tag){0};
    str rest = str_from_offset(html, from);
    if (str_starts(rest, STR("<!--"))) {
        tag->end = comment_end(html, from + 4, STR("-->"));
        return true;
    }
    if (rest.n > 1 && (rest.p[1] == '!' || rest.p[1] == '?')) {
        tag->end = comment_end(html, from, STR(">"));
        return true;
    }
    size_t i = 1;
    if (i < rest.n && rest.p[i] == '/') {
        tag->closing = true;
        i++;
    }
    size_t start = i;
    if (i >= rest.n || !is_alpha(rest.p[i])) {
        return false;
    }
    while (i < rest.n && (is_alnum(rest.p[i]) || rest.p[i] == '-')) {
        i++;
    }
    tag->name = str_sub(rest, start, i - start);
    tag->attributes = from + i;
    tag->end = tag_end(html, from + i);
    return true;
}
