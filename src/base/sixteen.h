/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_SIXTEEN_H
#define CRUMB_BASE_SIXTEEN_H

/* Tests sixteen bytes of text at once (SIMD), for loops that skip most of a
 * text. A test gives a byte with all bits set where it holds, else zero; such
 * results can be joined with | & ~. sixteen_where() makes numbers of them, in
 * which bit i stands for byte i. GCC and Clang turn each operator into one
 * instruction, or few where the processor has no such registers. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SIXTEEN = 16 };

typedef unsigned char sixteen __attribute__((vector_size(SIXTEEN)));

/* Two numbers side by side, in the order of memory. */
static inline sixteen sixteen_of(uint64_t first, uint64_t last)
{
    typedef uint64_t halves __attribute__((vector_size(SIXTEEN)));
    return (sixteen)(halves){first, last};
}

static inline sixteen sixteen_at(const char *p)
{
    sixteen x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* The n bytes at p, and zeros behind them; n < 16. */
static inline sixteen sixteen_begin(const char *p, size_t n)
{
    unsigned char bytes[SIXTEEN] = {0};
    if (n >= 8) {
        memcpy(bytes, p, 8);
        memcpy(bytes + n - 8, p + n - 8, 8);
    } else if (n >= 4) {
        memcpy(bytes, p, 4);
        memcpy(bytes + n - 4, p + n - 4, 4);
    } else if (n > 0) {
        bytes[0] = (unsigned char)p[0];
        bytes[n / 2] = (unsigned char)p[n / 2];
        bytes[n - 1] = (unsigned char)p[n - 1];
    }
    return sixteen_at((const char *)bytes);
}

static inline sixteen sixteen_is(sixteen x, unsigned char c)
{
    return (sixteen)(x == c);
}

/* Bytes >= first and <= last. */
static inline sixteen sixteen_within(sixteen x, unsigned char first,
                                     unsigned char last)
{
    unsigned char width = (unsigned char)(last - first);
    return (sixteen)(x - first <= width);
}

/* The first bits of eight results, in the order of the bytes in memory. */
static inline uint32_t eight_where(uint64_t x)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    uint64_t ones = x & UINT64_C(0x0101010101010101);
    return (uint32_t)(ones * UINT64_C(0x0102040810204080) >> 56);
}

static inline uint32_t sixteen_where(sixteen result)
{
#ifdef __SSE2__
    typedef char chars __attribute__((vector_size(SIXTEEN)));
    return (uint32_t)__builtin_ia32_pmovmskb128((chars)result);
#else
    typedef uint64_t halves __attribute__((vector_size(SIXTEEN)));
    halves both = (halves)result;
    return eight_where(both[0]) | eight_where(both[1]) << 8;
#endif
}

/* Bytes outside ASCII. */
static inline uint32_t sixteen_where_wide(sixteen x)
{
    return sixteen_where((sixteen)(x >= 0x80));
}

/* The first n bits. */
static inline uint32_t sixteen_first(size_t n)
{
    return (UINT32_C(1) << n) - 1;
}

#endif
