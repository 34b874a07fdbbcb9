/* SPDX-License-Identifier: MIT */
#include "text/html_entity.h"

#include "base/memory/buf.h"
#include "base/utf8.h"

/* The character entities of HTML 4.01 (section 24), by name, and apos. The two
 * thousand that HTML 5 added are not worth their size here: Markdown's are
 * decoded by cmark, these are for raw HTML. */

struct entity {
    const char *name;
    uint32_t character;
};

static const struct entity entities[] = {
    {"AElig", 0xC6},    {"Aacute", 0xC1},    {"Acirc", 0xC2},
    {"Agrave", 0xC0},   {"Alpha", 0x391},    {"Aring", 0xC5},
    {"Atilde", 0xC3},   {"Auml", 0xC4},      {"Beta", 0x392},
    {"Ccedil", 0xC7},   {"Chi", 0x3A7},      {"Dagger", 0x2021},
    {"Delta", 0x394},   {"ETH", 0xD0},       {"Eacute", 0xC9},
    {"Ecirc", 0xCA},    {"Egrave", 0xC8},    {"Epsilon", 0x395},
    {"Eta", 0x397},     {"Euml", 0xCB},      {"Gamma", 0x393},
    {"Iacute", 0xCD},   {"Icirc", 0xCE},     {"Igrave", 0xCC},
    {"Iota", 0x399},    {"Iuml", 0xCF},      {"Kappa", 0x39A},
    {"Lambda", 0x39B},  {"Mu", 0x39C},       {"Ntilde", 0xD1},
    {"Nu", 0x39D},      {"OElig", 0x152},    {"Oacute", 0xD3},
    {"Ocirc", 0xD4},    {"Ograve", 0xD2},    {"Omega", 0x3A9},
    {"Omicron", 0x39F}, {"Oslash", 0xD8},    {"Otilde", 0xD5},
    {"Ouml", 0xD6},     {"Phi", 0x3A6},      {"Pi", 0x3A0},
    {"Prime", 0x2033},  {"Psi", 0x3A8},      {"Rho", 0x3A1},
    {"Scaron", 0x160},  {"Sigma", 0x3A3},    {"THORN", 0xDE},
    {"Tau", 0x3A4},     {"Theta", 0x398},    {"Uacute", 0xDA},
    {"Ucirc", 0xDB},    {"Ugrave", 0xD9},    {"Upsilon", 0x3A5},
    {"Uuml", 0xDC},     {"Xi", 0x39E},       {"Yacute", 0xDD},
    {"Yuml", 0x178},    {"Zeta", 0x396},     {"aacute", 0xE1},
    {"acirc", 0xE2},    {"acute", 0xB4},     {"aelig", 0xE6},
    {"agrave", 0xE0},   {"alefsym", 0x2135}, {"alpha", 0x3B1},
    {"amp", 0x26},      {"and", 0x2227},     {"ang", 0x2220},
    {"apos", 0x27},     {"aring", 0xE5},     {"asymp", 0x2248},
    {"atilde", 0xE3},   {"auml", 0xE4},      {"bdquo", 0x201E},
    {"beta", 0x3B2},    {"brvbar", 0xA6},    {"bull", 0x2022},
    {"cap", 0x2229},    {"ccedil", 0xE7},    {"cedil", 0xB8},
    {"cent", 0xA2},     {"chi", 0x3C7},      {"circ", 0x2C6},
    {"clubs", 0x2663},  {"cong", 0x2245},    {"copy", 0xA9},
    {"crarr", 0x21B5},  {"cup", 0x222A},     {"curren", 0xA4},
    {"dArr", 0x21D3},   {"dagger", 0x2020},  {"darr", 0x2193},
    {"deg", 0xB0},      {"delta", 0x3B4},    {"diams", 0x2666},
    {"divide", 0xF7},   {"eacute", 0xE9},    {"ecirc", 0xEA},
    {"egrave", 0xE8},   {"empty", 0x2205},   {"emsp", 0x2003},
    {"ensp", 0x2002},   {"epsilon", 0x3B5},  {"equiv", 0x2261},
    {"eta", 0x3B7},     {"eth", 0xF0},       {"euml", 0xEB},
    {"euro", 0x20AC},   {"exist", 0x2203},   {"fnof", 0x192},
    {"forall", 0x2200}, {"frac12", 0xBD},    {"frac14", 0xBC},
    {"frac34", 0xBE},   {"frasl", 0x2044},   {"gamma", 0x3B3},
    {"ge", 0x2265},     {"gt", 0x3E},        {"hArr", 0x21D4},
    {"harr", 0x2194},   {"hearts", 0x2665},  {"hellip", 0x2026},
    {"iacute", 0xED},   {"icirc", 0xEE},     {"iexcl", 0xA1},
    {"igrave", 0xEC},   {"image", 0x2111},   {"infin", 0x221E},
    {"int", 0x222B},    {"iota", 0x3B9},     {"iquest", 0xBF},
    {"isin", 0x2208},   {"iuml", 0xEF},      {"kappa", 0x3BA},
    {"lArr", 0x21D0},   {"lambda", 0x3BB},   {"lang", 0x2329},
    {"laquo", 0xAB},    {"larr", 0x2190},    {"lceil", 0x2308},
    {"ldquo", 0x201C},  {"le", 0x2264},      {"lfloor", 0x230A},
    {"lowast", 0x2217}, {"loz", 0x25CA},     {"lrm", 0x200E},
    {"lsaquo", 0x2039}, {"lsquo", 0x2018},   {"lt", 0x3C},
    {"macr", 0xAF},     {"mdash", 0x2014},   {"micro", 0xB5},
    {"middot", 0xB7},   {"minus", 0x2212},   {"mu", 0x3BC},
    {"nabla", 0x2207},  {"nbsp", 0xA0},      {"ndash", 0x2013},
    {"ne", 0x2260},     {"ni", 0x220B},      {"not", 0xAC},
    {"notin", 0x2209},  {"nsub", 0x2284},    {"ntilde", 0xF1},
    {"nu", 0x3BD},      {"oacute", 0xF3},    {"ocirc", 0xF4},
    {"oelig", 0x153},   {"ograve", 0xF2},    {"oline", 0x203E},
    {"omega", 0x3C9},   {"omicron", 0x3BF},  {"oplus", 0x2295},
    {"or", 0x2228},     {"ordf", 0xAA},      {"ordm", 0xBA},
    {"oslash", 0xF8},   {"otilde", 0xF5},    {"otimes", 0x2297},
    {"ouml", 0xF6},     {"para", 0xB6},      {"part", 0x2202},
    {"permil", 0x2030}, {"perp", 0x22A5},    {"phi", 0x3C6},
    {"pi", 0x3C0},      {"piv", 0x3D6},      {"plusmn", 0xB1},
    {"pound", 0xA3},    {"prime", 0x2032},   {"prod", 0x220F},
    {"prop", 0x221D},   {"psi", 0x3C8},      {"quot", 0x22},
    {"rArr", 0x21D2},   {"radic", 0x221A},   {"rang", 0x232A},
    {"raquo", 0xBB},    {"rarr", 0x2192},    {"rceil", 0x2309},
    {"rdquo", 0x201D},  {"real", 0x211C},    {"reg", 0xAE},
    {"rfloor", 0x230B}, {"rho", 0x3C1},      {"rlm", 0x200F},
    {"rsaquo", 0x203A}, {"rsquo", 0x2019},   {"sbquo", 0x201A},
    {"scaron", 0x161},  {"sdot", 0x22C5},    {"sect", 0xA7},
    {"shy", 0xAD},      {"sigma", 0x3C3},    {"sigmaf", 0x3C2},
    {"sim", 0x223C},    {"spades", 0x2660},  {"sub", 0x2282},
    {"sube", 0x2286},   {"sum", 0x2211},     {"sup", 0x2283},
    {"sup1", 0xB9},     {"sup2", 0xB2},      {"sup3", 0xB3},
    {"supe", 0x2287},   {"szlig", 0xDF},     {"tau", 0x3C4},
    {"there4", 0x2234}, {"theta", 0x3B8},    {"thetasym", 0x3D1},
    {"thinsp", 0x2009}, {"thorn", 0xFE},     {"tilde", 0x2DC},
    {"times", 0xD7},    {"trade", 0x2122},   {"uArr", 0x21D1},
    {"uacute", 0xFA},   {"uarr", 0x2191},    {"ucirc", 0xFB},
    {"ugrave", 0xF9},   {"uml", 0xA8},       {"upsih", 0x3D2},
    {"upsilon", 0x3C5}, {"uuml", 0xFC},      {"weierp", 0x2118},
    {"xi", 0x3BE},      {"yacute", 0xFD},    {"yen", 0xA5},
    {"yuml", 0xFF},     {"zeta", 0x3B6},     {"zwj", 0x200D},
    {"zwnj", 0x200C},
};

