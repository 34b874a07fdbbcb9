/* SPDX-License-Identifier: MIT */
/* SVG: browsers draw elements of SVG itself, and of HTML and MathML in them.
 * All other namespaces are those of editors. */
#include "images/clean.h"

#include "base/utf8.h"
#include "images/image_parts.h"

enum { PREFIXES = 16 };

struct svg {
    str s;
    size_t at;
    bool has_rules;      /* a style sheet or script may count elements */
    str drawn[PREFIXES]; /* prefixes of namespaces that are drawn */
    size_t ndrawn;
    size_t skipped; /* elements that are open in one that goes */
    struct buf *out;
};

static bool is_name_char(char c)
{
    return is_alnum(c) || (c && strchr(":_-.", c)) || (unsigned char)c >= 0x80;
}

static str take_name(str s, size_t *at)
{
    size_t start = *at;
    while (is_name_char(str_at(s, *at))) {
        ++*at;
    }
    return str_sub(s, start, *at - start);
}

/* --- namespaces --- */

/* Illustrator writes entities in the place of addresses. */
static bool is_drawn(str uri)
{
    static const str known[] = {
        STR_INIT("http://www.w3.org/2000/svg"),
        STR_INIT("http://www.w3.org/1999/xlink"),
        STR_INIT("http://www.w3.org/1999/xhtml"),
        STR_INIT("http://www.w3.org/1998/Math/MathML"),
        STR_INIT("http://www.w3.org/XML/1998/namespace"),
        STR_INIT("&ns_svg;"),
        STR_INIT("&ns_xlink;"),
        STR_INIT("&svg;"),
        STR_INIT("&xlink;"),
        STR_INIT(""),
    };
    return str_is_among(uri, known, sizeof known / sizeof *known);
}

str xml_value(str s, size_t *at)
{
    size_t start = str_skip_spaces(s, *at);
    char quote = '\0';
    if (str_at(s, start) == '=') {
        start = str_skip_spaces(s, start + 1);
        quote = str_at(s, start);
    }
    if (quote != '"' && quote != '\'') {
        return (str){0};
    }
    size_t end = str_find_char_from(s, start + 1, quote);
    *at = end + 1;
    return end < s.n ? str_sub(s, start + 1, end - start - 1) : (str){0};
}

/* A prefix that is never bound has its usual meaning. */
static bool is_drawn_prefix(const struct svg *svg, str prefix)
{
    return str_is_among(prefix, svg->drawn, svg->ndrawn);
}

/* Wherever a prefix is bound, it is for all of the file. */
static void find_prefixes(struct svg *svg)
{
    str xmlns = STR("xmlns:");
    svg->drawn[svg->ndrawn++] = STR("xml");
    svg->drawn[svg->ndrawn++] = STR("xlink");
    svg->drawn[svg->ndrawn++] = STR("svg");
    for (size_t at = str_find_from(svg->s, 0, xmlns);
         at < svg->s.n && svg->ndrawn < PREFIXES;
         at = str_find_from(svg->s, at, xmlns)) {
        at += xmlns.n;
        str prefix = take_name(svg->s, &at);
        if (is_drawn(xml_value(svg->s, &at)) && !is_drawn_prefix(svg, prefix)) {
            svg->drawn[svg->ndrawn++] = prefix;
        }
    }
}

/* --- attributes --- */

/* A place on the author's disk. */
static bool is_local(str value)
{
    static const str roots[] = {STR_INIT("file:"), STR_INIT("/home/"),
                                STR_INIT("/Users/"), STR_INIT("/root/")};
    value = str_trim(value);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        if (str_starts(value, roots[i])) {
            return true;
        }
    }
    return is_alpha(str_at(value, 0)) && str_at(value, 1) == ':' &&
           (str_at(value, 2) == '\\' || str_at(value, 2) == '/');
}

static bool is_editors(const struct svg *svg, str name, str value)
{
    size_t colon = str_find_char(name, ':');
    str prefix = str_sub(name, 0, colon);
    if (is_local(value)) {
        return true;
    }
    if (colon == STR_NONE) { /* names of layers; draw.io's own file */
        return (str_eq(name, STR("data-name")) && !svg->has_rules) ||
               str_eq(name, STR("content"));
    }
    if (str_eq(prefix, STR("xmlns"))) {
        return !is_drawn(value);
    }
    return !is_drawn_prefix(svg, prefix);
}

