/* SPDX-License-Identifier: MIT */
#include "check/xml.h"

#include "base/utf8.h"

static enum xml_kind bad(struct xml *xml, size_t at, size_t n,
                         const char *problem)
{
    xml->kind = XML_BAD;
    xml->body = str_sub(xml->text, at, n);
    xml->problem = problem;
    return XML_BAD;
}

void xml_init(struct xml *xml, str text)
{
    memset(xml, 0, sizeof *xml);
    xml->text = text;
    xml->at = str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    xml->kind = XML_TEXT;
    size_t invalid = utf8_invalid(text);
    if (invalid != STR_NONE) {
        bad(xml, invalid, 1, "this is not UTF-8");
    }
}

str xml_attr(const struct xml *xml, str name)
{
    for (size_t i = 0; i < xml->nattrs; i++) {
        if (str_eq(xml->attrs[i].name, name)) {
            return xml->attrs[i].text;
        }
    }
    return (str){NULL, 0};
}

/* --- what may stand in a text --- */

/* XML 1.0 2.2: no control characters but tab and line breaks, no U+FFFE. */
static bool is_allowed(uint32_t c)
{
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xD7FF) ||
           (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF);
}

/* The length of the reference at the start, 0: it is none. */
static size_t reference(str text)
{
    static const str named[] = {STR_INIT("&amp;"), STR_INIT("&lt;"),
                                STR_INIT("&gt;"), STR_INIT("&quot;"),
                                STR_INIT("&apos;")};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        if (str_starts(text, named[i])) {
            return named[i].n;
        }
    }
    if (!str_starts(text, STR("&#"))) {
        return 0;
    }
    bool hex = text.n > 2 && text.p[2] == 'x';
    size_t start = hex ? 3 : 2;
    size_t at = start;
    uint32_t c = 0;
    for (; at < text.n && text.p[at] != ';'; at++) {
        char digit = to_lower(text.p[at]);
        bool letter = hex && digit >= 'a' && digit <= 'f';
        if ((!is_digit(digit) && !letter) || c > 0x10FFFF) {
            return 0;
        }
        c = c * (hex ? 16 : 10) +
            (uint32_t)(letter ? digit - 'a' + 10 : digit - '0');
    }
    return at > start && at < text.n && is_allowed(c) ? at + 1 : 0;
}

/* Every character from `at` to `end`; references: they count. */
static bool check_chars(struct xml *xml, size_t at, size_t end, bool references)
{
    str text = xml->text;
    while (at < end) {
        unsigned char c = (unsigned char)text.p[at];
        if (c == '&' && references) {
            size_t n = reference(str_sub(text, at, end - at));
            if (n == 0) {
                bad(xml, at, 1, "this '&' starts no character: write &amp;");
                return false;
            }
            at += n;
        } else if (c >= 0x20 && c < 0x80) {
            at++;
        } else {
            size_t start = at;
            if (!is_allowed(utf8_next(text, &at))) {
                bad(xml, start, at - start,
                    "XML has no place for this character");
                return false;
            }
        }
    }
    return true;
}

/* --- tags --- */

static bool is_name(char c)
{
    return !is_space(c) && c != '/' && c != '>' && c != '=' && c != '<' &&
           c != '"' && c != '\'' && c != '&' && c != '\0';
}

static size_t skip_name(str text, size_t at)
{
    while (at < text.n && is_name(text.p[at])) {
        at++;
    }
    return at;
}

static size_t skip_space(str text, size_t at)
{
    while (at < text.n && is_space(text.p[at])) {
        at++;
    }
    return at;
}

/* An attribute at xml->at; moves behind it. */
static bool read_attr(struct xml *xml)
{
    str text = xml->text;
    size_t start = xml->at;
    size_t end = skip_name(text, start);
    size_t at = skip_space(text, end);
    str name = str_sub(text, start, end - start);
    if (end == start || at >= text.n || text.p[at] != '=') {
        bad(xml, start, end - start, "this is no attribute with a text");
        return false;
    }
    at = skip_space(text, at + 1);
    char quote = at < text.n ? text.p[at] : '\0';
    size_t close = quote == '"' || quote == '\''
                       ? str_find_char(str_from_offset(text, at + 1), quote)
                       : STR_NONE;
    if (close == STR_NONE) {
        bad(xml, start, end - start, "this attribute has no quotes");
        return false;
    }
    str inside = str_sub(text, at + 1, close);
    if (xml_attr(xml, name).p) {
        bad(xml, start, end - start, "this attribute is there twice");
        return false;
    }
    if (str_find_char(inside, '<') != STR_NONE) {
        bad(xml, at, close + 2, "a '<' in an attribute: write &lt;");
        return false;
    }
    if (xml->nattrs < XML_ATTRS) {
        xml->attrs[xml->nattrs++] = (struct xml_attr){name, inside};
    }
    xml->at = at + close + 2;
    return check_chars(xml, at + 1, at + 1 + close, true);
}

