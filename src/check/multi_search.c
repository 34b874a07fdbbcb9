/* SPDX-License-Identifier: MIT */
#include "check/multi_search.h"

static size_t pair_of(const char *p)
{
    return (size_t)(unsigned char)p[0] << 8 | (unsigned char)p[1];
}

static size_t bucket_of(size_t pair)
{
    return (pair >> 8 ^ pair * 31) & 255;
}

void needles_add(struct needles *needles, struct arena *arena, str text,
                 size_t id)
{
    if (text.n < 2) {
        return;
    }
    size_t pair = pair_of(text.p);
    uint32_t *bucket = &needles->buckets[bucket_of(pair)];
    *VEC_PUSH(&needles->list, arena) = (struct needle){text, id, *bucket};
    *bucket = (uint32_t)needles->list.n;
    needles->pairs[pair >> 6] |= (uint64_t)1 << (pair & 63);
}

/* In the chain from i on. */
static const struct needle *find_needle(const struct needles *needles, str rest,
                                        uint32_t i)
{
    while (i) {
        const struct needle *needle = &needles->list.p[i - 1];
        if (str_starts(rest, needle->text)) {
            return needle;
        }
        i = needle->next;
    }
    return NULL;
}

const struct needle *needles_next(const struct needles *needles, str text,
                                  size_t *at)
{
    if (needles->list.n == 0 || text.n < 2) {
        return NULL;
    }
    for (size_t i = *at; i + 1 < text.n; i++) {
        size_t pair = pair_of(text.p + i);
        if (!(needles->pairs[pair >> 6] >> (pair & 63) & 1)) {
            continue;
        }
        const struct needle *needle =
            find_needle(needles, str_from_offset(text, i),
                        needles->buckets[bucket_of(pair)]);
        if (needle) {
            *at = i;
            return needle;
        }
    }
    return NULL;
}

const struct needle *needles_also(const struct needles *needles, str text,
                                  size_t at, const struct needle *last)
{
    return find_needle(needles, str_from_offset(text, at), last->next);
}