/* CSS whose names begin with an editor's. */
static void put_style(struct buf *out, str value)
{
    str part;
    bool any = false;
    if (str_find(value, STR("-inkscape-")) == STR_NONE ||
        str_find_char(value, '(') != STR_NONE) {
        buf_put(out, value);
        return;
    }
    while (str_split(&value, ';', &part)) {
        if (!str_starts(str_trim(part), STR("-inkscape-"))) {
            if (any) {
                buf_putc(out, ';');
            }
            buf_put(out, part);
            any = true;
        }
    }
}

/* Reads the attributes up to the end of the tag, and writes those that stay.
 * *uri: the element's own namespace. False: no XML. */
static bool take_attributes(struct svg *svg, str *uri, bool *closed)
{
    str s = svg->s;
    for (;;) {
        size_t start = svg->at;
        svg->at = str_skip_spaces(s, svg->at);
        *closed = str_at(s, svg->at) == '/';
        if (str_at(s, svg->at + *closed) == '>') {
            svg->at += 1 + *closed;
            return true;
        }
        str name = take_name(s, &svg->at);
        str value = xml_value(s, &svg->at);
        if (!name.n || !value.p) {
            return false;
        }
        if (str_eq(name, STR("xmlns"))) {
            *uri = value;
        }
        if (is_editors(svg, name, value)) {
            continue;
        }
        size_t before = (size_t)(value.p - s.p) - start;
        buf_put(svg->out, str_sub(s, start, before));
        if (str_eq(name, STR("style"))) {
            put_style(svg->out, value);
        } else {
            buf_put(svg->out, value);
        }
        buf_putc(svg->out, value.p[value.n]);
    }
}

/* --- tags --- */

static bool goes(const struct svg *svg, str name, str uri)
{
    size_t colon = str_find_char(name, ':');
    str local = colon == STR_NONE ? name : str_from_offset(name, colon + 1);
    return str_eq(local, STR("metadata")) || !is_drawn(uri) ||
           (colon != STR_NONE &&
            !is_drawn_prefix(svg, str_sub(name, 0, colon)));
}

static bool take_start(struct svg *svg)
{
    size_t start = svg->at++;
    size_t before = svg->out->n;
    str name = take_name(svg->s, &svg->at);
    str uri = {0};
    bool closed;
    buf_put(svg->out, str_sub(svg->s, start, svg->at - start));
    if (!name.n || !take_attributes(svg, &uri, &closed)) {
        return false;
    }
    buf_put(svg->out, closed ? STR("/>") : STR(">"));
    if (svg->skipped) {
        svg->out->n = before;
        svg->skipped += !closed;
    } else if (goes(svg, name, uri)) {
        svg->out->n = before;
        svg->skipped = !closed;
        buf_put(svg->out, svg->has_rules ? STR("<metadata/>") : STR(""));
    }
    return true;
}

static bool take_end(struct svg *svg)
{
    size_t end = str_find_char_from(svg->s, svg->at, '>') + 1;
    if (end > svg->s.n) {
        return false;
    }
    if (svg->skipped) {
        svg->skipped--;
    } else {
        buf_put(svg->out, str_sub(svg->s, svg->at, end - svg->at));
    }
    svg->at = end;
    return true;
}

/* Moves past `end`, and copies the text up to there if `put`. */
static bool take_until(struct svg *svg, str end, bool put)
{
    size_t to = str_find_from(svg->s, svg->at, end) + end.n;
    if (to > svg->s.n) {
        return false;
    }
    if (put && !svg->skipped) {
        buf_put(svg->out, str_sub(svg->s, svg->at, to - svg->at));
    }
    svg->at = to;
    return true;
}

/* Entities that it defines can be parts of the drawing. */
static bool take_doctype(struct svg *svg)
{
    size_t end = str_find_char_from(svg->s, svg->at, '>');
    size_t list = str_find_char_from(svg->s, svg->at, '[');
    if (list > end) {
        return take_until(svg, STR(">"), false);
    }
    end = str_find_from(svg->s, list, STR("]"));
    str text = str_sub(svg->s, list, end - list);
    bool plain = str_find(text, STR("<!--")) == STR_NONE &&
                 str_find(text, STR("<!ENTITY")) != STR_NONE;
    return take_until(svg, STR("]"), plain) && take_until(svg, STR(">"), plain);
}

