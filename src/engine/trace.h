/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_TRACE_H
#define CRUMB_ENGINE_TRACE_H

/* Traces: what was read while a step was made.
 *
 * A trace is a list of dependencies, in the order of the reads. A dependency
 * names a key (engine/key.h) and a dep set, which says what was read of that
 * key:
 *
 *   of an object            the attributes `bits`
 *   of a list               whether it is empty and its length (DEP_*), and
 *                           its first `first` members
 *   of all in a list        a column: `first` is DEP_COLUMN, and `bits` are
 *                           attributes of each member
 *   of a question or a      all of it: DEP_WHOLE
 *   fragment
 *
 * A large site has only some hundreds of different dep sets, so these have
 * numbers. Dep sets of the last ledger keep their numbers.
 *
 * Encoded, in memory as in the ledger, a trace is a run of pairs (base/pack.h):
 * the key's id, the dep set's number. */

#include "base/memory/map.h"
#include "base/memory/table.h"
#include "base/memory/vec.h"
#include "base/pack.h"

#define DEP_COLUMN UINT32_MAX

/* In `bits` of keys without attributes. */
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

/* `known` are the n dep sets of the last ledger by their numbers; number 0 is
 * unused. n may be 0. */
void dep_sets_init(struct dep_sets *sets, struct arena *arena,
                   const struct dep_set *known, size_t n);
/* Returns the number of that set. A new one gets a free number. */
uint32_t dep_set_intern(struct dep_sets *sets, struct dep_set set);
/* Returns the bytes of a set, as a key for maps; they are in *place. */
str dep_set_bytes(struct dep_set set, struct dep_set *place);

struct trace {
    str pairs;
};

struct trace_reader {
    struct unpack in;
    const struct dep_sets *sets;
    size_t keys;     /* ids are below this */
    uint32_t number; /* of the last dependency's dep set */
    bool bad;        /* the bytes are invalid: the ledger is forged */
};

/* Reads the next dependency. Returns false at the end, and if the trace is
 * bad. */
static inline bool trace_next(struct trace_reader *reader, struct dep *out)
{
    if (!unpack_left(&reader->in)) {
        return false;
    }
    uint64_t key = unpack_uint(&reader->in);
    uint64_t number = unpack_uint(&reader->in);
    reader->bad = reader->in.failed || !key || key >= reader->keys || !number ||
                  number >= reader->sets->rows.n;
    if (!reader->bad) {
        const struct dep_set *set = &reader->sets->rows.p[number];
        reader->number = (uint32_t)number;
        *out = (struct dep){(uint32_t)key, set->first, set->bits};
    }
    return !reader->bad;
}

#endif
