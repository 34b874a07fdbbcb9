/* SPDX-License-Identifier: MIT */
/* Pictures in addresses:  data:image/jpeg;base64,/9j/4AAQ...  or
 * percent-encoded after the comma, or a drawing as it is:
 * url("data:image/svg+xml,<svg xmlns='...'>...</svg>"). The texts around them
 * are not parsed: HTML, CSS, JSON, SVG and scripts write the same address in
 * nearly the same way. Between quotes there may be
 *
 *     an address without blanks, and more:  "data:image/gif,GIF89a... 2x"
 *     base64 in lines:                      "data:image/gif;base64,R0l&#10;GOD"
 *     a drawing of a page:                  "data:image/svg+xml,&lt;svg ..."
 *     a drawing with references of its own: "data:image/svg+xml,<svg>&lt;..."
 *
 * One of these readings has the form of a picture. */
#include <nettle/base64.h>

#include "images/clean.h"
#include "images/image_parts.h"
#include "text/html_entity.h"
#include "text/html_token.h"

/* The byte that two hexadecimal digits say; 256: others are there. */
static unsigned hex_at(str s, size_t at)
{
    unsigned high = digit_value(str_at(s, at));
    unsigned low = digit_value(str_at(s, at + 1));
    return high < 16 && low < 16 ? high << 4 | low : 256;
}

/* Reads the byte that the text begins with: itself, or %2F, &#47;, of JSON and
 * CSS \/ and \", and \u002F. Returns its length; 0: it has another form. */
static size_t read_byte(str s, bool references, int *c)
{
    uint32_t code;
    *c = (unsigned char)str_at(s, 0);
    if (*c == '%' && hex_at(s, 1) < 256) {
        *c = (int)hex_at(s, 1);
        return 3;
    }
    if (*c == '&' && references) {
        size_t n = html_reference(s, &code);
        *c = (int)(code & 0x7F);
        return n && code && code < 0x80 ? n : 0;
    }
    if (str_starts(s, STR("\\u00"))) {
        *c = (int)hex_at(s, 4);
        return *c < 0x80 ? 6 : 0;
    }
    if (*c == '\\') {
        bool line = is_any_of(str_at(s, 1), "nrt\n");
        *c = line ? '\n' : (unsigned char)str_at(s, 1);
        return line || is_any_of((char)*c, "/\\\"'") ? 2 : 0;
    }
    return s.n > 0;
}

/* One way to read an address. */
struct reading {
    bool quoted;     /* up to its quote, else up to what no address has */
    bool references; /* &lt; belongs to the page, not to the drawing */
    bool base64;
};

static bool ends_address(const struct reading *as, char first, int c)
{
    bool blank = c == ' ' || is_space((char)c);
    bool quote = c == '"' || c == '\'';
    return first == '#' || /* the name of a part */
           (!as->quoted &&
            (is_space(first) || is_any_of(first, "<>()`") ||
             (first != '%' && quote) || (first == '\\' && blank)));
}

/* Appends the bytes of the address, or its digits of base64, and returns the
 * length of what was read. Base64 may be in lines, which are indented; another
 * blank ends it. */
static size_t read_address(str s, const struct reading *as, struct buf *out)
{
    size_t at = 0;
    bool broken = false;
    while (at < s.n) {
        int c;
        size_t n = read_byte(str_from_offset(s, at), as->references, &c);
        bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        bool digit = is_alnum((char)c) || is_any_of((char)c, "+/=");
        broken = blank && (broken || c != ' ');
        if (!n || ends_address(as, s.p[at], c) ||
            (as->base64 && !broken && !digit)) {
            break;
        }
        if (!as->base64 || digit) {
            buf_putc(out, (char)c);
        }
        at += n;
    }
    return at;
}

/* The quote before an address, which ends it, too: also \" and &quot;. Empty:
 * there is none. */
static str quote_before(str s, size_t at)
{
    enum { LONGEST = 8 };
    for (size_t n = LONGEST; n > 0; n--) {
        int c;
        str quote = str_sub(s, at - n, n);
        if (n <= at && read_byte(quote, true, &c) == n &&
            is_any_of((char)c, "\"'`")) {
            return quote;
        }
    }
    return (str){0};
}

