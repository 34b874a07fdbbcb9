/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_ESCAPE_H
#define CRUMB_JINJA_ESCAPE_H

/* Text into the output, escaped or not. Most pieces are a few bytes with
 * nothing to escape in them: those are put without a call or a loop. */

#include <stdint.h>

#include "base/buf.h"

/* & < > ' " for HTML, clean runs copied whole. */
static inline void escape_into(str s, struct buf *out);
/* The same; false, and nothing put, if it would be s as it is. */
bool escape_if_needed(str s, struct buf *out);
bool needs_escape(str s);
/* The slow half of escape_into. */
void escape_any(str s, struct buf *out);

/* As buf_put, for pieces that are mostly a few bytes: those are copied by a
 * pair of moves that may overlap, without a call. */
static inline void copy_short(char *to, const char *from, size_t n)
{
    if (n >= 8) {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
    } else if (n >= 4) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
    } else if (n) {
        to[0] = from[0];
        to[n / 2] = from[n / 2];
        to[n - 1] = from[n - 1];
    }
}
static inline void put_short(struct buf *out, str s)
{
    if (s.n > 16) {
        buf_put(out, s);
    } else {
        buf_reserve(out, 16);
        copy_short(out->p + out->n, s.p, s.n);
        out->n += s.n;
    }
}

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Is a byte of the word zero? */
static inline uint64_t has_zero(uint64_t word)
{
    return (word - EACH(0x01)) & ~word & EACH(0x80);
}

/* & ' are 26 27, < > are 3C 3E, " is 22: three comparisons find the five. */
static inline bool has_special(uint64_t word)
{
    return (has_zero((word | EACH(0x01)) ^ EACH(0x27)) |
            has_zero((word | EACH(0x02)) ^ EACH(0x3E)) |
            has_zero(word ^ EACH(0x22))) != 0;
}

static inline uint64_t load8(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Up to seven bytes as a word, some of them twice; the order is lost. */
static inline uint64_t load_few(const char *p, size_t n)
{
    uint32_t first;
    uint32_t last;
    if (n >= 4) {
        memcpy(&first, p, sizeof first);
        memcpy(&last, p + n - 4, sizeof last);
        return (uint64_t)first << 32 | last;
    }
    return n ? (uint64_t)(uint8_t)p[0] | (uint64_t)(uint8_t)p[n / 2] << 8 |
                   (uint64_t)(uint8_t)p[n - 1] << 16
             : 0;
}

/* Up to 16 bytes, if there is nothing to escape in them: what is looked at
 * is what is stored. */
static inline bool put_clean(str s, struct buf *out)
{
    buf_reserve(out, 16);
    char *to = out->p + out->n;
    if (s.n >= 8) {
        uint64_t first = load8(s.p);
        uint64_t last = load8(s.p + s.n - 8);
        memcpy(to, &first, 8);
        memcpy(to + s.n - 8, &last, 8);
        if (has_special(first) || has_special(last)) {
            return false;
        }
    } else {
        if (s.n && has_special(load_few(s.p, s.n))) {
            return false;
        }
        copy_short(to, s.p, s.n);
    }
    out->n += s.n;
    return true;
}

static inline void escape_into(str s, struct buf *out)
{
    if (s.n > 16 || !put_clean(s, out)) {
        escape_any(s, out);
    }
}

#endif
