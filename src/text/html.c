/* SPDX-License-Identifier: MIT */
#include "text/html.h"

#include "base/memory/buf.h"
#include "base/simd.h"
#include "base/utf8.h"
#include "text/html_entity.h"
#include "text/html_token.h"
#include "text/url.h"

/* --- plain text ---------------------------------------------------------- */

#define NAME(a, b, c, d)                                                       \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 |                \
     (uint32_t)(d) << 24)

/* Tags that don't part a word. Every tag of a page is asked for. */
bool html_is_inline(str name)
{
    if (name.n > 4) {
        return str_eq_nocase(name, STR("small")) ||
               str_eq_nocase(name, STR("strong"));
    }
    switch ((uint32_t)load_u64_part(name.p, name.n) |
            (uint32_t)(0x20202020ULL >> 8 * (4 - name.n))) {
    case 0:
    case 'a':
    case 'b':
    case 'i':
    case 'q':
    case 's':
    case 'u':
    case NAME('e', 'm', 0, 0):
    case NAME('b', 'd', 'i', 0):
    case NAME('b', 'd', 'o', 0):
    case NAME('d', 'e', 'l', 0):
    case NAME('d', 'f', 'n', 0):
    case NAME('i', 'n', 's', 0):
    case NAME('k', 'b', 'd', 0):
    case NAME('s', 'u', 'b', 0):
    case NAME('s', 'u', 'p', 0):
    case NAME('v', 'a', 'r', 0):
    case NAME('w', 'b', 'r', 0):
    case NAME('a', 'b', 'b', 'r'):
    case NAME('c', 'i', 't', 'e'):
    case NAME('c', 'o', 'd', 'e'):
    case NAME('d', 'a', 't', 'a'):
    case NAME('m', 'a', 'r', 'k'):
    case NAME('s', 'a', 'm', 'p'):
    case NAME('s', 'p', 'a', 'n'):
    case NAME('t', 'i', 'm', 'e'): return true;
    default: return false;
    }
}

static void put_space(struct buf *out)
{
    if (out->n && out->p[out->n - 1] != ' ') {
        buf_putc(out, ' ');
    }
}

static void put_text_part(str text, struct buf *out)
{
    for (size_t i = 0; i < text.n;) {
        size_t end = i + 1;
        uint32_t c = 0;
        if (text.p[i] == '&') {
            size_t n = html_reference(str_from_offset(text, i), &c);
            bool closed = n && text.p[i + n - 1] == ';';
            c = closed && c != UINT32_MAX ? c : 0;
            end = c ? i + n : i + 1;
        }
        if (c == 0xA0 || (!c && is_space(text.p[i]))) {
            put_space(out);
        } else if (c) {
            utf8_put(out, c);
        } else {
            buf_putc(out, text.p[i]);
        }
        i = end;
    }
}

/* Formulas are texts in TeX, which MathML may carry in itself: what its other
 * elements show is no text without their order on the page. `math` is the end
 * of what stood before the formula, or STR_NONE. */
static void put_tag(const struct html_token *token, size_t *math,
                    struct buf *out)
{
    if (html_token_is(token, STR("math"))) {
        *math = token->kind == HTML_START ? out->n : STR_NONE;
    } else if (*math == STR_NONE) {
        if (!html_is_inline(token->name)) {
            put_space(out);
        }
    } else if (token->kind == HTML_START &&
               str_eq(html_token_value(token, STR("encoding")),
                      STR("application/x-tex"))) {
        out->n = *math;
    }
}

str html_plain(struct arena *arena, str html)
{
    struct buf out = {0};
    struct html_token token;
    size_t math = STR_NONE;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        if (html_token_is_shown(&token)) {
            put_text_part(token.body, &out);
        } else {
            put_tag(&token, &math, &out);
        }
    }
    str result = arena_str(arena, str_trim(buf_str(&out)));
    buf_free(&out);
    return result;
}

/* --- blocks -------------------------------------------------------------- */

/* HTML section 13.1.2.4: their start tags end a <p>. */
bool html_ends_paragraph(str name)
{
    return str_is_word_of(
        name, STR("p div ul ol dl pre table h1 h2 h3 h4 h5 h6 hr address "
                  "article aside blockquote details dialog fieldset figcaption "
                  "figure footer form header hgroup main menu nav search "
                  "section summary"));
}

bool html_has_block(str html)
{
    struct html_token token;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        if (token.kind == HTML_START && html_ends_paragraph(token.name)) {
            return true;
        }
    }
    return false;
}

/* --- absolute addresses -------------------------------------------------- */

/* A copy of HTML with its addresses resolved, as far as it is made. */
struct absolute {
    struct arena *arena;
    str html;
    str base;
    size_t done; /* of html, in `out` */
    struct buf out;
};

/* Copies up to the address, and resolves that. */
static void put_absolute(struct absolute *copy, str url)
{
    str trimmed = str_trim(url);
    bool has_scheme =
        url_is_absolute(trimmed) && !str_starts(trimmed, STR("//"));
    size_t at = (size_t)(url.p - copy->html.p);
    buf_put(&copy->out, str_sub(copy->html, copy->done, at - copy->done));
    buf_put(&copy->out,
            has_scheme ? url : url_resolve(copy->arena, copy->base, trimmed));
    copy->done = at + url.n;
}

/* HTML section 4.8.4.2: an address may have commas, but not at its end. */
bool html_srcset_next(str *rest, str *url)
{
    str set = str_from_offset(*rest, str_skip(*rest, 0, " \t\n\v\f\r,"));
    size_t end = str_find_space(set, 0);
    *url = str_sub(set, 0, end);
    *rest = str_from_offset(set, end);
    while (str_ends(*url, STR(","))) {
        url->n--;
    }
    if (url->n == end) {
        *rest = str_from_offset(set, str_find_char_from(set, end, ','));
    }
    return url->n > 0;
}

static bool is_html_address(str name)
{
    return str_is_word_of(name,
                          STR("href src poster cite action formaction data "
                              "longdesc background"));
}

static void put_attr(struct absolute *copy, const struct html_attr *attr)
{
    str rest = attr->value;
    str url;
    if (rest.p && is_html_address(attr->name)) {
        put_absolute(copy, rest);
    } else if (rest.p && str_eq_nocase(attr->name, STR("srcset"))) {
        while (html_srcset_next(&rest, &url)) {
            put_absolute(copy, url);
        }
    }
}

str html_absolute(struct arena *arena, str html, str base)
{
    struct absolute copy = {.arena = arena, .html = html, .base = base};
    struct html_token token;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        for (size_t i = 0; i < token.nattrs; i++) {
            put_attr(&copy, &token.attrs[i]);
        }
    }
    buf_put(&copy.out, str_from_offset(html, copy.done));
    return buf_move(&copy.out, arena);
}

uint32_t html_pixels(str text)
{
    enum { MOST = 1000000 };
    size_t n = str_take_number(&text, MOST);
    bool plain = !text.n || str_eq(text, STR("px"));
    return plain && n <= MOST ? (uint32_t)n : 0;
}