static bool take_markup(struct svg *svg)
{
    if (str_starts_at(svg->s, svg->at, STR("<!--"))) {
        svg->at += 2;
        return take_until(svg, STR("-->"), false);
    }
    if (str_starts_at(svg->s, svg->at, STR("<![CDATA["))) {
        return take_until(svg, STR("]]>"), true);
    }
    if (str_starts_at(svg->s, svg->at, STR("<!"))) {
        return take_doctype(svg);
    }
    if (str_starts_at(svg->s, svg->at, STR("<?"))) {
        return take_until(
            svg, STR("?>"),
            str_starts_at(svg->s, svg->at, STR("<?xml ")) ||
                str_starts_at(svg->s, svg->at, STR("<?xml-stylesheet")));
    }
    if (str_starts_at(svg->s, svg->at, STR("</"))) {
        return take_end(svg);
    }
    return take_start(svg);
}

size_t svg_start(str s)
{
    struct svg svg = {.s = s, .skipped = 1};
    svg.at = str_starts(s, STR("\xEF\xBB\xBF")) ? 3 : 0;
    do {
        svg.at = str_skip_spaces(s, svg.at);
    } while ((str_starts_at(s, svg.at, STR("<!")) ||
              str_starts_at(s, svg.at, STR("<?"))) &&
             take_markup(&svg));
    size_t start = svg.at++;
    str name = take_name(s, &svg.at);
    bool is = str_starts_at(s, start, STR("<")) &&
              (str_eq(name, STR("svg")) || str_ends(name, STR(":svg")));
    return is ? start : STR_NONE;
}

/* A text in UTF-16 as UTF-8; others as they are. The declaration goes: it names
 * the encoding that was. */
static str to_utf8(str s, struct arena *arena)
{
    struct buf out = {0};
    if (!utf16_has_mark(s)) {
        return s;
    }
    bool big = s.p[0] == '\xFE';
    for (size_t i = 2; i + 1 < s.n; i += 2) {
        uint32_t c = big ? big16(s, i) : little16(s, i);
        uint32_t low = big ? big16(s, i + 2) : little16(s, i + 2);
        uint32_t pair = utf16_join(c, low);
        utf8_put(&out, pair ? pair : c);
        i += pair ? 2 : 0;
    }
    str text = buf_move(&out, arena);
    size_t end =
        str_starts(text, STR("<?xml")) ? str_find(text, STR("?>")) : STR_NONE;
    return end == STR_NONE ? text : str_from_offset(text, end + 2);
}

bool svg_is(str s)
{
    struct arena work = {0};
    bool is = svg_start(to_utf8(s, &work)) != STR_NONE;
    arena_free(&work);
    return is;
}

bool svg_is_whole(str s)
{
    struct arena work = {0};
    str clean = clean_svg(s, &work);
    bool whole = svg_is(s) && clean.p != s.p &&
                 (str_find(clean, STR("svg>")) != STR_NONE ||
                  str_ends(str_trim(clean), STR("/>")));
    arena_free(&work);
    return whole;
}

str clean_svg(str bytes, struct arena *arena)
{
    struct buf out = {0};
    str s = to_utf8(bytes, arena);
    struct svg svg = {
        .s = s,
        .has_rules = str_find(s, STR("<style")) != STR_NONE ||
                     str_find(s, STR("<script")) != STR_NONE ||
                     str_find(s, STR("xml-stylesheet")) != STR_NONE,
        .out = &out,
    };
    find_prefixes(&svg);
    while (svg.at < s.n) {
        size_t next = str_find_char_from(s, svg.at, '<');
        if (!svg.skipped) {
            buf_put(&out, str_sub(s, svg.at, next - svg.at));
        }
        svg.at = next;
        if (next < s.n && !take_markup(&svg)) {
            buf_free(&out);
            return bytes;
        }
    }
    return buf_move(&out, arena);
}
