/* SPDX-License-Identifier: MIT */
/* The hottest loop of a render. Most text has nothing to escape, so it is
 * looked at many bytes at a time, and what is clean is copied whole. */
#include "jinja/escape.h"

enum { STRIDE = 16, ENTITY = 8 }; /* ENTITY: more bytes than any has */

static const struct {
    char text[ENTITY];
    size_t n;
} entities[] = {{"", 0},     {"&amp;", 5}, {"&lt;", 4},
                {"&gt;", 4}, {"&#39;", 5}, {"&#34;", 5}};

static const uint8_t which[256] = {
    ['&'] = 1, ['<'] = 2, ['>'] = 3, ['\''] = 4, ['"'] = 5,
};

static inline unsigned special_at(const char *p)
{
    uint64_t words[2];
    memcpy(words, p, sizeof words);
    return special_bits(words[0], words[1]);
}

/* Of up to 16 bytes: bit i is byte i. */
static unsigned special_in_few(str s)
{
    uint64_t first;
    uint64_t last;
    unsigned bits = 0;
    if (s.n >= 8) {
        memcpy(&first, s.p, 8);
        memcpy(&last, s.p + s.n - 8, 8);
        bits = special_bits(first, last);
        return (bits & 0xFF) | bits >> 8 << (s.n - 8);
    }
    for (size_t i = 0; i < s.n; i++) {
        bits |= which[(uint8_t)s.p[i]] ? 1u << i : 0;
    }
    return bits;
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
static char *put_mixed(char *to, str s, unsigned bits)
{
    size_t clean = 0;
    for (; bits; bits &= bits - 1) {
        size_t at = (size_t)__builtin_ctz(bits);
        size_t entity = which[(uint8_t)s.p[at]];
        copy_short(to, s.p + clean, at - clean);
        to += at - clean;
        memcpy(to, entities[entity].text, ENTITY);
        to += entities[entity].n;
        clean = at + 1;
    }
    copy_short(to, s.p + clean, s.n - clean);
    return to + (s.n - clean);
}

void escape_any(str s, struct buf *out)
{
    size_t i = 0;
    for (; s.n - i > STRIDE; i += STRIDE) {
        unsigned bits = special_at(s.p + i);
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
    s = str_from_offset(s, i);
    buf_reserve(out, (size_t)STRIDE * ENTITY);
    char *to = out->p + out->n;
    out->n = (size_t)(put_mixed(to, s, special_in_few(s)) - out->p);
}

bool escape_if_needed(str s, struct buf *out)
{
    bool needed = needs_escape(s);
    if (needed) {
        escape_any(s, out);
    }
    return needed;
}