static enum xml_kind start_tag(struct xml *xml)
{
    str text = xml->text;
    size_t start = xml->at;
    xml->at = skip_name(text, start + 1);
    xml->name = str_sub(text, start + 1, xml->at - start - 1);
    xml->nattrs = 0;
    if (xml->name.n == 0) {
        return bad(xml, start, 1, "a '<' that starts no tag: write &lt;");
    }
    if (xml->depth == 0 && xml->rooted) {
        return bad(xml, start, xml->at - start, "a second element at the top");
    }
    for (;;) {
        xml->at = skip_space(text, xml->at);
        if (xml->at >= text.n) {
            return bad(xml, start, 1, "this tag has no end");
        }
        if (text.p[xml->at] == '>' || text.p[xml->at] == '/') {
            break;
        }
        if (!read_attr(xml)) {
            return XML_BAD;
        }
    }
    xml->closes = text.p[xml->at] == '/';
    xml->at += 1 + (size_t)xml->closes;
    if (xml->at > text.n || text.p[xml->at - 1] != '>') {
        return bad(xml, start, 1, "this tag has no end");
    }
    if (xml->depth == XML_DEPTH) {
        return bad(xml, start, 1, "elements are nested too deep");
    }
    xml->open[xml->depth++] = xml->name;
    xml->rooted = true;
    xml->body = str_sub(text, start, xml->at - start);
    return xml->kind = XML_START;
}

static enum xml_kind end_tag(struct xml *xml)
{
    str text = xml->text;
    size_t start = xml->at;
    size_t end = skip_name(text, start + 2);
    size_t close = skip_space(text, end);
    str name = str_sub(text, start + 2, end - start - 2);
    if (close >= text.n || text.p[close] != '>') {
        return bad(xml, start, 1, "this tag has no end");
    }
    if (xml->depth == 0 || !str_eq(xml->open[xml->depth - 1], name)) {
        return bad(xml, start, close + 1 - start,
                   "this closes no element that is open here");
    }
    xml->depth--;
    xml->name = name;
    xml->body = str_sub(text, start, close + 1 - start);
    xml->at = close + 1;
    return xml->kind = XML_END;
}

/* --- the rest --- */

/* Behind what starts with `open` and ends with `close`; a problem if it does
 * not. */
static bool skip_section(struct xml *xml, str open, str close, str *inside)
{
    size_t start = xml->at;
    size_t from = start + open.n;
    size_t end = str_find(str_from_offset(xml->text, from), close);
    if (end == STR_NONE) {
        bad(xml, start, open.n, "this has no end");
        return false;
    }
    *inside = str_sub(xml->text, from, end);
    xml->at = from + end + close.n;
    return check_chars(xml, from, from + end, false);
}

/* A document type may hold declarations in brackets. */
static bool skip_doctype(struct xml *xml)
{
    size_t start = xml->at;
    size_t inside = 0;
    for (size_t at = start; at < xml->text.n; at++) {
        char c = xml->text.p[at];
        inside += c == '[';
        inside -= c == ']' && inside;
        if (c == '>' && inside == 0) {
            xml->at = at + 1;
            return true;
        }
    }
    bad(xml, start, 9, "this has no end");
    return false;
}

static enum xml_kind read_text(struct xml *xml)
{
    size_t start = xml->at;
    str rest = str_from_offset(xml->text, start);
    size_t open = str_find_char(rest, '<');
    rest = str_sub(rest, 0, open == STR_NONE ? rest.n : open);
    xml->at = start + rest.n;
    size_t stray = str_find(rest, STR("]]>"));
    if (stray != STR_NONE) {
        return bad(xml, start + stray, 3, "this ends no CDATA section");
    }
    if (xml->depth == 0 && str_trim(rest).n) {
        size_t at = (size_t)(str_trim(rest).p - xml->text.p);
        return bad(xml, at, str_trim(rest).n, "text outside of all elements");
    }
    if (!check_chars(xml, start, xml->at, true)) {
        return XML_BAD;
    }
    xml->body = rest;
    return xml->kind = XML_TEXT;
}

static enum xml_kind finish(struct xml *xml)
{
    if (xml->depth) {
        str name = xml->open[xml->depth - 1];
        return bad(xml, (size_t)(name.p - xml->text.p), name.n,
                   "this element is not closed");
    }
    if (!xml->rooted) {
        return bad(xml, 0, 0, "there is no element in it");
    }
    return xml->kind = XML_DONE;
}

/* Comments and the like, which nobody sees. */
static bool skip_unseen(struct xml *xml, str rest)
{
    str inside;
    if (str_starts(rest, STR("<!--"))) {
        return skip_section(xml, STR("<!--"), STR("-->"), &inside);
    }
    if (str_starts(rest, STR("<?"))) {
        return skip_section(xml, STR("<?"), STR("?>"), &inside);
    }
    return skip_doctype(xml);
}

enum xml_kind xml_next(struct xml *xml)
{
    if (xml->kind == XML_BAD || xml->kind == XML_DONE) {
        return xml->kind;
    }
    if (xml->closes) {
        xml->closes = false;
        xml->name = xml->open[--xml->depth];
        return xml->kind = XML_END;
    }
    while (xml->at < xml->text.n) {
        str rest = str_from_offset(xml->text, xml->at);
        if (rest.p[0] != '<') {
            return read_text(xml);
        }
        if (str_starts(rest, STR("</"))) {
            return end_tag(xml);
        }
        if (str_starts(rest, STR("<![CDATA["))) {
            bool good = xml->depth && skip_section(xml, STR("<![CDATA["),
                                                   STR("]]>"), &xml->body);
            return good ? (xml->kind = XML_CDATA)
                   : xml->kind == XML_BAD
                       ? XML_BAD
                       : bad(xml, xml->at, 9, "text outside of all elements");
        }
        bool unseen =
            str_starts(rest, STR("<!")) || str_starts(rest, STR("<?"));
        if (!unseen) {
            return start_tag(xml);
        }
        if (!skip_unseen(xml, rest)) {
            return XML_BAD;
        }
    }
    return finish(xml);
}
