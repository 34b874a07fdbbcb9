/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_RENUMBER_H
#define CRUMB_SECRETS_RENUMBER_H

/* Networks and numbers moved into the ranges for documentation, as blocks of
 * units: a unit is a /24 of IPv4, a /32 of IPv6, or one number. A block keeps
 * its size, and its units their order. Blocks that moved before stay where they
 * are; others go between them, in their order if there is room. Within a block,
 * a smaller one that moved before may have a place of its own: as in a routing
 * table, the smallest block that has the unit counts. */

#include "base/memory/vec.h"

enum public_kind {
    PUBLIC_IPV4,
    PUBLIC_IPV6,
    PUBLIC_AS,
    PUBLIC_MAC,
    PUBLIC_NAME, /* one of those that are listed */
    PUBLIC_KINDS
};

enum { MOST_UNITS = 1024 }; /* of a range, and of a block that has room */

struct public_block {
    uint64_t first;
    uint64_t count; /* a power of two; `first` is a multiple of it */
    uint64_t moved; /* its new first one */
};

struct public_blocks {
    VEC(struct public_block) moved;
    VEC(struct public_block) pending; /* they are to move */
    size_t out_of_order; /* pending ones that are, or are in parts */
};

/* Adds a block that has moved before, or that is in a text and stays. False:
 * that place is outside of the ranges, or it is taken. */
bool renumber_add(struct public_blocks *blocks, enum public_kind kind,
                  struct public_block block, struct arena *arena);
/* Moves the blocks of the list. `kept`: others may follow in later calls, so
 * there is room between the blocks, as far as the ranges have it. False: the
 * ranges have no room. */
bool renumber_choose(struct public_blocks *blocks, enum public_kind kind,
                     bool kept, struct arena *arena);
/* The new number of the unit, as one of the smallest block that has at least
 * `count` units, if there is one. The unit itself if no block has it. */
uint64_t renumber_unit(const struct public_blocks *blocks, uint64_t unit,
                       uint64_t count);

#endif
