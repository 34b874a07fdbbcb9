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

void multi_search_add(struct multi_search *search, struct arena *arena,
                      str text, size_t id)
{
    if (text.n < 2) {
        return;
    }
    size_t pair = pair_of(text.p);
    uint32_t *bucket = &search->buckets[bucket_of(pair)];
    *VEC_PUSH(&search->list, arena) = (struct search_text){text, id, *bucket};
    *bucket = (uint32_t)search->list.n;
    search->pairs[pair >> 6] |= (uint64_t)1 << (pair & 63);
}

/* In the chain from i on. */
static const struct search_text *
find_in_bucket(const struct multi_search *search, str rest, uint32_t i)
{
    while (i) {
        const struct search_text *found = &search->list.p[i - 1];
        if (str_starts(rest, found->text)) {
            return found;
        }
        i = found->next;
    }
    return NULL;
}

const struct search_text *multi_search_next(const struct multi_search *search,
                                            str text, size_t *at)
{
    if (search->list.n == 0 || text.n < 2) {
        return NULL;
    }
    for (size_t i = *at; i + 1 < text.n; i++) {
        size_t pair = pair_of(text.p + i);
        if (!(search->pairs[pair >> 6] >> (pair & 63) & 1)) {
            continue;
        }
        const struct search_text *found = find_in_bucket(
            search, str_from_offset(text, i), search->buckets[bucket_of(pair)]);
        if (found) {
            *at = i;
            return found;
        }
    }
    return NULL;
}

const struct search_text *multi_search_also(const struct multi_search *search,
                                            str text, size_t at,
                                            const struct search_text *last)
{
    return find_in_bucket(search, str_from_offset(text, at), last->next);
}
