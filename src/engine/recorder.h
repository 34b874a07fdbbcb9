/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_RECORDER_H
#define CRUMB_ENGINE_RECORDER_H

/* Recorded reads: what one thread sees while it makes something.
 * docs/recorded-reads.md has the whole idea.
 *
 * What is made while something else is (a body while its page is) has a trace
 * of its own between recorder_begin and recorder_end, and the outer one sees
 * none of it. Answers and fragments that a thread met first are kept here until
 * all threads have come to rest. */

#include "engine/engine.h"
#include "engine/gate.h"

/* The hash of the answer to a question. */
struct answer {
    uint32_t key;
    uint64_t hash;
};

/* What was read while a fragment was made. */
struct fragment {
    uint32_t key;
    struct trace trace;
    uint64_t result;
};

struct recorder {
    struct engine *engine;
    struct arena *arena; /* of what it keeps: the build's */
    VEC(struct dep) open;
    size_t base;     /* where the innermost open trace starts */
    uint32_t *slots; /* by key: where in `open` it may be */
    size_t nslots;
    struct map asked; /* a question's bytes -> the id of its key */
    struct map sets;  /* a dep set's bytes -> its number */
    VEC(struct answer) answers;
    VEC(struct fragment) fragments;
};

/* What was read between recorder_begin and recorder_end. */
struct deps {
    struct dep *p;
    size_t n;
    struct recorder *by;
    size_t from; /* where it stood among what was open */
};

void recorder_init(struct recorder *recorder, struct engine *engine,
                   struct arena *arena);

struct recorder_mark {
    size_t outer;
    struct gate gate;
};

/* The recorder may be NULL: then nothing is recorded. */
struct recorder_mark recorder_begin(struct recorder *recorder);
/* What was read since, in the arena. */
struct deps recorder_end(struct recorder *recorder, struct recorder_mark mark,
                         struct arena *arena);

void recorder_add(struct recorder *recorder, struct dep dep);
/* The place of the answer, to be filled in before the next question is asked;
 * NULL: this thread has answered it. The name is copied. */
uint64_t *recorder_ask(struct recorder *recorder, struct key question);
/* What the trace that ended last has of that key; NULL: nothing. */
struct dep *recorder_find(const struct deps *deps, uint32_t key);
/* The trace as it stays, in `keep`. */
struct trace recorder_encode(const struct deps *deps, struct arena *keep);
/* Keeps what was read while a fragment was made; `result`: a hash of what came
 * out. Returns the id of its key, whose name is copied. */
uint32_t recorder_fragment(struct recorder *recorder, struct key key,
                           struct trace trace, uint64_t result);
/* Hands answers and fragments over to the engine, once all threads have come to
 * rest. */
void recorder_hand_over(struct recorder *recorder);

static inline void recorder_note(struct recorder *recorder, uint32_t key,
                                 uint64_t bits)
{
    if (recorder && key) {
        recorder_add(recorder, (struct dep){.key = key, .bits = bits});
    }
}

static inline void recorder_first(struct recorder *recorder, uint32_t list,
                                  size_t count)
{
    if (recorder && list) {
        uint32_t first = count < DEP_COLUMN ? (uint32_t)count : DEP_COLUMN - 1;
        recorder_add(recorder, (struct dep){.key = list, .first = first});
    }
}

#endif
