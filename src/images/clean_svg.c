/* SPDX-License-Identifier: MIT */
/* SVG, read by expat and written again if something in it goes: browsers draw
 * elements of SVG itself, and of HTML and MathML in them. All other namespaces
 * are those of editors. Entities become their texts, so the document type is
 * not needed. */
#include "images/clean.h"

#include <expat.h>
#include <limits.h>

#include "base/utf8.h"
#include "images/image.h"
#include "text/html_escape.h"

struct svg {
    XML_Parser parser;
    struct buf *out;
    struct buf text;   /* since the last tag */
    struct buf spaces; /* namespaces that the next tag binds, as attributes */
    bool has_rules;    /* a style sheet or script may count elements */
    bool page;         /* clean_svg */
    enum { OTHER, STYLE, NOTE } inside; /* the element that the text begins */
    size_t opened;  /* the end of the last start tag in `out` */
    size_t skipped; /* elements that are open in one that goes */
    bool changed;   /* something of the drawing's file is left out */
    bool bytes;     /* svg_parser */
};

struct name {
    str uri;
    str local;
    str prefix;
};

/* expat's "uri\nlocal\nprefix", where a part that is not there is left out. */
static struct name name_of(const char *text)
{
    str rest = str_from(text);
    str parts[3] = {{0}};
    size_t n = 0;
    while (n < 3 && str_split(&rest, SVG_SEPARATOR, &parts[n])) {
        n++;
    }
    return n == 1 ? (struct name){.local = parts[0]}
                  : (struct name){parts[0], parts[1], parts[2]};
}

static bool is_drawn(str uri)
{
    static const str known[] = {
        STR_INIT("http://www.w3.org/2000/svg"),
        STR_INIT("http://www.w3.org/1999/xlink"),
        STR_INIT("http://www.w3.org/1999/xhtml"),
        STR_INIT("http://www.w3.org/1998/Math/MathML"),
        STR_INIT("http://www.w3.org/XML/1998/namespace"),
        STR_INIT(""),
    };
    return str_is_among(uri, known, sizeof known / sizeof *known);
}

/* --- places on the author's disk --- */

/* Whether the text begins with one: a folder of home folders is none. In a
 * link, a path may be one of the site. */
static bool is_local(str text, bool link)
{
    static const str roots[] = {STR_INIT("file:/"), STR_INIT("file:\\"),
                                STR_INIT("/root/"), STR_INIT("/home/"),
                                STR_INIT("/Users/")};
    enum { SCHEMES = 2, HOMES = 3 };
    for (size_t i = 0; i < (link ? SCHEMES : sizeof roots / sizeof *roots);
         i++) {
        str rest = str_from_offset(text, roots[i].n);
        if (str_eq_nocase(str_sub(text, 0, roots[i].n), roots[i]) &&
            (i < HOMES || str_find_char(rest, '/') != STR_NONE)) {
            return true;
        }
    }
    return is_alpha(str_at(text, 0)) && str_at(text, 1) == ':' &&
           (str_at(text, 2) == '\\' || str_at(text, 2) == '/');
}

/* Whether there is one in the text. */
static bool has_local(str text)
{
    for (size_t i = 0; i < text.n; i++) {
        char before = i ? text.p[i - 1] : ' ';
        if (!is_alnum(before) && !is_any_of(before, "/._~-") &&
            is_local(str_from_offset(text, i), false)) {
            return true;
        }
    }
    return false;
}

/* --- CSS --- */

/* The offset after the next c that no '\' is before. */
static size_t css_after(str s, size_t at, char c)
{
    while (at < s.n && s.p[at] != c) {
        at += s.p[at] == '\\' ? 2 : 1;
    }
    return at < s.n ? at + 1 : s.n;
}

/* The length of the first token: a string, an address, a comment, or one
 * character. */
static size_t css_token(str s)
{
    char c = str_at(s, 0);
    if (c == '"' || c == '\'') {
        return css_after(s, 1, c);
    }
    if (str_eq_nocase(str_sub(s, 0, 4), STR("url(")) &&
        !is_any_of(str_at(s, str_skip_spaces(s, 4)), "\"'")) {
        return css_after(s, 4, ')');
    }
    if (str_starts(s, STR("/*"))) {
        size_t end = str_find_from(s, 2, STR("*/")) + 2;
        return end < s.n ? end : s.n;
    }
    return c == '\\' && s.n > 1 ? 2 : 1;
}

/* Where a token is. */
struct css {
    size_t parentheses; /* that are open */
    bool bracket;       /* of a selector, [id="x"] */
    bool import;        /* after @import */
    bool inside;        /* a declaration or rule has begun */
    bool editors;       /* a declaration of an editor's */
};

/* s begins with the token. */
static void css_enter(struct css *css, str s, char c)
{
    css->parentheses += c == '(';
    css->parentheses -= c == ')' && css->parentheses;
    css->bracket = c == '[' || (css->bracket && c != ']');
    css->import = css->import || str_starts(s, STR("@import"));
    css->editors =
        css->editors || (!css->inside && str_starts(s, STR("-inkscape-")));
}

