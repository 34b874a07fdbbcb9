/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HTML_ESCAPE_H
#define CRUMB_TEXT_HTML_ESCAPE_H

/* Escapes text for HTML. Pages spend much of their time here, so texts are
 * checked by sixteen bytes. */

#include "base/memory/buf.h"
#include "base/simd.h"

/* Appends the text with & < > " as &amp; &lt; &gt; &quot; (as cmark does; for
 * Markdown). */
void html_escape(str text, struct buf *out);
/* Appends it with & < > ' " as &amp; &lt; &gt; &#39; &#34; (as Jinja does; for
 * templates). */
void html_escape_jinja(str text, struct buf *out);
/* Whether the text holds one of & < > ' ". */
bool html_needs_escape(str text);

/* The mask of & < > ' ". Pairs of them differ in one bit: & and ', < and >. */
static inline uint32_t html_special_mask(simd16 x)
{
    return simd16_mask(simd16_is(x | ('&' ^ '\''), '\'') |
                       simd16_is(x | ('<' ^ '>'), '>') | simd16_is(x, '"'));
}

/* Copies up to 16 bytes and returns the end of the copy; NULL if there is
 * something to escape. Most pieces of a page are that short, and clean. */
__attribute__((always_inline)) static inline char *html_copy_clean(char *to,
                                                                   str s)
{
    uint64_t first = s.n < 8 ? load_u64_part(s.p, s.n) : load_u64(s.p);
    uint64_t last = s.n < 8 ? 0 : load_u64(s.p + s.n - 8);
    return html_special_mask(simd16_pair(first, last)) ? NULL
                                                       : copy16(to, s.p, s.n);
}

#endif
