/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_ESCAPE_H
#define CRUMB_JINJA_ESCAPE_H

/* Text into the output, escaped or not. Most pieces are a few bytes with
 * nothing to escape in them: those are put without a call or a loop. */

#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

/* Up to seven bytes as a word, some of them twice; the order is lost. */
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

/* The top bit of each byte that is zero. No byte's sum carries. */
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

/* Up to 16 bytes, if there is nothing to escape in them: what is looked at
 * is what is stored. */
__attribute__((always_inline)) static inline bool put_clean(str s,
                                                            struct buf *out)
{
    buf_reserve(out, 16);
    char *to = out->p + out->n;
    if (s.n >= 8) {
        uint64_t first;
        uint64_t last;
        memcpy(&first, s.p, 8);
        memcpy(&last, s.p + s.n - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + s.n - 8, &last, 8);
        if (special_bits(first, last)) {
            return false;
        }
    } else {
        if (special_bits(load_few(s.p, s.n), 0)) {
            return false;
        }
        copy_short(to, s.p, s.n);
    }
    out->n += s.n;
    return true;
}

__attribute__((always_inline)) static inline void escape_into(str s,
                                                              struct buf *out)
{
    if (s.n > 16 || !put_clean(s, out)) {
        escape_any(s, out);
    }
}

#endif
