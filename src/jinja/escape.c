/* SPDX-License-Identifier: MIT */
/* The hottest loop of a render. Most text has nothing to escape, so it is
 * looked at many bytes at a time, and what is clean is copied whole. */
#include "jinja/escape.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

void escape_any(str s, struct buf *out)
{
    if (s.n > 16) {
        escape_from(s, next_special(s, 0), out);
    } else {
        escape_short(s, out);
    }
}
