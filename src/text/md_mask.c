/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/utf8.h"
#include "text/md.h"

/* Two things are lost once cmark has read a text: that a character was
 * escaped (\~ is no strikethrough, \" no curly quote, http\:// no address),
 * and that a mark stood in a bare address (https://example.org/__init__.py
 * has no bold part). So these characters are exchanged for others before, and
 * changed back when they are printed: as they were in code and HTML, without
 * the backslash in text.
 *
 *     U+10A50 + i     escapable[i] with its backslash; to cmark punctuation
 *                     (of Kharoshthi), as both of them are
 *     U+10FE80 + c    c in an address; to cmark a letter
 *     U+10FE80        nothing: an address ends here
 *
 * A text that holds such characters itself isn't masked. Nor are addresses
 * where cmark reads them otherwise: in brackets, <...> and (...) of links. */

enum { ESCAPED = 0x10A50, IN_ADDRESS = 0x10FE80, ADDRESS_END = 0x10FF00 };

static const char escapable[] = "~:[]{\"'-.";

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

/* A bracket is open; an image's doesn't count after a link (md_autolink.c
 * has the same rule). */
static bool is_in_bracket(str body, size_t at)
{
    size_t from = look_back(body, at);
    size_t closed = 0;
    bool ends_link = false;
    bool link = false;
    for (size_t i = at; i > from; i--) {
        char c = body.p[i - 1];
        char before = (char)(i > 1 ? body.p[i - 2] : '\n');
        if ((c != '[' && c != ']') || before == '\\') {
            continue;
        }
        if (c == ']') {
            bool paren = i < at && body.p[i] == '(';
            ends_link = closed++ == 0 ? paren : ends_link;
        } else if (closed > 0) {
            link = link || (--closed == 0 && ends_link && before != '!');
        } else if (before != '!' || !link) {
            return true;
        }
    }
    return false;
}

/* ](http://..., ](<http://..., [label]: http://... */
static bool is_destination(str body, size_t at)
{
    while (at > 0 && (is_space(body.p[at - 1]) || body.p[at - 1] == '<')) {
        at--;
    }
    return at > 1 && body.p[at - 2] == ']' &&
           (body.p[at - 1] == '(' || body.p[at - 1] == ':');
}

/* What follows a fence is no text: a fence comes first in its line, but for
 * the marks of quotes and lists. */
static bool is_in_fence(str body, size_t at)
{
    size_t i = look_back(body, at);
    while (i < at && strchr(" \t>-+*.)0123456789", body.p[i])) {
        i++;
    }
    str rest = str_sub(body, i, at - i);
    return str_starts(rest, STR("```")) || str_starts(rest, STR("~~~"));
}

static bool wants_escape(const struct mask *mask, size_t at)
{
    const struct markdown_options *options = mask->md->options;
    switch (mask->body.p[at + 1]) {
    case '~':
    case ':':
    case '[':
    case ']': return true;
    case '{': return !options->gfm;
    case '"':
    case '\'':
    case '-': return options->smart;
    case '.':
        return options->smart ||
               str_ends(str_sub(mask->body, 0, at), STR("www"));
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

static bool is_entity(str text)
{
    size_t i = 1;
    while (i < text.n && (is_alnum(text.p[i]) || text.p[i] == '#')) {
        i++;
    }
    return i > 1 && i < text.n && text.p[i] == ';';
}

/* The address at body[from..]; `host` is behind "://" or "www.". */
static size_t mask_address(struct mask *mask, size_t from, size_t host)
{
    str body = mask->body;
    bool www = str_starts(str_from_offset(body, from), STR("www."));
    bool starts = www ? from == 0 || md_www_may_follow(body.p[from - 1]) ||
                            strchr(">|", body.p[from - 1])
                      : md_is_scheme(str_sub(body, from, host - 3 - from));
    if (!starts || is_destination(body, from) || is_in_tag(body, from) ||
        is_in_bracket(body, from) || is_in_fence(body, from)) {
        return host;
    }
    size_t end = md_address_end(body, from, host);
    size_t i = host;
    while (i < end && (is_alnum(body.p[i]) || strchr("-._", body.p[i]) ||
                       (unsigned char)body.p[i] >= 0x80)) {
        i++;
    }
    /* A code span or a table cell may end before the address does. */
    for (; i < end && body.p[i] != '`' && body.p[i] != '|'; i++) {
        char c = body.p[i];
        bool entity = c == '&' && is_entity(str_from_offset(body, i));
        if (c == '*' || c == '_' || c == '\\' || entity) {
            put_mask(mask, i, 1, IN_ADDRESS + (unsigned char)c);
        }
    }
    if (end < body.n && is_entity(str_from_offset(body, end))) {
        put_mask(mask, end, 0, IN_ADDRESS);
    }
    return i > host ? i : host;
}

static size_t find_from(str body, size_t from, str what, size_t known)
{
    if (known != STR_NONE && known >= from) {
        return known;
    }
    if (known == STR_NONE && from > 0) {
        return STR_NONE;
    }
    size_t at = str_find(str_from_offset(body, from), what);
    return at == STR_NONE ? STR_NONE : from + at;
}

static void mask_all(struct mask *mask)
{
    str body = mask->body;
    size_t backslash = 0;
    size_t colon = 0;
    size_t www = 0;
    bool first = true;
    for (size_t i = 0; i < body.n || first;) {
        backslash = find_from(body, i, STR("\\"), first ? STR_NONE : backslash);
        colon = find_from(body, i, STR("://"), first ? STR_NONE : colon);
        www = find_from(body, i, STR("www."), first ? STR_NONE : www);
        if (first) {
            mask->md->has_addresses = colon != STR_NONE || www != STR_NONE;
        }
        first = false;
        size_t at = backslash < colon ? backslash : colon;
        at = at < www ? at : www;
        if (at == STR_NONE) {
            break;
        }
        if (at == backslash) {
            i = mask_escape(mask, at);
        } else if (at == www) {
            i = mask_address(mask, at, at + 4);
        } else {
            size_t from = at;
            while (from > mask->done && is_alpha(body.p[from - 1])) {
                from--;
            }
            i = mask_address(mask, from, at + 3);
        }
    }
}

/* It holds characters that would be taken for masks. */
static bool has_masks(str body)
{
    return str_find(body, STR("\xF0\x90\xA9")) != STR_NONE ||
           str_find(body, STR("\xF4\x8F")) != STR_NONE;
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

bool md_mask_at(const struct md *md, str text, size_t off, char *c,
                bool *escaped)
{
    if (!md->masked || (unsigned char)text.p[off] < 0xF0) {
        return false;
    }
    uint32_t mask = utf8_next(text, &off);
    *escaped = mask < IN_ADDRESS;
    if (mask >= ESCAPED && mask < ESCAPED + sizeof escapable - 1) {
        *c = escapable[mask - ESCAPED];
        return true;
    }
    *c = (char)(mask & 0x7F);
    return mask >= IN_ADDRESS && mask < ADDRESS_END;
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
        bool escaped;
        if (!md_mask_at(md, text, i, &c, &escaped)) {
            p[n++] = text.p[i++];
            continue;
        }
        if (raw && escaped) {
            p[n++] = '\\';
        }
        if (c) {
            p[n++] = c;
        }
        i += MD_MASK_LENGTH;
    }
    p[n] = '\0';
    return (str){p, n};
}
