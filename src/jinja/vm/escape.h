/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_ESCAPE_H
#define CRUMB_JINJA_VM_ESCAPE_H

/* Puts text into the output, escaped or not. Most pieces are a few bytes with
 * nothing to escape in them: they are copied without a call or a loop. */

#include <stdint.h>

#include "base/memory/buf.h"
#include "text/html_special.h"

/* Most bytes of a short piece; the room that a short piece or a number
 * needs. */
enum { SHORT_PIECE = 16, SHORT_ROOM = 24 };

/* Appends s with & < > ' " escaped for HTML. */
void escape_into(str s, struct buf *out);
/* The same. False: there is nothing to escape, and nothing was appended. */
bool escape_if_needed(str s, struct buf *out);
bool needs_escape(str s);

/* Copies up to 16 bytes, by two moves that may overlap. Returns the end of the
 * copy. */
static inline char *put_short(char *to, str s)
{
    if (s.n >= 8) {
        memcpy(to, s.p, 8);
        memcpy(to + s.n - 8, s.p + s.n - 8, 8);
    } else if (s.n >= 4) {
        memcpy(to, s.p, 4);
        memcpy(to + s.n - 4, s.p + s.n - 4, 4);
    } else if (s.n) {
        to[0] = s.p[0];
        to[s.n / 2] = s.p[s.n / 2];
        to[s.n - 1] = s.p[s.n - 1];
    }
    return to + s.n;
}

/* Up to seven bytes in a word, in any order, some of them twice. */
static inline uint64_t load_few(const char *p, size_t n)
{
    uint32_t first;
    uint32_t last;
    if (n >= 4) {
        memcpy(&first, p, sizeof first);
        memcpy(&last, p + n - 4, sizeof last);
        return (uint64_t)last << 32 | first;
    }
    return n ? (uint64_t)(uint8_t)p[0] | (uint64_t)(uint8_t)p[n / 2] << 8 |
                   (uint64_t)(uint8_t)p[n - 1] << 16
             : 0;
}

/* Up to 16 bytes are looked at as two words that may overlap; bit i is byte i
 * of the first word, or byte i - 8 of the second. */
static inline uint32_t special_bits(uint64_t first, uint64_t last)
{
    return html_where_special(sixteen_of(first, last));
}

/* Copies like put_short if there is nothing to escape, else returns NULL. The
 * words that it checks are those that it stores. */
__attribute__((always_inline)) static inline char *put_clean(char *to, str s)
{
    if (s.n < 8) {
        return special_bits(load_few(s.p, s.n), 0) ? NULL : put_short(to, s);
    }
    uint64_t first;
    uint64_t last;
    memcpy(&first, s.p, 8);
    memcpy(&last, s.p + s.n - 8, 8);
    memcpy(to, &first, 8);
    memcpy(to + s.n - 8, &last, 8);
    return special_bits(first, last) ? NULL : to + s.n;
}

#endif