/* The text up to the quote, but for \" between "; empty: there is none. */
static str text_before(str s, str quote)
{
    size_t end = quote.n ? str_find_from(s, 0, quote) : s.n;
    while (end > 0 && end < s.n && s.p[end - 1] == '\\') {
        end = str_find_from(s, end + 1, quote);
    }
    return str_sub(s, 0, end < s.n ? end : 0);
}

/* The part of an address up to the comma; empty: it is none. */
static str head_of(str s)
{
    enum { LONGEST = 120 };
    str head = str_sub(s, 0, LONGEST);
    size_t comma = str_find_char(head, ',');
    head = str_sub(head, 0, comma == STR_NONE ? 0 : comma);
    for (size_t i = 0; i < head.n; i++) {
        if (is_any_of(head.p[i], "\"'<>()")) {
            return (str){0};
        }
    }
    return head;
}

/* The head ends with ";base64", in any case and with blanks. */
static bool is_base64(str head)
{
    str word = STR("base64");
    head = str_trim(head);
    size_t n = head.n > word.n ? head.n - word.n : 0;
    return str_eq_nocase(str_from_offset(head, n), word) &&
           str_ends(str_trim(str_sub(head, 0, n)), STR(";"));
}

/* --- the bytes, and the text for others --- */

/* Empty: it is no base64. */
static str decode_base64(str code, struct arena *arena)
{
    struct base64_decode_ctx decode;
    size_t n = BASE64_DECODE_LENGTH(code.n);
    uint8_t *p = ARENA_ARRAY(arena, uint8_t, n + 1);
    base64_decode_init(&decode);
    bool good = base64_decode_update(&decode, &n, p, code.n, code.p);
    return (str){(const char *)p, good ? n : 0};
}

static str encode_base64(str bytes, struct arena *arena)
{
    size_t n = BASE64_ENCODE_RAW_LENGTH(bytes.n);
    char *p = ARENA_ARRAY(arena, char, n + 1);
    base64_encode_raw(p, bytes.n, (const uint8_t *)bytes.p);
    return (str){p, n};
}

/* Encodes bytes that could end the address, or have a meaning of their own, in
 * HTML, CSS or a script. Names that a script replaces, {colour} or %s, stay. */
static str encode_bytes(str bytes, bool quoted, struct arena *arena)
{
    struct buf out = {0};
    for (size_t i = 0; i < bytes.n; i++) {
        char c = bytes.p[i];
        bool plain = c >= ' ' && c < 0x7F && !is_any_of(c, "\"'`\\&#<>") &&
                     (quoted || !is_any_of(c, " ()")) &&
                     (c != '%' || hex_at(bytes, i + 1) == 256);
        if (plain) {
            buf_putc(&out, c);
        } else {
            buf_printf(&out, "%%%02X", (unsigned char)c);
        }
    }
    return buf_move(&out, arena);
}

/* Whether a script computes a part, ${a + b}, which has to stay as it is. */
static bool has_expression(str s)
{
    for (size_t at = str_find_from(s, 0, STR("${")); at < s.n;
         at = str_find_from(s, at, STR("${"))) {
        at += 2;
        while (is_alnum(str_at(s, at)) || is_any_of(str_at(s, at), "._$[]")) {
            at++;
        }
        if (str_at(s, at) != '}') {
            return true;
        }
    }
    return false;
}

struct address {
    str head; /* before the comma */
    str rest; /* the text after it */
    str quote;
    bool base64;
};

/* Cleans the picture. Returns the length of its address in the rest; *clean is
 * the text in its place, empty if it stays as it is. */
static size_t clean_address(const struct address *address, enum image_keep keep,
                            int deep, struct arena *work, str *clean)
{
    bool base64 = address->base64;
    str inner = text_before(address->rest, address->quote);
    size_t bare = 0;
    *clean = (str){0};
    for (int way = 0; way < 3; way++) {
        struct reading as = {.quoted = base64 ? way == 0 : way > 0,
                             .references = way < 2,
                             .base64 = base64};
        struct buf out = {0};
        str part = as.quoted ? inner : address->rest;
        size_t n = read_address(part, &as, &out);
        bool whole = !as.quoted || n == part.n || part.p[n] == '#';
        str bytes = buf_move(&out, work);
        bytes = base64 ? decode_base64(bytes, work) : bytes;
        str found = whole ? image_clean_nested(bytes, keep, deep, work) : bytes;
        bool changed = !str_eq(found, bytes);
        if (changed && (base64 || !has_expression(bytes))) {
            *clean = base64 ? encode_base64(found, work)
                            : encode_bytes(found, as.quoted, work);
        }
        if (changed || (whole && image_kind(bytes) != IMAGE_NONE)) {
            return n;
        }
        bare = as.quoted ? bare : n;
    }
    return bare; /* another one does not begin in it */
}

