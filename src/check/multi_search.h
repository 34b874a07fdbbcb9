/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_MULTI_SEARCH_H
#define CRUMB_CHECK_MULTI_SEARCH_H

/* Searches a text for many strings in one pass. A bit set of their first two
 * bytes rules out most places. One thread makes it; then any may search. */

#include "base/memory/arena.h"
#include "base/memory/vec.h"

struct search_text {
    str text;      /* at least two bytes */
    size_t id;     /* the caller's */
    uint32_t next; /* in its bucket: index + 1; 0: none */
};

struct multi_search {
    VEC(struct search_text) list;
    uint64_t pairs[1024];
    uint32_t buckets[256]; /* by both bytes; index + 1 */
};

/* A zeroed struct multi_search is ready for use. Adds a text, which is
 * borrowed; ignores one that is too short. */
void multi_search_add(struct multi_search *search, struct arena *arena,
                      str text, size_t id);
/* The first match at *at or after it; *at becomes its offset. NULL: there is
 * none. For the next match continue with *at + 1. */
const struct search_text *multi_search_next(const struct multi_search *search,
                                            str text, size_t *at);
/* The next one at the same place, after `last`; NULL: there is none. */
const struct search_text *multi_search_also(const struct multi_search *search,
                                            str text, size_t at,
                                            const struct search_text *last);

#endif