static void css_leave(struct css *css, str token)
{
    if (is_any_of(token.p[0], "{};")) {
        *css = (struct css){0};
    } else if (!is_space(token.p[0]) && !str_starts(token, STR("/*"))) {
        css->inside = true;
    }
}

/* Appends the CSS without editors' declarations, texts of comments, and
 * addresses on the author's disk: in url(), strings in parentheses, and that of
 * @import. */
static void put_css(struct buf *out, str s)
{
    struct css css = {0};
    while (s.n) {
        str token = str_sub(s, 0, css_token(s));
        char c = token.p[0];
        bool string = c == '"' || c == '\'';
        size_t head = string ? 1 : STR("url(").n;
        css_enter(&css, s, c);
        bool address = token.n > head && (!string || css.import ||
                                          (css.parentheses && !css.bracket));
        if (css.editors) {
            buf_put(out, c == '}' ? token : STR(""));
        } else if (str_starts(token, STR("/*"))) {
            buf_put(out, STR("/**/")); /* a comment separates words */
        } else if (address &&
                   is_local(str_trim(str_from_offset(token, head)), false)) {
            buf_put(out, str_sub(token, 0, head));
            buf_putc(out, string ? c : ')');
        } else {
            buf_put(out, token);
        }
        css_leave(&css, token);
        s = str_from_offset(s, token.n);
    }
}

/* --- writing --- */

/* Blanks that would be read as others are written as references. */
static void put_escaped(struct buf *out, str text, bool attribute)
{
    while (text.n) {
        size_t n = 0;
        while (n < text.n && text.p[n] != '\r' &&
               !(attribute && (text.p[n] == '\n' || text.p[n] == '\t'))) {
            n++;
        }
        html_escape(str_sub(text, 0, n), out);
        if (n < text.n) {
            buf_printf(out, "&#%d;", text.p[n]);
        }
        text = str_from_offset(text, n + 1);
    }
}

static void put_name(struct buf *out, const struct name *name)
{
    buf_put(out, name->prefix);
    buf_put(out, name->prefix.n ? STR(":") : STR(""));
    buf_put(out, name->local);
}

/* Writes the text up to the next tag. */
static void put_text(struct svg *svg)
{
    str text = buf_str(&svg->text);
    struct buf kept = {0};
    if (svg->inside == STYLE) {
        put_css(&kept, text);
    } else if (svg->inside != NOTE || !has_local(text)) {
        buf_put(&kept, text);
    }
    svg->changed = svg->changed || kept.n != text.n;
    put_escaped(svg->out, buf_str(&kept), false);
    buf_free(&kept);
    buf_clear(&svg->text);
}

/* draw.io writes its own file as `content`, editors names of layers as
 * `data-name`. */
static bool is_editors(const struct svg *svg, const struct name *element,
                       const struct name *name, str value)
{
    bool link = (svg->page || str_eq(element->local, STR("a"))) &&
                str_eq(name->local, STR("href"));
    return !is_drawn(name->uri) || is_local(str_trim(value), link) ||
           (!name->uri.n &&
            (str_eq(name->local, STR("content")) ||
             (str_eq(name->local, STR("data-name")) && !svg->has_rules)));
}

static void put_attribute(struct svg *svg, const struct name *name, str value)
{
    struct buf css = {0};
    if (str_eq(name->local, STR("style")) ||
        str_find_nocase(value, STR("url(")) != STR_NONE) {
        put_css(&css, value);
        svg->changed = svg->changed || css.n != value.n;
        value = buf_str(&css);
    }
    buf_putc(svg->out, ' ');
    put_name(svg->out, name);
    buf_put(svg->out, STR("=\""));
    put_escaped(svg->out, value, true);
    buf_putc(svg->out, '"');
    buf_free(&css);
}

/* --- handlers of expat --- */

static void on_namespace(void *self, const char *prefix, const char *uri)
{
    struct svg *svg = self;
    str address = uri ? str_from(uri) : STR("");
    if (is_drawn(address)) {
        buf_printf(&svg->spaces, " xmlns%s%s=\"%.*s\"", prefix ? ":" : "",
                   prefix ? prefix : "", STR_ARG(address));
    } else {
        svg->changed = true;
    }
}

static void on_start(void *self, const char *element, const char **attrs)
{
    struct svg *svg = self;
    struct name name = name_of(element);
    bool drawn = is_drawn(name.uri) || (svg->page && !name.prefix.n);
    put_text(svg);
    if (!svg->opened && !(drawn && str_eq(name.local, STR("svg")))) {
        XML_StopParser(svg->parser, XML_FALSE);
    } else if (svg->skipped) {
        svg->skipped++;
    } else if (!drawn || str_eq(name.local, STR("metadata"))) {
        svg->skipped = 1;
        svg->changed = true;
        buf_put(svg->out, svg->has_rules ? STR("<metadata/>") : STR(""));
    } else {
        buf_putc(svg->out, '<');
        put_name(svg->out, &name);
        buf_put(svg->out, buf_str(&svg->spaces));
        for (size_t i = 0; attrs[i]; i += 2) {
            struct name attribute = name_of(attrs[i]);
            str value = str_from(attrs[i + 1]);
            if (is_editors(svg, &name, &attribute, value)) {
                svg->changed = true;
            } else {
                put_attribute(svg, &attribute, value);
            }
        }
        buf_putc(svg->out, '>');
        svg->opened = svg->out->n;
        svg->inside = str_eq(name.local, STR("style"))  ? STYLE
                      : str_eq(name.local, STR("desc")) ? NOTE
                                                        : OTHER;
    }
    buf_clear(&svg->spaces);
}