/* The offset of the first picture's address from `at` on; text.n: there is
 * none. */
static size_t find_address(str text, size_t at, struct address *address)
{
    str scheme = STR("data:");
    while ((at = str_find_char_from(text, at, ':') + 1) <= text.n) {
        size_t start = at < scheme.n ? 0 : at - scheme.n;
        if (!str_eq_nocase(str_sub(text, start, scheme.n), scheme)) {
            continue;
        }
        str head = head_of(str_from_offset(text, start));
        bool base64 = is_base64(head);
        if (base64 || str_find_nocase(head, STR("image")) != STR_NONE) {
            *address = (struct address){
                head, str_from_offset(text, start + head.n + 1),
                quote_before(text, start), base64};
            return start;
        }
    }
    return text.n;
}

str clean_data_urls(str text, enum image_keep keep, int deep,
                    struct arena *arena)
{
    struct buf out = {0};
    struct address address;
    size_t done = 0;
    size_t at = keep == IMAGE_KEEP_ALL ? text.n : 0;
    while ((at = find_address(text, at, &address)) < text.n) {
        struct arena work = {0};
        str clean;
        size_t end = at + address.head.n + 1;
        end += clean_address(&address, keep, deep, &work, &clean);
        if (clean.n) {
            buf_put(&out, str_sub(text, done, at - done));
            buf_put(&out, address.head);
            buf_putc(&out, ',');
            buf_put(&out, clean);
            done = end;
        }
        at = end;
        arena_free(&work);
    }
    if (!done) {
        return text;
    }
    buf_put(&out, str_from_offset(text, done));
    return buf_move(&out, arena);
}

/* A ':' as a reference: where the HTML is a part of another text, an address
 * that readers see is none. */
static void put_shown(struct buf *out, str text)
{
    struct address address;
    for (size_t at; (at = find_address(text, 0, &address)) < text.n;) {
        size_t colon = str_find_char_from(text, at, ':');
        buf_put(out, str_sub(text, 0, colon));
        buf_put(out, STR("&#58;"));
        text = str_from_offset(text, colon + 1);
    }
    buf_put(out, text);
}

/* Drawings between tags, as far as they are XML. In HTML, <div/> has no end. */
static str clean_drawings(str html, struct arena *arena)
{
    struct buf out = {0};
    struct html_token token;
    size_t done = 0;
    size_t start = 0;
    size_t deep = 0;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        if (!html_token_is(&token, STR("svg")) || token.self_closing) {
            continue;
        }
        if (token.kind == HTML_START) {
            start = deep++ ? start : token.at - token.body.n;
        } else if (deep && --deep == 0) {
            str drawing = str_sub(html, start, token.at - start);
            str clean = drawing;
            if (str_find_nocase(drawing, STR("<foreignObject")) == STR_NONE &&
                clean_svg(drawing, true, &clean, arena) &&
                clean.p != drawing.p) {
                buf_put(&out, str_sub(html, done, start - done));
                buf_put(&out, clean);
                done = token.at;
            }
        }
    }
    buf_put(&out, str_from_offset(html, done));
    return buf_move(&out, arena);
}

str clean_html(str html, enum image_keep keep, struct arena *arena)
{
    struct buf out = {0};
    struct address address;
    struct html_token token;
    if (keep != IMAGE_KEEP_ALL && str_find(html, STR("<svg")) != STR_NONE) {
        html = clean_drawings(html, arena);
    }
    if (keep == IMAGE_KEEP_ALL || find_address(html, 0, &address) == html.n) {
        return html;
    }
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        if (html_token_is_shown(&token)) {
            put_shown(&out, token.body);
        } else {
            buf_put(&out,
                    clean_data_urls(token.body, keep, IMAGE_DEEPEST, arena));
        }
    }
    return buf_move(&out, arena);
}
