/* SPDX-License-Identifier: MIT */
/* The hottest loop of a render: most text has nothing to escape, so a table
 * scan finds the next special byte and what is before it is copied whole. */
#include "jinja/ops.h"

static const uint8_t special[256] = {
    ['&'] = 1, ['<'] = 2, ['>'] = 3, ['\''] = 4, ['"'] = 5,
};

bool needs_escape(str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (special[(uint8_t)s.p[i]]) {
            return true;
        }
    }
    return false;
}

void escape_into(str s, struct buf *out)
{
    static const str entities[] = {STR_INIT(""),      STR_INIT("&amp;"),
                                   STR_INIT("&lt;"),  STR_INIT("&gt;"),
                                   STR_INIT("&#39;"), STR_INIT("&#34;")};
    size_t clean = 0;
    for (size_t i = 0; i < s.n; i++) {
        uint8_t which = special[(uint8_t)s.p[i]];
        if (which) {
            buf_put(out, str_sub(s, clean, i - clean));
            buf_put(out, entities[which]);
            clean = i + 1;
        }
    }
    buf_put(out, str_sub(s, clean, s.n - clean));
}
