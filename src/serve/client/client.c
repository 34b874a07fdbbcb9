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

/* --- style sheets --- */

/* How many characters at that offset are the version of a style sheet. */
static size_t version_at(str page, size_t at)
{
    enum { DIGITS = 8, BASE64 = 64 };
    str rest = str_from_offset(page, at);
    str integrity = STR("sha384-");
    if (str_starts(rest, integrity)) {
        size_t n = integrity.n + BASE64;
        return n < rest.n ? n : rest.n;
    }
    size_t n = str_starts(rest, STR(".")) ? 1 : 0;
    while (n > 0 && n <= DIGITS && n < rest.n &&
           (is_digit(rest.p[n]) || (rest.p[n] >= 'a' && rest.p[n] <= 'f'))) {
        n++;
    }
    bool named =
        n == 1 + DIGITS && str_starts(str_from_offset(rest, n), STR(".css"));
    return named ? n : 0;
}

bool client_is_restyled(str before, str after)
{
    size_t i = 0;
    size_t j = 0;
    for (;;) {
        i += version_at(before, i);
        j += version_at(after, j);
        if (i >= before.n || j >= after.n || before.p[i] != after.p[j]) {
            return i >= before.n && j >= after.n;
        }
        i++;
        j++;
    }
}
