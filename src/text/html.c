/* SPDX-License-Identifier: MIT */
#include "text/html.h"

#include "base/utf8.h"
#include "text/html_entity.h"
#include "text/html_tag.h"
#include "text/url.h"

/* Escaping is what every page spends its time in after parsing: runs of
 * ordinary bytes are found by table and copied whole. */

enum escape { AMP = 1, LT, GT, QUOT, APOS };

static const unsigned char escapes[256] = {
    ['&'] = AMP, ['<'] = LT, ['>'] = GT, ['"'] = QUOT, ['\''] = APOS,
};

static const str cmark_names[] = {
    [AMP] = STR_INIT("&amp;"), [LT] = STR_INIT("&lt;"),
    [GT] = STR_INIT("&gt;"),   [QUOT] = STR_INIT("&quot;"),
    [APOS] = STR_INIT("'"),
};

static const str jinja_names[] = {
    [AMP] = STR_INIT("&amp;"),  [LT] = STR_INIT("&lt;"),
    [GT] = STR_INIT("&gt;"),    [QUOT] = STR_INIT("&#34;"),
    [APOS] = STR_INIT("&#39;"),
};

static void escape(str text, const str *names, struct buf *out)
{
    size_t from = 0;
    for (size_t i = 0; i < text.n; i++) {
        unsigned char which = escapes[(unsigned char)text.p[i]];
        if (which) {
            buf_put(out, (str){text.p + from, i - from});
            buf_put(out, names[which]);
            from = i + 1;
        }
    }
    if (from < text.n) {
        buf_put(out, (str){text.p + from, text.n - from});
    }
}

void html_escape(str text, struct buf *out)
{
    escape(text, cmark_names, out);
}

void html_escape_jinja(str text, struct buf *out)
{
    escape(text, jinja_names, out);
}

/* --- tags ---------------------------------------------------------------- */

/* Behind the end tag of an element whose content is no text. */
static size_t skip_content(str html, const struct html_tag *tag)
{
    static const str names[] = {STR_INIT("script"), STR_INIT("style")};
    if (tag->closing || !str_is_one_of(tag->name, names, 2)) {
        return tag->end;
    }
    for (size_t i = tag->end; i + 1 < html.n; i++) {
        struct html_tag end;
        if (html.p[i] == '<' && html.p[i + 1] == '/' &&
            html_tag_read(html, i, &end) &&
            str_eq_nocase(end.name, tag->name)) {
            return end.end;
        }
    }
    return html.n;
}

/* --- plain text ---------------------------------------------------------- */

/* Tags that don't part the words they stand in. */
static bool is_inline(str name)
{
    static const str names[] = {
        STR_INIT("a"),     STR_INIT("abbr"), STR_INIT("b"),
        STR_INIT("bdi"),   STR_INIT("bdo"),  STR_INIT("cite"),
        STR_INIT("code"),  STR_INIT("data"), STR_INIT("del"),
        STR_INIT("dfn"),   STR_INIT("em"),   STR_INIT("i"),
        STR_INIT("ins"),   STR_INIT("kbd"),  STR_INIT("mark"),
        STR_INIT("q"),     STR_INIT("s"),    STR_INIT("samp"),
        STR_INIT("small"), STR_INIT("span"), STR_INIT("strong"),
        STR_INIT("sub"),   STR_INIT("sup"),  STR_INIT("time"),
        STR_INIT("u"),     STR_INIT("var"),  STR_INIT("wbr"),
    };
    return name.n == 0 ||
           str_is_one_of(name, names, sizeof names / sizeof *names);
}

static uint32_t number_entity(str digits, unsigned base)
{
    uint32_t c = 0;
    for (size_t i = 0; i < digits.n; i++) {
        char d = to_lower(digits.p[i]);
        unsigned value = is_digit(d)            ? (unsigned)(d - '0')
                         : d >= 'a' && d <= 'f' ? (unsigned)(d - 'a') + 10
                                                : base;
        if (value >= base || c > 0x10FFFF) {
            return 0;
        }
        c = c * base + value;
    }
    return digits.n ? c : 0;
}

/* The entity at text[at] == '&': its character, and its end in *end. */
static uint32_t read_entity(str text, size_t at, size_t *end)
{
    enum { LONGEST = 32 };
    str name = str_sub(text, at + 1, LONGEST);
    size_t semicolon = str_find_char(name, ';');
    if (semicolon == STR_NONE) {
        return 0;
    }
    *end = at + 1 + semicolon + 1;
    name.n = semicolon;
    if (!str_starts(name, STR("#"))) {
        return html_entity(name);
    }
    bool is_hex = name.n > 1 && to_lower(name.p[1]) == 'x';
    return number_entity(str_from_offset(name, is_hex ? 2 : 1),
                         is_hex ? 16 : 10);
}

static void put_space(struct buf *out)
{
    if (out->n && out->p[out->n - 1] != ' ') {
        buf_putc(out, ' ');
    }
}

static void put_plain(str text, struct buf *out)
{
    for (size_t i = 0; i < text.n;) {
        size_t end = i + 1;
        uint32_t c = text.p[i] == '&' ? read_entity(text, i, &end) : 0;
        if (c == 0xA0 || (!c && is_space(text.p[i]))) {
            put_space(out);
        } else if (c) {
            utf8_put(out, c);
        } else {
            buf_putc(out, text.p[i]);
            end = i + 1;
        }
        i = end;
    }
}

