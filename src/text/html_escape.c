/* SPDX-License-Identifier: MIT */
#include "text/html_escape.h"

enum { LONGEST = 8 }; /* bytes that are copied for each entity */

struct entity {
    char text[LONGEST];
    size_t n;
};

static const unsigned char entity_numbers[256] = {
    ['&'] = 0, ['<'] = 1, ['>'] = 2, ['"'] = 3, ['\''] = 4,
};

static const struct entity cmark_entities[] = {
    {"&amp;", 5}, {"&lt;", 4}, {"&gt;", 4}, {"&quot;", 6}, {"'", 1}};

static const struct entity jinja_entities[] = {
    {"&amp;", 5}, {"&lt;", 4}, {"&gt;", 4}, {"&#34;", 5}, {"&#39;", 5}};

static char *copy_escaped(char *to, str s, uint32_t bits,
                          const struct entity *entities)
{
    size_t clean = 0;
    for (; bits; bits &= bits - 1) {
        size_t at = (size_t)__builtin_ctz(bits);
        const struct entity *entity =
            &entities[entity_numbers[(unsigned char)s.p[at]]];
        to = copy16(to, s.p + clean, at - clean);
        memcpy(to, entity->text, LONGEST);
        to += entity->n;
        clean = at + 1;
    }
    return copy16(to, s.p + clean, s.n - clean);
}

/* Copies up to 16 bytes, in which `bits` marks the special ones. */
__attribute__((always_inline)) static inline void
put_block(str s, uint32_t bits, const struct entity *entities, struct buf *out)
{
    buf_reserve(out, (size_t)SIMD16 * LONGEST);
    char *to = out->p + out->n;
    to = bits ? copy_escaped(to, s, bits, entities) : copy16(to, s.p, s.n);
    out->n = (size_t)(to - out->p);
}

/* In a loop of whole blocks, copy16 is two moves. */
__attribute__((always_inline)) static inline void
escape(str text, const struct entity *entities, struct buf *out)
{
    for (; text.n >= SIMD16; text.p += SIMD16, text.n -= SIMD16) {
        put_block((str){text.p, SIMD16}, html_special_mask(simd16_load(text.p)),
                  entities, out);
    }
    put_block(text, html_special_mask(simd16_load_part(text.p, text.n)),
              entities, out);
}

void html_escape(str text, struct buf *out)
{
    escape(text, cmark_entities, out);
}

void html_escape_jinja(str text, struct buf *out)
{
    escape(text, jinja_entities, out);
}

bool html_needs_escape(str text)
{
    return simd16_find(text, 0, html_special_mask) < text.n;
}
