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
 * of its own between recorder_begin and recorder_end, and the outer one sees
 * none of it. */

#include "base/map.h"
#include "base/vec.h"
#include "engine/gate.h"

#define DEP_COLUMN UINT32_MAX

/* Of lists, in place of attributes. */
enum { DEP_EMPTY = 1, DEP_LENGTH = 2 };

/* Numbers at and above these are no objects: their rest counts what this
 * struct recorder holds. */
#define READ_ASK 0x40000000u
#define READ_SHARED 0x80000000u

struct recorder;

struct dep {
    uint32_t object;
    uint32_t first; /* of a list: so many of its first items, or DEP_COLUMN:
                       the attributes `bits` of all that are in it */
    uint64_t bits;
};

struct deps {
    struct dep *p;
    size_t n;
    struct recorder *by; /* whose asks and shared traces it names */
    size_t from;         /* where it stood among what was open */
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

struct kept_dep {
    uint32_t object;
    uint32_t sight;
};

struct trace {
    const struct kept_dep *p;
    size_t n;
    const struct recorder
        *by; /* whose sights, asks and shared traces it names */
};

/* A question and its answer's hash. */
struct ask {
    str name; /* the first byte is the kind of question */
    uint64_t answer;
    uint32_t slot;
};

struct recorder {
    size_t number;       /* among the threads */
    struct arena *arena; /* of asks, sights and shared traces: the build's */
    VEC(struct dep) open;
    size_t base;     /* where the innermost open trace starts */
    uint32_t *slots; /* by object: where in `open` it may be */
    size_t nslots;
    VEC(struct ask) asks;
    struct map asked; /* name -> number in asks, + 1 */
    struct sights sights;
    VEC(struct trace) shared;
};

/* The sight's number; one that is new gets the next. */
uint32_t sights_number(struct sights *sights, struct arena *arena,
                       uint64_t bits, uint32_t first);

/* Objects have numbers below `objects`. */
void recorder_init(struct recorder *recorder, struct arena *arena,
                   size_t objects);

struct recorder_mark {
    size_t outer;
    struct gate gate;
};

/* Where reads may be NULL, nobody records. */
struct recorder_mark recorder_begin(struct recorder *recorder);
/* What was read since, in the arena. */
struct deps recorder_end(struct recorder *recorder, struct recorder_mark mark,
                         struct arena *arena);

void recorder_add(struct recorder *recorder, struct dep read);
/* The place of the answer, to be filled in; NULL: it is there already. The
 * name is copied. */
uint64_t *recorder_ask(struct recorder *recorder, char kind, str name);
/* What the trace that ended last has of that object; NULL: nothing. */
struct dep *recorder_find(const struct deps *trace, uint32_t object);
/* The trace as it stays, in the arena. */
struct trace recorder_keep(const struct deps *trace, struct arena *arena);
/* Keeps a trace that many others hold: returns its number. */
uint32_t recorder_share(struct recorder *recorder, struct trace trace);

static inline void recorder_note(struct recorder *recorder, uint32_t object,
                                 uint64_t bits)
{
    if (recorder && object) {
        recorder_add(recorder, (struct dep){object, 0, bits});
    }
}

static inline void recorder_first(struct recorder *recorder, uint32_t object,
                                  size_t count)
{
    if (recorder && object) {
        uint32_t first = count < DEP_COLUMN ? (uint32_t)count : DEP_COLUMN - 1;
        recorder_add(recorder, (struct dep){object, first, 0});
    }
}

#endif
