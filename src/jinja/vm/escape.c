/* SPDX-License-Identifier: MIT */
/* The hottest loop of a render. Most text has nothing to escape, so the loop
 * checks many bytes at a time and copies clean runs whole. */
#include "jinja/vm/escape.h"

enum { STRIDE = 16, ENTITY = 8 }; /* ENTITY: more bytes than any has */

static const struct {
    char text[ENTITY];
    size_t n;
} entities[] = {{"", 0},     {"&amp;", 5}, {"&lt;", 4},
                {"&gt;", 4}, {"&#39;", 5}, {"&#34;", 5}};

static const uint8_t which[256] = {
    ['&'] = 1, ['<'] = 2, ['>'] = 3, ['\''] = 4, ['"'] = 5,
};

static inline uint32_t special_at(const char *p)
{
    return html_where_special(sixteen_at(p));
}

/* Of up to 16 bytes: bit i is byte i. */
static uint32_t special_in_few(str s)
{
    uint64_t first;
    uint64_t last;
    uint32_t bits;
    if (s.n >= 8) {
        memcpy(&first, s.p, 8);
        memcpy(&last, s.p + s.n - 8, 8);
        bits = special_bits(first, last);
        return (bits & 0xFF) | bits >> 8 << (s.n - 8);
    }
    bits = special_bits(load_few(s.p, s.n), 0);
    if (s.n >= 4) {
        return (bits & 0xF) | bits >> 4 << (s.n - 4);
    }
    return s.n ? (bits & 1) | (bits >> 1 & 1) << s.n / 2 |
                     (bits >> 2 & 1) << (s.n - 1)
               : 0;
}

/* Is anything in it special? */
bool needs_escape(str s)
{
    size_t i = 0;
    for (; s.n - i > STRIDE; i += STRIDE) {
        if (special_at(s.p + i)) {
            return true;
        }
    }
    return special_in_few(str_from_offset(s, i)) != 0;
}

/* Up to 16 bytes, which are special where a bit is set; there is room. */
static char *put_mixed(char *to, str s, uint32_t bits)
{
    size_t clean = 0;
    for (; bits; bits &= bits - 1) {
        size_t at = (size_t)__builtin_ctz(bits);
        size_t entity = which[(uint8_t)s.p[at]];
        to = put_short(to, str_sub(s, clean, at - clean));
        memcpy(to, entities[entity].text, ENTITY);
        to += entities[entity].n;
        clean = at + 1;
    }
    return put_short(to, str_from_offset(s, clean));
}

void escape_into(str s, struct buf *out)
{
    size_t i = 0;
    for (; s.n - i > STRIDE; i += STRIDE) {
        uint32_t bits = special_at(s.p + i);
        buf_reserve(out, (size_t)STRIDE * ENTITY);
        char *to = out->p + out->n;
        if (bits) {
            str part = {s.p + i, STRIDE};
            out->n = (size_t)(put_mixed(to, part, bits) - out->p);
        } else {
            memcpy(to, s.p + i, STRIDE);
            out->n += STRIDE;
        }
    }
    str rest = str_from_offset(s, i);
    uint32_t bits = i ? special_at(s.p + s.n - STRIDE) >> (STRIDE - rest.n)
                      : special_in_few(rest);
    buf_reserve(out, (size_t)STRIDE * ENTITY);
    char *to = out->p + out->n;
    to = bits ? put_mixed(to, rest, bits) : put_short(to, rest);
    out->n = (size_t)(to - out->p);
}

bool escape_if_needed(str s, struct buf *out)
{
    bool needed = needs_escape(s);
    if (needed) {
        escape_into(s, out);
    }
    return needed;
}
