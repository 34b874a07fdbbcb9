/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_RECORDER_H
#define CRUMB_ENGINE_RECORDER_H

/* Recorded reads: which facts were seen while something was made. One per
 * thread. docs/recorded-reads.md has the whole idea.
 *
 * A fact is one of three:
 *
 *   an attribute    a bit of an object's number; objects are numbered from 1
 *   of a list       whether it is empty, its length (READ_*), its first items
 *   an answer       to a question that is asked by name: which template is
 *                   base.html, what is at that path in content/? There may be
 *                   none, which is an answer too
 *
 * What is made while something else is (a body while its page is) has a trace
 * of its own between reads_begin and reads_end, and the outer one sees none of
 * it. */

#include "base/map.h"
#include "base/vec.h"
#include "engine/gate.h"

#define READ_COLUMN UINT32_MAX

/* Of lists, in place of attributes. */
enum { READ_EMPTY = 1, READ_LENGTH = 2 };

/* Numbers at and above these are no objects: their rest counts what this
 * struct reads holds. */
#define READ_ASK 0x40000000u
#define READ_SHARED 0x80000000u

struct reads;

struct read {
    uint32_t object;
    uint32_t first; /* of a list: so many of its first items, or READ_COLUMN:
                       the attributes `bits` of all that are in it */
    uint64_t bits;
};

struct trace {
    struct read *p;
    size_t n;
    struct reads *by; /* whose asks and shared traces it names */
    size_t from;      /* where it stood among what was open */
};

/* What is read of an object: `bits` and `first` of a read. Few are different:
 * traces that stay name them by number. */
struct sight {
    uint64_t bits;
    uint32_t first;
};

struct sights {
    VEC(struct sight) all;
    struct map numbers; /* a sight's bytes -> number in all, + 1 */
};

struct kept_read {
    uint32_t object;
    uint32_t sight;
};

struct kept_trace {
    const struct kept_read *p;
    size_t n;
    const struct reads *by; /* whose sights, asks and shared traces it names */
};

/* A question and its answer's hash. */
struct ask {
    str name; /* the first byte is the kind of question */
    uint64_t answer;
    uint32_t slot;
};

struct reads {
    size_t number;       /* among the threads */
    struct arena *arena; /* of asks, sights and shared traces: the build's */
    VEC(struct read) open;
    size_t base;     /* where the innermost open trace starts */
    uint32_t *slots; /* by object: where in `open` it may be */
    size_t nslots;
    VEC(struct ask) asks;
    struct map asked; /* name -> number in asks, + 1 */
    struct sights sights;
    VEC(struct kept_trace) shared;
};

/* The sight's number; one that is new gets the next. */
uint32_t sights_number(struct sights *sights, struct arena *arena,
                       uint64_t bits, uint32_t first);

/* Objects have numbers below `objects`. */
void reads_init(struct reads *reads, struct arena *arena, size_t objects);

struct reads_mark {
    size_t outer;
    struct gate gate;
};

/* Where reads may be NULL, nobody records. */
struct reads_mark reads_begin(struct reads *reads);
/* What was read since, in the arena. */
struct trace reads_end(struct reads *reads, struct reads_mark mark,
                       struct arena *arena);

void reads_add(struct reads *reads, struct read read);
/* The place of the answer, to be filled in; NULL: it is there already. The
 * name is copied. */
uint64_t *reads_ask(struct reads *reads, char kind, str name);
/* What the trace that ended last has of that object; NULL: nothing. */
struct read *reads_find(const struct trace *trace, uint32_t object);
/* The trace as it stays, in the arena. */
struct kept_trace reads_keep(const struct trace *trace, struct arena *arena);
/* Keeps a trace that many others hold: returns its number. */
uint32_t reads_share(struct reads *reads, struct kept_trace trace);

static inline void reads_note(struct reads *reads, uint32_t object,
                              uint64_t bits)
{
    if (reads && object) {
        reads_add(reads, (struct read){object, 0, bits});
    }
}

static inline void reads_first(struct reads *reads, uint32_t object,
                               size_t count)
{
    if (reads && object) {
        uint32_t first =
            count < READ_COLUMN ? (uint32_t)count : READ_COLUMN - 1;
        reads_add(reads, (struct read){object, first, 0});
    }
}

#endif
