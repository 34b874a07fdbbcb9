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

/* Reads the byte that the text begins with: itself, or %2F, &#47;, and of JSON
 * and CSS \/ and \". Returns its length; 0: it is written in another way. */
static size_t read_byte(str s, bool references, int *c)
{
    uint32_t code;
    unsigned high = digit_value(str_at(s, 1));
    unsigned low = digit_value(str_at(s, 2));
    *c = (unsigned char)str_at(s, 0);
    if (*c == '%' && high < 16 && low < 16) {
        *c = (int)(high << 4 | low);
        return 3;
    }
    if (*c == '&' && references) {
        size_t n = html_reference(s, &code);
        *c = (int)(code & 0x7F);
        return n && code && code < 0x80 ? n : 0;
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

/* The quote before an address, which ends it, too: also \" and &quot;. Empty:
 * there is none. */
static str quote_before(str s, size_t at)
{
    enum { LONGEST = 8 };
    uint32_t c;
    if (at && is_any_of(s.p[at - 1], "\"'")) {
        size_t escaped = at > 1 && s.p[at - 2] == '\\';
        return str_sub(s, at - 1 - escaped, 1 + escaped);
    }
    for (size_t n = 2; n <= LONGEST && n <= at; n++) {
        str reference = str_sub(s, at - n, n);
        if (reference.p[0] == '&' && html_reference(reference, &c) == n &&
            (c == '"' || c == '\'')) {
            return reference;
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

struct address {
    str rest; /* the text after the comma */
    str quote;
    bool base64;
};

/* Cleans the picture. Returns the length of the address in the rest; *clean is
 * empty if it stays as it is. */
static size_t clean_address(const struct address *address, enum image_keep keep,
                            int deep, struct arena *work, str *clean)
{
    bool base64 = address->base64;
    str inner = text_before(address->rest, address->quote);
    size_t bare = 0;
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
        *clean = whole ? image_clean_nested(bytes, keep, deep, work) : bytes;
        bool changed = !str_eq(*clean, bytes);
        if (changed || (whole && image_kind(bytes) != IMAGE_NONE)) {
            *clean = changed ? *clean : (str){0};
            return n;
        }
        bare = as.quoted ? bare : n;
    }
    *clean = (str){0};
    return bare; /* another one does not begin in it */
}

static void put_base64(struct buf *out, str bytes)
{
    size_t n = BASE64_ENCODE_RAW_LENGTH(bytes.n);
    buf_reserve(out, n + 1);
    base64_encode_raw(out->p + out->n, bytes.n, (const uint8_t *)bytes.p);
    out->n += n;
}

str clean_data_urls(str text, enum image_keep keep, int deep,
                    struct arena *arena)
{
    struct buf out = {0};
    size_t done = 0;
    str scheme = STR("data:");
    size_t at = keep == IMAGE_KEEP_ALL ? text.n : 0;
    while ((at = str_find_char_from(text, at, ':') + 1) <= text.n) {
        size_t start = at < scheme.n ? 0 : at - scheme.n;
        if (!str_eq_nocase(str_sub(text, start, scheme.n), scheme)) {
            continue;
        }
        str head = head_of(str_from_offset(text, start));
        bool base64 = is_base64(head);
        if (!base64 && str_find_nocase(head, STR("image")) == STR_NONE) {
            continue;
        }
        struct arena work = {0};
        str clean;
        at = start + head.n + 1;
        struct address address = {str_from_offset(text, at),
                                  quote_before(text, start), base64};
        size_t n = clean_address(&address, keep, deep, &work, &clean);
        if (clean.n) {
            buf_put(&out, str_sub(text, done, start - done));
            buf_put(&out, head);
            buf_put(&out, base64 ? STR(",") : STR(";base64,"));
            put_base64(&out, clean);
            done = at + n;
        }
        at += n;
        arena_free(&work);
    }
    if (!done) {
        return text;
    }
    buf_put(&out, str_from_offset(text, done));
    return buf_move(&out, arena);
}
