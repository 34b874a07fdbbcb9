/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_SIMD_H
#define CRUMB_BASE_SIMD_H

/* Sixteen bytes of text at once (SIMD), and eight in a number, for loops that
 * skip most of a text. A test gives a byte with all bits set where it holds,
 * else zero; such results can be joined with | & ~. simd16_mask() makes numbers
 * of them, in which bit i is byte i. GCC and Clang turn each operator into one
 * instruction, or few where the processor has no such registers. */

#include "base/str.h"

enum { SIMD16 = 16 };

typedef unsigned char simd16 __attribute__((vector_size(SIMD16)));

/* --- loads --- */

/* Eight bytes; the first is the lowest. Compilers turn this into one load. */
static inline uint64_t load_u64(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
           (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
           (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline uint32_t load_u32(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

/* The first n bytes, and zeros after them; n < 8. Loads that overlap put the
 * same bits at the same place. */
static inline uint64_t load_u64_part(const char *p, size_t n)
{
    if (n >= 4) {
        return load_u32(p) | (uint64_t)load_u32(p + n - 4) << 8 * (n - 4);
    }
    return n ? (uint64_t)(uint8_t)p[0] |
                   (uint64_t)(uint8_t)p[n / 2] << 8 * (n / 2) |
                   (uint64_t)(uint8_t)p[n - 1] << 8 * (n - 1)
             : 0;
}

static inline simd16 simd16_load(const char *p)
{
    simd16 x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* Two numbers of load_u64 side by side. */
static inline simd16 simd16_pair(uint64_t first, uint64_t last)
{
    typedef uint64_t halves __attribute__((vector_size(SIMD16)));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    first = __builtin_bswap64(first);
    last = __builtin_bswap64(last);
#endif
    return (simd16)(halves){first, last};
}

/* The first n bytes, and zeros after them; n <= 16. */
static inline __attribute__((always_inline)) simd16
simd16_load_part(const char *p, size_t n)
{
    if (n < 8) {
        return simd16_pair(load_u64_part(p, n), 0);
    }
    size_t half = 4 * (SIMD16 - n); /* a shift by 64 would be undefined */
    return simd16_pair(load_u64(p), load_u64(p + n - 8) >> half >> half);
}

/* --- tests --- */

static inline simd16 simd16_is(simd16 x, unsigned char c)
{
    return (simd16)(x == c);
}

/* Bytes >= first and <= last. */
static inline simd16 simd16_between(simd16 x, unsigned char first,
                                    unsigned char last)
{
    unsigned char width = (unsigned char)(last - first);
    return (simd16)(x - first <= width);
}

static inline uint32_t simd16_mask(simd16 result)
{
#ifdef __SSE2__
    typedef char chars __attribute__((vector_size(SIMD16)));
    return (uint32_t)__builtin_ia32_pmovmskb128((chars)result);
#else
    typedef uint64_t halves __attribute__((vector_size(SIMD16)));
    halves both = (halves)result;
    uint32_t mask = 0;
    for (int i = 0; i < 2; i++) {
        uint64_t x = both[i];
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        x = __builtin_bswap64(x);
#endif
        uint64_t ones = x & UINT64_C(0x0101010101010101);
        mask |= (uint32_t)(ones * UINT64_C(0x0102040810204080) >> 56) << 8 * i;
    }
    return mask;
#endif
}

/* The number of bits of a mask. Without POPCNT, which not every processor has,
 * __builtin_popcount is a call. */
static inline size_t simd16_count(uint32_t mask)
{
    mask -= mask >> 1 & 0x5555;
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333);
    mask = (mask + (mask >> 4)) & 0x0F0F;
    return (mask + (mask >> 8)) & 0x1F;
}

/* The mask of bytes outside ASCII. */
static inline uint32_t simd16_mask_wide(simd16 x)
{
    return simd16_mask((simd16)(x >= 0x80));
}

/* The mask of the first n bytes. */
static inline uint32_t simd16_mask_first(size_t n)
{
    return (UINT32_C(1) << n) - 1;
}

/* The index of the first byte from i on for which mask() has a bit, or text.n.
 * Compilers put mask() into the loop. */
static inline __attribute__((always_inline)) size_t
simd16_find(str text, size_t i, uint32_t (*mask)(simd16))
{
    for (; text.n - i >= SIMD16; i += SIMD16) {
        uint32_t found = mask(simd16_load(text.p + i));
        if (found) {
            return i + (size_t)__builtin_ctz(found);
        }
    }
    size_t left = text.n - i;
    uint32_t found = mask(simd16_load_part(text.p + i, left));
    found &= simd16_mask_first(left);
    return found ? i + (size_t)__builtin_ctz(found) : text.n;
}

/* --- up to sixteen bytes, without a call --- */

/* Returns the end of the copy; n <= 16. */
static inline __attribute__((always_inline)) char *
copy16(char *to, const char *from, size_t n)
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
    return to + n;
}

/* Whether n bytes are the same; n <= 16. */
static inline __attribute__((always_inline)) bool
equal16(const char *a, const char *b, size_t n)
{
    if (n >= 8) {
        return load_u64(a) == load_u64(b) &&
               load_u64(a + n - 8) == load_u64(b + n - 8);
    }
    if (n >= 4) {
        return load_u32(a) == load_u32(b) &&
               load_u32(a + n - 4) == load_u32(b + n - 4);
    }
    return !n || (a[0] == b[0] && a[n / 2] == b[n / 2] && a[n - 1] == b[n - 1]);
}

#endif