/* The names that escaping writes: nearly all references are these. */
static uint32_t escape_of(str name)
{
    if (name.n == 2 && name.p[1] == 't') {
        return name.p[0] == 'l' ? '<' : name.p[0] == 'g' ? '>' : 0;
    }
    return str_eq(name, STR("amp")) ? '&' : str_eq(name, STR("quot")) ? '"' : 0;
}

uint32_t html_entity(str name)
{
    uint32_t escape = escape_of(name);
    if (escape) {
        return escape;
    }
    size_t low = 0;
    size_t high = sizeof entities / sizeof *entities;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = str_cmp(name, str_from(entities[middle].name));
        if (order == 0) {
            return entities[middle].character;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return 0;
}

/* "&#65;" or "&#x41;", with or without its ';'. */
static size_t read_numeric(str text, uint32_t *c)
{
    bool hex = text.n > 2 && to_lower(text.p[2]) == 'x';
    unsigned base = hex ? 16 : 10;
    size_t start = hex ? 3 : 2;
    size_t at = start;
    *c = 0;
    for (; at < text.n; at++) {
        unsigned digit = digit_value(text.p[at]);
        if (digit >= base) {
            break;
        }
        *c = *c > 0x10FFFF ? UINT32_MAX : *c * base + digit;
    }
    return at == start ? 0 : at + (at < text.n && text.p[at] == ';');
}

static size_t name_end(str text)
{
    size_t at = 1;
    while (is_alnum(str_at(text, at))) {
        at++;
    }
    return at;
}

size_t html_reference(str text, uint32_t *c)
{
    if (text.n > 1 && text.p[1] == '#') {
        return read_numeric(text, c);
    }
    size_t end = name_end(text);
    bool closed = end < text.n && text.p[end] == ';';
    *c = closed ? html_entity(str_sub(text, 1, end - 1)) : 0;
    return *c ? end + 1 : 0;
}

/* "&copy", but not "&copy=1", which is part of an address. */
static size_t read_unclosed(str text, uint32_t *c)
{
    size_t end = name_end(text);
    bool address = end < text.n && text.p[end] == '=';
    *c = address ? 0 : html_entity(str_sub(text, 1, end - 1));
    return *c ? end : 0;
}

str html_decode(struct arena *arena, str raw)
{
    if (str_find_char(raw, '&') == STR_NONE) {
        return raw;
    }
    struct buf out = {0};
    for (size_t at = 0; at < raw.n;) {
        size_t from = at;
        at = str_find_char_from(raw, at, '&');
        buf_put(&out, str_sub(raw, from, at - from));
        if (at == raw.n) {
            break;
        }
        str rest = str_from_offset(raw, at);
        uint32_t c;
        size_t n = html_reference(rest, &c);
        n = n ? n : read_unclosed(rest, &c);
        if (n) {
            utf8_put(&out, c ? c : 0xFFFD); /* as browsers do */
        } else {
            buf_putc(&out, '&');
        }
        at += n ? n : 1;
    }
    return buf_move(&out, arena);
}
