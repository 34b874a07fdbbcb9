/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_ADDRESSES_H
#define CRUMB_CHECK_ADDRESSES_H

/* The different addresses that pages have, each with a number: a link of a page
 * is the number, not the text. Those that the last check knew come first, with
 * the numbers that they had. Several threads add to it. */

#include <pthread.h>
#include <stdatomic.h>

#include "base/memory/map.h"
#include "base/memory/vec.h"

enum target_kind {
    TARGET_INSIDE,  /* below the site's address */
    TARGET_BESIDE,  /* the same host, but not below it */
    TARGET_OUTSIDE, /* http or https elsewhere */
    TARGET_LOCAL,   /* on the author's machine or network */
    TARGET_OTHER,   /* mailto:, data:, javascript: */
};

struct link_address {
    uint32_t number;
    enum target_kind kind; /* TARGET_INSIDE may be BESIDE: see target.h */
    str value;             /* as pages have it, character references decoded */
    str url; /* of a relative one what it leads to; p == NULL: it means the
                same on every page */
};

enum { ADDRESS_SHARDS = 16 };

struct address_shard {
    pthread_mutex_t lock; /* of the rest */
    struct arena arena;
    struct map by_text;
    VEC(struct link_address *) list;
};

struct addresses {
    struct link_address *known; /* of the last check */
    size_t nknown;
    bool indexed; /* they can be found */
    atomic_uint_fast32_t n;
    struct link_address **all; /* by number; see addresses_list */
    struct address_shard shards[ADDRESS_SHARDS];
};

void addresses_init(struct addresses *addresses);
void addresses_free(struct addresses *addresses);
/* Takes over those of the last check, by number: before the first is added. */
void addresses_restore(struct addresses *addresses, struct link_address *known,
                       size_t n);
/* Makes the known ones findable: before the first addresses_find. One thread.
 */
void addresses_index(struct addresses *addresses);
/* `text` is the value; of a relative address the value, '\n' and the url. NULL:
 * it is new. */
struct link_address *addresses_find(struct addresses *addresses, str text);
/* Adds an address, or returns the one that another thread has added. The first
 * `length` bytes of the text are the value. */
struct link_address *addresses_add(struct addresses *addresses, str text,
                                   size_t length, enum target_kind kind);
/* Lists all, once no more are added. Returns their number. */
size_t addresses_list(struct addresses *addresses, struct arena *arena);

#endif
