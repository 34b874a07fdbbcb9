/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_SWAR_H
#define CRUMB_BASE_SWAR_H

/* Tests eight bytes of text at once, held in one number (SIMD within a
 * register), for loops that skip most of a text. The first byte is the lowest.
 * Results are marks: the high bit is set in each byte that passes the test. */

#include <stddef.h>
#include <stdint.h>

/* The byte eight times; a constant expression. */
#define EIGHT(byte) (UINT64_C(0x0101010101010101) * (uint64_t)(byte))
#define EIGHT_MARKS EIGHT(0x80)

/* Compilers turn this into one load. */
static inline uint64_t eight_at(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
           (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
           (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

/* Bytes outside ASCII. */
static inline uint64_t eight_wide(uint64_t x)
{
    return x & EIGHT_MARKS;
}

/* Bytes equal to c. Only the first mark is reliable: bytes behind it may be
 * marked wrongly. */
static inline uint64_t eight_find(uint64_t x, unsigned char c)
{
    uint64_t y = x ^ EIGHT(c);
    return (y - EIGHT(1)) & ~y & EIGHT_MARKS;
}

/* --- valid only if all eight bytes are ASCII --- */

static inline uint64_t eight_is_not(uint64_t x, unsigned char c)
{
    return ((x ^ EIGHT(c)) + EIGHT(0x7F)) & EIGHT_MARKS;
}

/* Bytes >= c. */
static inline uint64_t eight_from(uint64_t x, unsigned char c)
{
    return (x + EIGHT(0x80 - c)) & EIGHT_MARKS;
}

/* Bytes >= first and <= last. */
static inline uint64_t eight_within(uint64_t x, unsigned char first,
                                    unsigned char last)
{
    return eight_from(x, first) & ~eight_from(x, (unsigned char)(last + 1));
}

/* --- marks --- */

static inline size_t eight_count(uint64_t marks)
{
    return (size_t)(((marks >> 7) * EIGHT(1)) >> 56);
}

/* The index of the first mark. There must be one. */
static inline size_t eight_first(uint64_t marks)
{
    uint64_t up_to_it = marks ^ (marks - 1);
    return eight_count(up_to_it & EIGHT_MARKS) - 1;
}

#endif
