/* SPDX-License-Identifier: MIT */
#include "markdown/markdown.h"
#include "markdown/md.h"

/* Dangerous raw HTML and addresses. */

/* GFM 6.11: tags that change how what follows is read. */
static bool is_disallowed(str tag)
{
    static const str names[] = {
        STR_INIT("title"),    STR_INIT("textarea"), STR_INIT("style"),
        STR_INIT("xmp"),      STR_INIT("iframe"),   STR_INIT("noembed"),
        STR_INIT("noframes"), STR_INIT("script"),   STR_INIT("plaintext"),
    };
    tag = str_from_offset(tag, str_at(tag, 1) == '/' ? 2 : 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!str_eq_nocase(str_sub(tag, 0, names[i].n), names[i])) {
            continue;
        }
        str rest = str_from_offset(tag, names[i].n);
        if (rest.n && (is_space(rest.p[0]) || rest.p[0] == '>' ||
                       str_starts(rest, STR("/>")))) {
            return true;
        }
    }
    return false;
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
    static const str good[] = {
        STR_INIT("data:image/png"), STR_INIT("data:image/gif"),
        STR_INIT("data:image/jpeg"), STR_INIT("data:image/webp"),
        STR_INIT("data:image/avif")};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (str_eq_nocase(str_sub(url, 0, good[i].n), good[i])) {
            return true;
        }
    }
    return false;
}

bool markdown_is_dangerous(str url, bool image)
{
    static const str bad[] = {STR_INIT("javascript:"), STR_INIT("vbscript:"),
                              STR_INIT("file:"), STR_INIT("data:")};
    char room[16];
    str scheme = scheme_of(url, room, sizeof room);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (str_eq(scheme, bad[i])) {
            return !(image && is_data_image(url));
        }
    }
    return false;
}