str html_plain(struct arena *arena, str html)
{
    struct buf out = {0};
    size_t i = 0;
    while (i < html.n) {
        size_t less = str_find_char(str_from_offset(html, i), '<');
        size_t at = less == STR_NONE ? html.n : i + less;
        put_plain(str_sub(html, i, at - i), &out);
        struct html_tag tag;
        if (at == html.n) {
            break;
        }
        if (!html_tag_read(html, at, &tag)) {
            buf_putc(&out, '<');
            i = at + 1;
            continue;
        }
        if (!is_inline(tag.name)) {
            put_space(&out);
        }
        i = skip_content(html, &tag);
    }
    str result = arena_str(arena, str_trim(buf_str(&out)));
    buf_free(&out);
    return result;
}

/* --- absolute addresses -------------------------------------------------- */

struct attribute {
    str name;
    bool has_value;
    size_t from; /* of the value, without its quotes */
    size_t to;
};

/* The next attribute of a tag from *off on; false at its end. */
static bool read_attribute(str html, size_t *off, size_t end,
                           struct attribute *attribute)
{
    size_t i = *off;
    while (i < end && (is_space(html.p[i]) || html.p[i] == '/')) {
        i++;
    }
    size_t start = i;
    while (i < end && !is_space(html.p[i]) && html.p[i] != '=' &&
           html.p[i] != '>') {
        i++;
    }
    *attribute = (struct attribute){
        .name = str_sub(html, start, i - start), .from = i, .to = i};
    while (i < end && is_space(html.p[i])) {
        i++;
    }
    if (i < end && html.p[i] == '=') {
        attribute->has_value = true;
        i++;
        while (i < end && is_space(html.p[i])) {
            i++;
        }
        char quote = (char)(i < end ? html.p[i] : '\0');
        bool quoted = quote == '"' || quote == '\'';
        i += quoted;
        attribute->from = i;
        while (i < end && (quoted ? html.p[i] != quote
                                  : !is_space(html.p[i]) && html.p[i] != '>')) {
            i++;
        }
        attribute->to = i;
        i += quoted && i < end;
    }
    *off = i > start ? i : i + 1;
    return attribute->name.n > 0;
}

static void put_absolute(str url, str base, struct arena *arena,
                         struct buf *out)
{
    str trimmed = str_trim(url);
    bool has_scheme =
        url_is_absolute(trimmed) && !str_starts(trimmed, STR("//"));
    buf_put(out, has_scheme ? url : url_resolve(arena, base, trimmed));
}

/* "a.jpg 1x, b.jpg 2x" */
static void put_srcset(str set, str base, struct arena *arena, struct buf *out)
{
    size_t i = 0;
    while (i < set.n) {
        while (i < set.n && (is_space(set.p[i]) || set.p[i] == ',')) {
            buf_putc(out, set.p[i++]);
        }
        size_t start = i;
        while (i < set.n && !is_space(set.p[i])) {
            i++;
        }
        size_t end = i;
        while (end > start && set.p[end - 1] == ',') {
            end--;
        }
        if (end > start) {
            put_absolute(str_sub(set, start, end - start), base, arena, out);
        }
        size_t comma = str_find_char(str_from_offset(set, end), ',');
        i = comma == STR_NONE ? set.n : end + comma;
        buf_put(out, str_sub(set, end, i - end));
    }
}

static void put_tag(str html, const struct html_tag *tag, size_t from, str base,
                    struct arena *arena, struct buf *out)
{
    static const str names[] = {
        STR_INIT("href"), STR_INIT("src"),      STR_INIT("poster"),
        STR_INIT("cite"), STR_INIT("action"),   STR_INIT("formaction"),
        STR_INIT("data"), STR_INIT("longdesc"), STR_INIT("background"),
    };
    struct attribute attribute;
    size_t off = tag->attributes;
    while (tag->name.n && !tag->closing && off < tag->end &&
           read_attribute(html, &off, tag->end, &attribute)) {
        str value =
            str_sub(html, attribute.from, attribute.to - attribute.from);
        bool set = str_eq_nocase(attribute.name, STR("srcset"));
        if (!attribute.has_value ||
            (!set && !str_is_one_of(attribute.name, names,
                                    sizeof names / sizeof *names))) {
            continue;
        }
        buf_put(out, str_sub(html, from, attribute.from - from));
        if (set) {
            put_srcset(value, base, arena, out);
        } else {
            put_absolute(value, base, arena, out);
        }
        from = attribute.to;
    }
    buf_put(out, str_sub(html, from, tag->end - from));
}

str html_absolute(struct arena *arena, str html, str base)
{
    struct buf out = {0};
    size_t i = 0;
    while (i < html.n) {
        size_t less = str_find_char(str_from_offset(html, i), '<');
        size_t at = less == STR_NONE ? html.n : i + less;
        buf_put(&out, str_sub(html, i, at - i));
        if (at == html.n) {
            break;
        }
        struct html_tag tag;
        if (!html_tag_read(html, at, &tag)) {
            buf_putc(&out, '<');
            i = at + 1;
            continue;
        }
        put_tag(html, &tag, at, base, arena, &out);
        i = skip_content(html, &tag);
        buf_put(&out, str_sub(html, tag.end, i - tag.end));
    }
    str result = arena_str(arena, buf_str(&out));
    buf_free(&out);
    return result;
}
