/* SPDX-License-Identifier: MIT */
#include "text/html.h"
#include "text/html_escape.h"
#include "text/html_token.h"

/* The heading around the token at hand; without an id if there is none. */
struct open_heading {
    str name;
    str id;      /* as it is written */
    size_t from; /* of its content */
    bool linked; /* it has a link to itself: a shortcode's, or raw HTML's */
};

static bool is_linked_heading(str name)
{
    return name.n == 2 && (name.p[0] | 0x20) == 'h' && name.p[1] >= '2' &&
           name.p[1] <= '4';
}

static bool leads_to(const struct html_token *token, str id)
{
    str href = html_token_value(token, STR("href"));
    return str_starts(href, STR("#")) && str_eq(str_from_offset(href, 1), id);
}

static void put_heading_link(str inside, str id, str label, struct arena *arena,
                             struct buf *out)
{
    buf_put(out, STR(" <a class=\"permalink\" href=\"#"));
    buf_put(out, id);
    buf_put(out, STR("\" aria-label=\""));
    html_escape(label, out);
    buf_put(out, STR(": "));
    html_escape(html_plain(arena, inside), out);
    buf_put(out, STR("\">#</a>"));
}

str html_link_headings(struct arena *arena, str html, str label)
{
    struct open_heading open = {0};
    struct html_token token;
    struct buf out = {0};
    size_t copied = 0;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        bool heading = is_linked_heading(token.name);
        if (token.kind == HTML_START && heading) {
            str id = html_token_value(&token, STR("id"));
            open = (struct open_heading){token.name, id, token.at, false};
        } else if (token.kind == HTML_START && open.id.n) {
            open.linked = open.linked || leads_to(&token, open.id);
        } else if (token.kind == HTML_END && heading) {
            size_t end = token.at - token.body.n;
            if (open.id.n && !open.linked && html_token_is(&token, open.name)) {
                buf_put(&out, str_sub(html, copied, end - copied));
                put_heading_link(str_sub(html, open.from, end - open.from),
                                 open.id, label, arena, &out);
                copied = end;
            }
            open.id.n = 0;
        }
    }
    if (copied) {
        buf_put(&out, str_from_offset(html, copied));
        html = arena_str(arena, buf_str(&out));
    }
    buf_free(&out);
    return html;
}
