/* SPDX-License-Identifier: MIT */
#include "serve/client/client.h"

#include "base/memory/buf.h"
#include "text/html_escape.h"
#include "text/html_token.h"

/* Where the end tag of the body starts, or the end of the page. The last one
 * counts: a browser ignores the others. */
static size_t end_of_body(str html)
{
    struct html_token token;
    size_t end = html.n;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        if (token.kind == HTML_END && html_token_is(&token, STR("body"))) {
            end = token.at - token.body.n;
        }
    }
    return end;
}

void client_inject(str html, str version, str also, struct buf *out)
{
    size_t at = end_of_body(html);
    buf_put(out, str_sub(html, 0, at));
    buf_put(out, STR("<script data-version=\""));
    html_escape(version, out);
    buf_put(out, STR("\" data-also=\""));
    html_escape(also, out);
    buf_put(out, STR("\">\n"));
    buf_put(out, client_script);
    buf_put(out, STR("</script>\n"));
    buf_put(out, str_from_offset(html, at));
}
