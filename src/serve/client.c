/* SPDX-License-Identifier: MIT */
#include "serve/client.h"

#include "base/buf.h"
#include "text/html.h"

/* The last one: an earlier one stands in somebody's text. */
static size_t end_of_body(str html)
{
    str tag = STR("</body");
    str before = html;
    size_t at;
    while ((at = str_rfind_char(before, '<')) != STR_NONE) {
        if (str_eq_nocase(str_sub(html, at, tag.n), tag)) {
            return at;
        }
        before = str_sub(html, 0, at);
    }
    return html.n;
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
