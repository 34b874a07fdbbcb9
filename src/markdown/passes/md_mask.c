/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/utf8.h"
#include "markdown/md.h"

/* One thing is lost once cmark has read a text: that a character was escaped
 * (\" is no curly quote, \{#x} no id). So these characters are exchanged for
 * others before, with their backslash, and changed back when they are printed:
 * as they were in code and HTML, without the backslash in text. And cmark asks
 * extensions at single bytes: for www.example.org at each w there is, which
 * takes long. So the one that an address may begin with is exchanged too.
 *
 *     U+10A50 + i     escapable[i] with its backslash; to cmark punctuation
 *                     (of Kharoshthi), as both of them are
 *     U+10FFFF        the first w of "www."; to cmark a letter, as it is
 *
 * A text that holds such characters itself isn't masked. */

enum { ESCAPED = 0x10A50, WWW = 0x10FFFF };

static const char escapable[] = "[]{\"'-.";

struct mask {
    struct md *md;
    str body;
    struct buf out;
    size_t done; /* body copied so far */
};

static void put_mask(struct mask *mask, size_t at, size_t length, uint32_t c)
{
    buf_put(&mask->out, str_sub(mask->body, mask->done, at - mask->done));
    mask->done = at + length;
    utf8_put(&mask->out, c);
}

/* Where to stop looking back for what is open: the line's start, or that of
 * the table cell. */
static size_t look_back(str body, size_t at)
{
    enum { FAR = 1000 };
    size_t from = at > FAR ? at - FAR : 0;
    for (size_t i = at; i > from; i--) {
        if (body.p[i - 1] == '\n' || body.p[i - 1] == '|') {
            return i;
        }
    }
    return from;
}

/* A '>' follows on the line, before any other '<'. */
static bool is_closed_tag(str body, size_t at)
{
    while (at < body.n && body.p[at] != '\n' && body.p[at] != '<') {
        if (body.p[at++] == '>') {
            return true;
        }
    }
    return false;
}

/* A tag or an autolink is open. */
static bool is_in_tag(str body, size_t at)
{
    size_t from = look_back(body, at);
    for (size_t i = at; i > from; i--) {
        char c = body.p[i - 1];
        if (c == '<') {
            return (is_alpha(body.p[i]) || body.p[i] == '/') &&
                   is_closed_tag(body, at);
        }
        if (c == '>') {
            return false;
        }
    }
    return false;
}

static bool wants_escape(const struct mask *mask, size_t at)
{
    const struct markdown_options *options = mask->md->options;
    switch (mask->body.p[at + 1]) {
    case '[':
    case ']':
    case '{': return true;
    case '"':
    case '\'':
    case '-':
    case '.': return options->smart;
    default: return false;
    }
}

/* A backslash at `at`; where to go on. */
static size_t mask_escape(struct mask *mask, size_t at)
{
    if (at + 1 < mask->body.n && wants_escape(mask, at) &&
        !is_in_tag(mask->body, at)) {
        const char *c = strchr(escapable, mask->body.p[at + 1]);
        put_mask(mask, at, 2, ESCAPED + (uint32_t)(c - escapable));
    }
    return at + 2;
}

/* An address starts behind a space or one of *_~( in the text of a block, or
 * with it. Others that look so are no harm. */
static bool may_start_address(str body, size_t at)
{
    char before = at ? body.p[at - 1] : '\n';
    return (is_space(before) || (before && strchr("*_~(>|:", before))) &&
           !is_in_tag(body, at);
}

/* "www." at `at`; where to go on. */
static size_t mask_www(struct mask *mask, size_t at)
{
    if (may_start_address(mask->body, at)) {
        put_mask(mask, at, 1, WWW);
    }
    return at + 1;
}

static size_t find_in_body(str body, size_t from, str what)
{
    size_t at = str_find(str_from_offset(body, from), what);
    return at == STR_NONE ? body.n : from + at;
}

static void mask_all(struct mask *mask)
{
    str body = mask->body;
    bool gfm = mask->md->options->gfm; /* whose passes see no escapes */
    size_t escape = gfm ? body.n : find_in_body(body, 0, STR("\\"));
    size_t www = find_in_body(body, 0, STR("www."));
    while (escape < body.n || www < body.n) {
        size_t i =
            escape < www ? mask_escape(mask, escape) : mask_www(mask, www);
        escape = escape < i ? find_in_body(body, i, STR("\\")) : escape;
        www = www < i ? find_in_body(body, i, STR("www.")) : www;
    }
}

/* It holds characters that would be taken for masks. */
static bool has_masks(str body)
{
    return str_find(body, STR("\xF0\x90\xA9")) != STR_NONE ||
           str_find(body, STR("\xF4\x8F\xBF\xBF")) != STR_NONE;
}

str md_mask(struct md *md, str body, bool *masked)
{
    struct mask mask = {.md = md, .body = body};
    mask_all(&mask);
    *masked = mask.done > 0 && !has_masks(body);
    if (*masked) {
        buf_put(&mask.out, str_from_offset(body, mask.done));
        body = arena_str(md->tree, buf_str(&mask.out));
    }
    buf_free(&mask.out);
    return body;
}

bool md_mask_at(const struct md *md, str text, size_t off, char *c)
{
    if (!md->masked || (unsigned char)text.p[off] < 0xF0) {
        return false;
    }
    uint32_t mask = utf8_next(text, &off);
    if (mask == WWW) {
        *c = 'w';
        return true;
    }
    if (mask < ESCAPED || mask >= ESCAPED + sizeof escapable - 1) {
        return false;
    }
    *c = escapable[mask - ESCAPED];
    return true;
}

str md_unmask(struct md *md, str text, bool raw)
{
    size_t first = 0;
    while (md->masked && first < text.n &&
           (unsigned char)text.p[first] < 0xF0) {
        first++;
    }
    if (!md->masked || first == text.n) {
        return text;
    }
    char *p = arena_alloc(md->tree, text.n + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < text.n;) {
        char c;
        if (!md_mask_at(md, text, i, &c)) {
            p[n++] = text.p[i++];
            continue;
        }
        if (raw && c != 'w') {
            p[n++] = '\\';
        }
        p[n++] = c;
        i += MD_MASK_LENGTH;
    }
    p[n] = '\0';
    return (str){p, n};
}
