/* SPDX-License-Identifier: MIT */
#include "markdown/markdown.h"
#include "markdown/md.h"

/* Dangerous raw HTML and addresses. */

/* GFM 6.11: tags that change how what follows is read. */
static bool is_disallowed(str tag)
{
    size_t from = str_at(tag, 1) == '/' ? 2 : 1;
    size_t end = str_find_any(tag, from, " \t\n\v\f\r/>");
    bool ends = end < tag.n &&
                (tag.p[end] != '/' || str_starts_at(tag, end, STR("/>")));
    return ends && str_is_word_of(str_sub(tag, from, end - from),
                                  STR("title textarea style xmp iframe noembed "
                                      "noframes script plaintext"));
}

void md_raw_html(struct md *md, str html, bool block)
{
    if (!md->options->raw_html) {
        if (md->options->gfm) {
            buf_put(&md->out, STR("<!-- raw HTML omitted -->"));
        }
    } else if (md->options->gfm && block) {
        size_t from = 0;
        for (size_t i = 0; i < html.n; i++) {
            if (html.p[i] == '<' && is_disallowed(str_from_offset(html, i))) {
                buf_put(&md->out, str_sub(html, from, i - from));
                buf_put(&md->out, STR("&lt;"));
                from = i + 1;
            }
        }
        buf_put(&md->out, str_from_offset(html, from));
    } else if (md->options->gfm && html.n && is_disallowed(html)) {
        buf_put(&md->out, STR("&lt;"));
        buf_put(&md->out, str_from_offset(html, 1));
    } else {
        const struct markdown_host *host = &md->options->host;
        md->lost_elements =
            md->lost_elements || md_elements_may_be_lost(html, block);
        buf_put(&md->out, host->raw_html
                              ? host->raw_html(host->self, html, md->tree)
                              : html);
    }
}

/* The scheme as a browser reads it: without the blanks and control characters
 * before it and the line ends and tabs in it. */
static str scheme_of(str url, char *room, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; i < url.n && n < most; i++) {
        char c = url.p[i];
        if ((unsigned char)c <= ' ' || c == 0x7F) {
            continue;
        }
        room[n++] = to_lower(c);
        if (c == ':') {
            return (str){room, n};
        }
        if (!is_alnum(c) && c != '+' && c != '-' && c != '.') {
            break;
        }
    }
    return (str){0};
}

/* Pictures in data: can't run scripts, except SVG. */
static bool is_data_image(str url)
{
    str words = STR("data:image/png data:image/gif data:image/jpeg "
                    "data:image/webp data:image/avif");
    bool found = false;
    for (str word; !found && str_split(&words, ' ', &word);) {
        found = str_starts_nocase(url, word);
    }
    return found;
}

bool markdown_is_dangerous(str url, bool image)
{
    char room[16];
    str scheme = scheme_of(url, room, sizeof room);
    return str_is_word_of(scheme, STR("javascript: vbscript: file: data:")) &&
           !(image && is_data_image(url));
}
