/* SPDX-License-Identifier: MIT */
#include "text/splice.h"

#include "base/memory/buf.h"

void splice_add(struct splices *splices, struct arena *arena, size_t off,
                size_t len, str text)
{
    *VEC_PUSH(&splices->list, arena) = (struct splice){off, len, text};
}

/* They come nearly in order, and few: sorted by insertion, which keeps the
 * order of equals. */
static void sort(struct splice *p, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct splice one = p[i];
        size_t k = i;
        while (k > 0 && p[k - 1].off > one.off) {
            p[k] = p[k - 1];
            k--;
        }
        p[k] = one;
    }
}

bool splice_apply(const struct splices *splices, str text, struct arena *arena,
                  str *out)
{
    size_t n = splices->list.n;
    struct splice *sorted = ARENA_ARRAY(arena, struct splice, n);
    struct buf all = {0};
    size_t at = 0;
    bool apart = true;
    for (size_t i = 0; i < n; i++) {
        sorted[i] = splices->list.p[i];
    }
    sort(sorted, n);
    for (size_t i = 0; i < n; i++) {
        if (sorted[i].off < at || sorted[i].len > text.n - sorted[i].off) {
            apart = false;
            continue;
        }
        buf_put(&all, str_sub(text, at, sorted[i].off - at));
        buf_put(&all, sorted[i].text);
        at = sorted[i].off + sorted[i].len;
    }
    buf_put(&all, str_from_offset(text, at));
    *out = buf_move(&all, arena);
    return apart;
}
