/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_TRACE_H
#define CRUMB_ENGINE_TRACE_H

/* Traces: what was read while one thing was made.
 *
 * A trace is a list of dependencies, in the order in which they were met. A
 * dependency names a key (engine/key.h) and a dep set, which says what of that
 * key was read:
 *
 *   of an object            the attributes `bits`
 *   of a list               whether it is empty and its length (DEP_*), and
 *                           the first `first` of its members
 *   of all in a list        a column: first is DEP_COLUMN, and `bits` are
 *                           attributes of each member
 *   of a question or a      all there is to it: DEP_WHOLE
 *   fragment
 *
 * There are few different dep sets, some hundreds on a large site, so they have
 * numbers. Those of the last ledger keep theirs.
 *
 * Encoded, in memory as in the ledger, a trace is a run of pairs (base/pack.h):
 * the key's id, the dep set's number. */

#include "base/map.h"
#include "base/pack.h"
#include "base/vec.h"

#define DEP_COLUMN UINT32_MAX

/* In `bits` of what has no attributes. */
enum { DEP_EMPTY = 1, DEP_LENGTH = 2, DEP_WHOLE = 1 };

struct dep {
    uint32_t key;
    uint32_t first;
    uint64_t bits;
};

/* Both 0: the number is free. */
struct dep_set {
    uint64_t bits;
    uint32_t first;
};

struct dep_sets {
    struct arena *arena;
    VEC(struct dep_set) rows; /* by number; 0 is none */
    VEC(uint32_t) unused;     /* numbers, the smallest last */
    struct map numbers;       /* a set's bytes -> its number */
};

/* `known`: those of the last ledger by their numbers, from 0 on; n may be 0. */
void dep_sets_init(struct dep_sets *sets, struct arena *arena,
                   const struct dep_set *known, size_t n);
/* Its number; one that is new gets one that is free. */
uint32_t dep_set_intern(struct dep_sets *sets, struct dep_set set);
/* A set's bytes, for maps. They stand in `place`. */
str dep_set_bytes(struct dep_set set, struct dep_set *place);

struct trace {
    str pairs;
};

struct trace_reader {
    struct unpack in;
    size_t keys; /* ids are below this... */
    size_t sets; /* ...and numbers of dep sets below this */
    bool bad;    /* the bytes make no sense: a forged ledger */
};

struct trace_pair {
    uint32_t key;
    uint32_t set;
};

static inline struct trace_reader trace_open(struct trace trace, size_t keys,
                                             size_t sets)
{
    return (struct trace_reader){unpack_of(trace.pairs), keys, sets, false};
}

/* False at the end, and where the trace is bad. */
static inline bool trace_next(struct trace_reader *reader,
                              struct trace_pair *out)
{
    if (!unpack_left(&reader->in)) {
        return false;
    }
    uint64_t key = unpack_uint(&reader->in);
    uint64_t set = unpack_uint(&reader->in);
    reader->bad = reader->in.failed || !key || key >= reader->keys || !set ||
                  set >= reader->sets;
    *out = (struct trace_pair){(uint32_t)key, (uint32_t)set};
    return !reader->bad;
}

#endif
