/* SPDX-License-Identifier: MIT */
/* The hottest loop of a render. Most text has nothing to escape, so it is
 * looked at many bytes at a time, and what is clean is copied whole. */
#include "jinja/ops.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

/* From i on, the start of a stretch with something special in it, or of the
 * last few bytes. */
#ifdef __SSE2__
enum { STRIDE = 16 };
static inline size_t skip_clean(str s, size_t i)
{
    for (; s.n - i >= STRIDE; i += STRIDE) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(s.p + i));
        __m128i amp = _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(0x01)),
                                     _mm_set1_epi8(0x27));
        __m128i less = _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(0x02)),
                                      _mm_set1_epi8(0x3E));
        __m128i quote = _mm_cmpeq_epi8(v, _mm_set1_epi8(0x22));
        if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(amp, less), quote))) {
            break;
        }
    }
    return i;
}
#else
static inline size_t skip_clean(str s, size_t i)
{
    while (s.n - i >= 8 && !has_special(load8(s.p + i))) {
        i += 8;
    }
    return i;
}
#endif

static const uint8_t special[256] = {
    ['&'] = 1, ['<'] = 2, ['>'] = 3, ['\''] = 4, ['"'] = 5,
};

enum { ENTITY = 8 }; /* bytes that are copied, more than any has */

static const struct {
    char text[ENTITY];
    size_t n;
} entities[] = {{"", 0},     {"&amp;", 5}, {"&lt;", 4},
                {"&gt;", 4}, {"&#39;", 5}, {"&#34;", 5}};

/* The offset of the first special byte from i on, s.n if there is none. */
static size_t next_special(str s, size_t i)
{
    i = skip_clean(s, i);
    if (s.n - i >= 8 && !has_special(load8(s.p + i))) {
        i += 8;
    }
    if (s.n - i < 8 && (i == s.n || !has_special(load_few(s.p + i, s.n - i)))) {
        return s.n;
    }
    while (i < s.n && !special[(uint8_t)s.p[i]]) {
        i++;
    }
    return i;
}

bool needs_escape(str s)
{
    return next_special(s, 0) < s.n;
}

/* `at` is the first special byte, or the end. */
static void escape_from(str s, size_t at, struct buf *out)
{
    size_t clean = 0;
    while (at < s.n) {
        size_t which = special[(uint8_t)s.p[at]];
        put_short(out, (str){s.p + clean, at - clean});
        buf_reserve(out, ENTITY);
        memcpy(out->p + out->n, entities[which].text, ENTITY);
        out->n += entities[which].n;
        clean = at + 1;
        at = next_special(s, clean);
    }
    if (clean < s.n) {
        put_short(out, (str){s.p + clean, s.n - clean});
    }
}

bool escape_if_needed(str s, struct buf *out)
{
    size_t at = next_special(s, 0);
    if (at == s.n) {
        return false;
    }
    escape_from(s, at, out);
    return true;
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

/* Byte by byte: cheaper than looking ahead in a few bytes. */
static void escape_short(str s, struct buf *out)
{
    buf_reserve(out, s.n * ENTITY);
    char *to = out->p + out->n;
    for (size_t i = 0; i < s.n; i++) {
        size_t which = special[(uint8_t)s.p[i]];
        if (which) {
            memcpy(to, entities[which].text, ENTITY);
            to += entities[which].n;
        } else {
            *to++ = s.p[i];
        }
    }
    out->n = (size_t)(to - out->p);
}

void escape_into(str s, struct buf *out)
{
    if (s.n > 16) {
        escape_from(s, next_special(s, 0), out);
    } else if (!put_clean(s, out)) {
        escape_short(s, out);
    }
}
