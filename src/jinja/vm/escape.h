/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_ESCAPE_H
#define CRUMB_JINJA_VM_ESCAPE_H

/* Puts text into the output, escaped or not. Most pieces are a few bytes with
 * nothing to escape in them: they are copied without a call or a loop. */

#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/memory/buf.h"

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

/* --- where the special bytes are -------------------------------------------
 *
 * & ' are 26 27, < > are 3C 3E, " is 22: three comparisons find the five.
 * Up to 16 bytes are looked at as two words that may overlap; bit i of what
 * special_bits() gives is byte i of the first word, or byte i - 8 of the
 * second. */

#ifdef __SSE2__

static inline unsigned special_in(__m128i v)
{
    __m128i amp = _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(0x01)),
                                 _mm_set1_epi8(0x27));
    __m128i less = _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(0x02)),
                                  _mm_set1_epi8(0x3E));
    __m128i quote = _mm_cmpeq_epi8(v, _mm_set1_epi8(0x22));
    return (unsigned)_mm_movemask_epi8(
        _mm_or_si128(_mm_or_si128(amp, less), quote));
}

static inline unsigned special_bits(uint64_t first, uint64_t last)
{
    return special_in(_mm_set_epi64x((long long)last, (long long)first));
}

#else

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The top bit of each byte that is zero. No sum carries into the next byte. */
static inline uint64_t zero_bytes(uint64_t word)
{
    uint64_t low = EACH(0x7F);
    return ~(((word & low) + low) | word | low);
}

static inline unsigned special_in_word(uint64_t word)
{
    uint64_t found = zero_bytes((word | EACH(0x01)) ^ EACH(0x27)) |
                     zero_bytes((word | EACH(0x02)) ^ EACH(0x3E)) |
                     zero_bytes(word ^ EACH(0x22));
    unsigned bits = 0;
    unsigned char bytes[8];
    memcpy(bytes, &found, sizeof bytes);
    for (unsigned i = 0; found && i < 8; i++) {
        bits |= (unsigned)(bytes[i] >> 7) << i;
    }
    return bits;
}

static inline unsigned special_bits(uint64_t first, uint64_t last)
{
    return special_in_word(first) | special_in_word(last) << 8;
}

#endif

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