static void on_end(void *self, const char *element)
{
    struct svg *svg = self;
    struct name name = name_of(element);
    put_text(svg);
    svg->inside = OTHER;
    if (svg->skipped) {
        svg->skipped--;
    } else if (svg->opened && svg->opened == svg->out->n) {
        svg->out->p[svg->out->n - 1] = '/';
        buf_putc(svg->out, '>');
    } else {
        buf_put(svg->out, STR("</"));
        put_name(svg->out, &name);
        buf_putc(svg->out, '>');
    }
}

static void on_text(void *self, const char *text, int n)
{
    enum { MOST = 64 << 20 }; /* entities may be used again and again */
    struct svg *svg = self;
    if (!svg->skipped) {
        buf_put(&svg->text, (str){text, (size_t)n});
    }
    if (svg->out->n + svg->text.n > MOST) {
        XML_StopParser(svg->parser, XML_FALSE);
    }
}

static void on_instruction(void *self, const char *target, const char *text)
{
    struct svg *svg = self;
    if (!svg->opened && strcmp(target, "xml-stylesheet") == 0 &&
        !has_local(str_from(text))) {
        buf_printf(svg->out, "<?%s %s?>\n", target, text);
    } else {
        svg->changed = true;
    }
}

/* An entity of a file elsewhere, which is not read. */
static void on_unknown(void *self, const char *name, int parameter)
{
    struct svg *svg = self;
    (void)name;
    if (!parameter) {
        XML_StopParser(svg->parser, XML_FALSE);
    }
}

static void on_comment(void *self, const char *text)
{
    struct svg *svg = self;
    (void)text;
    svg->changed = true;
}

static void on_doctype(void *self, const char *name, const char *system,
                       const char *public, int subset)
{
    (void)system;
    (void)public;
    (void)subset;
    on_comment(self, name);
}

/* The text in the encoding of the file, which its declaration names. */
static str in_bytes(str text, str file, struct arena *arena)
{
    struct buf out = {0};
    buf_put(&out, str_sub(file, 0, str_find_char_from(file, 0, '>') + 1));
    for (size_t at = 0; at < text.n;) {
        uint32_t c = utf8_next(text, &at);
        if (c < 0x80 || (c >= SVG_BYTES + 0x80 && c <= SVG_BYTES + 0xFF)) {
            buf_putc(&out, (char)(c & 0xFF));
        } else { /* it was a reference */
            buf_printf(&out, "&#%u;", c);
        }
    }
    return buf_move(&out, arena);
}

bool clean_svg(str bytes, bool page, str *clean, struct arena *arena)
{
    struct buf out = {0};
    struct svg svg = {
        .parser = svg_parser(bytes, &svg.bytes),
        .out = &out,
        .changed = utf16_has_mark(bytes), /* it becomes UTF-8 */
        .page = page,
        .has_rules = page || str_find(bytes, STR("<style")) != STR_NONE ||
                     str_find(bytes, STR("<script")) != STR_NONE ||
                     str_find(bytes, STR(":style")) != STR_NONE ||
                     str_find(bytes, STR(":script")) != STR_NONE ||
                     str_find(bytes, STR("stylesheet")) != STR_NONE ||
                     utf16_has_mark(bytes),
    };
    XML_SetUserData(svg.parser, &svg);
    XML_SetNamespaceDeclHandler(svg.parser, on_namespace, NULL);
    XML_SetElementHandler(svg.parser, on_start, on_end);
    XML_SetCharacterDataHandler(svg.parser, on_text);
    XML_SetProcessingInstructionHandler(svg.parser, on_instruction);
    XML_SetCommentHandler(svg.parser, on_comment);
    XML_SetStartDoctypeDeclHandler(svg.parser, on_doctype);
    XML_SetSkippedEntityHandler(svg.parser, on_unknown);
    bool good =
        bytes.n <= INT_MAX &&
        XML_Parse(svg.parser, bytes.p, (int)bytes.n, XML_TRUE) == XML_STATUS_OK;
    XML_ParserFree(svg.parser);
    buf_free(&svg.text);
    buf_free(&svg.spaces);
    *clean = !good || !svg.changed ? bytes
             : svg.bytes           ? in_bytes(buf_str(&out), bytes, arena)
                                   : buf_move(&out, arena);
    buf_free(&out);
    return good;
}
