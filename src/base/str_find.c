/* SPDX-License-Identifier: MIT */
#include "base/simd.h"

/* Paths are taken apart at their last slash and dot, some ten times a file. */
size_t str_rfind_char(str s, char c)
{
    unsigned char byte = (unsigned char)c;
    size_t n = s.n;
    uint32_t hits = 0;
    for (; n >= SIMD16 && !hits; n -= SIMD16) {
        hits = simd16_mask(simd16_is(simd16_load(s.p + n - SIMD16), byte));
    }
    if (!hits) {
        hits = simd16_mask(simd16_is(simd16_load_part(s.p, n), byte)) &
               simd16_mask_first(n);
        n = 0;
    }
    return hits ? n + 31 - (size_t)__builtin_clz(hits) : STR_NONE;
}

/* A sum over needle.n bytes moves along the text (Karp and Rabin), so that
 * each byte takes a few steps with any two texts. Bytes are compared
 * where the sum is right. */
static size_t find_by_sum(str s, str needle)
{
    const uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t wanted = 0;
    uint64_t sum = 0;
    uint64_t first = 1; /* of the byte that leaves */
    for (size_t i = 0; i < needle.n; i++) {
        wanted = wanted * factor + (unsigned char)needle.p[i];
        sum = sum * factor + (unsigned char)s.p[i];
        first *= factor;
    }
    for (size_t i = 0;; i++) {
        if (sum == wanted && memcmp(s.p + i, needle.p, needle.n) == 0) {
            return i;
        }
        if (i + needle.n >= s.n) {
            return STR_NONE;
        }
        sum = sum * factor + (unsigned char)s.p[i + needle.n] -
              first * (unsigned char)s.p[i];
    }
}

/* Bytes of false starts that are always allowed, and for each byte of text. */
enum { WASTE = 1 << 16, WASTE_EACH = 8 };

/* Whether text may begin and end so at sixteen places. */
static inline simd16 ends_at(const char *p, size_t last, unsigned char begin,
                             unsigned char end)
{
    return simd16_is(simd16_load(p), begin) &
           simd16_is(simd16_load(p + last), end);
}

/* The first place from `off` on whose text begins and ends as the needle does;
 * `places`: there is none below. Few bytes pass both tests. */
static size_t find_ends(str s, size_t off, size_t places, str needle)
{
    size_t last = needle.n - 1;
    unsigned char begin = (unsigned char)needle.p[0];
    unsigned char end = (unsigned char)needle.p[last];
    for (; places - off >= 4 * (size_t)SIMD16; off += 4 * (size_t)SIMD16) {
        const char *p = s.p + off;
        if (simd16_mask(ends_at(p, last, begin, end) |
                        ends_at(p + SIMD16, last, begin, end) |
                        ends_at(p + 2 * (size_t)SIMD16, last, begin, end) |
                        ends_at(p + 3 * (size_t)SIMD16, last, begin, end))) {
            break;
        }
    }
    for (; places - off >= SIMD16; off += SIMD16) {
        uint32_t hits = simd16_mask(ends_at(s.p + off, last, begin, end));
        if (hits) {
            return off + (size_t)__builtin_ctz(hits);
        }
    }
    while (off < places &&
           (s.p[off] != needle.p[0] || s.p[off + last] != needle.p[last])) {
        off++;
    }
    return off;
}

size_t str_find(str s, str needle)
{
    if (needle.n < 2) {
        return needle.n ? str_find_char(s, needle.p[0]) : 0;
    }
    size_t places = s.n < needle.n ? 0 : s.n - needle.n + 1;
    size_t off = 0;
    for (size_t wasted = 0;; wasted += needle.n) {
        off = find_ends(s, off, places, needle);
        if (off == places) {
            return STR_NONE;
        }
        if (wasted > WASTE + WASTE_EACH * off) {
            size_t found = find_by_sum(str_from_offset(s, off), needle);
            return found == STR_NONE ? STR_NONE : off + found;
        }
        if (memcmp(s.p + off, needle.p, needle.n) == 0) {
            return off;
        }
        off++;
    }
}
