/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_RECORDER_H
#define CRUMB_ENGINE_RECORDER_H

/* Records what a thread reads while it makes a step. docs/recorded-reads.md
 * explains the idea.
 *
 * Traces nest: a body that is made while its page is has a trace of its own,
 * between recorder_begin and recorder_end, and none of its reads are in the
 * trace of the page. The recorder keeps answers and fragments until all threads
 * have finished; recorder_hand_over then gives them to the engine. */

#include "engine/engine.h"
#include "engine/gate.h"

/* The hash of the answer to a question, or of an attribute. */
struct answer {
    uint32_t key;
    uint32_t bit;
    uint64_t hash;
};

/* A fragment's trace, and a hash of its output. */
struct fragment {
    uint32_t key;
    struct trace trace;
    uint64_t result;
};

struct recorder {
    struct engine *engine;
    struct arena *arena; /* for answers and fragments; as long as the build */
    VEC(struct dep) open;
    size_t base;     /* index in `open` of the innermost trace */
    uint32_t *slots; /* by key: index in `open` where it may be */
    size_t nslots;
    struct map asked; /* a question's bytes -> the id of its key */
    struct map sets;  /* a dep set's bytes -> its number */
    VEC(struct answer) answers;
    VEC(struct fragment) fragments;
};

/* The reads between recorder_begin and recorder_end. */
struct deps {
    struct dep *p;
    size_t n;
    struct recorder *by;
    size_t from; /* index in by->open before the trace ended */
};

void recorder_init(struct recorder *recorder, struct engine *engine,
                   struct arena *arena);

struct recorder_mark {
    size_t outer;
    struct gate gate;
};

/* Begins a trace. The recorder may be NULL: then nothing is recorded. */
struct recorder_mark recorder_begin(struct recorder *recorder);
/* Ends it. Returns what was read, in the arena. */
struct deps recorder_end(struct recorder *recorder, struct recorder_mark mark,
                         struct arena *arena);

/* Adds a read to the innermost trace. */
void recorder_add(struct recorder *recorder, struct dep dep);
/* Records a question, whose name is copied. Returns the place for the hash of
 * its answer, which the caller sets before the next question; NULL: this thread
 * has answered it before, or the recorder is NULL. */
uint64_t *recorder_ask(struct recorder *recorder, struct key question);
/* Gives the engine the hash of an attribute that was read, so that it need not
 * be asked for again; the hash of one that has one stays as it is. */
void recorder_hash(struct recorder *recorder, uint32_t key, unsigned bit,
                   uint64_t hash);
/* Returns the reads of that key in the trace that ended last; NULL: there are
 * none, or an inner trace has read the key as well. */
struct dep *recorder_find(const struct deps *deps, uint32_t key);
/* Returns the trace in its encoded form, in `keep`. */
struct trace recorder_encode(const struct deps *deps, struct arena *keep);
/* Adds a fragment with its trace, which is needed until recorder_hand_over;
 * `result` is a hash of its output. Returns the id of its key, whose name is
 * copied. */
uint32_t recorder_fragment(struct recorder *recorder, struct key key,
                           struct trace trace, uint64_t result);
/* Moves answers and fragments into the engine. Call it when all threads have
 * finished. */
void recorder_hand_over(struct recorder *recorder);

/* Records reads of attributes. */
static inline void recorder_note(struct recorder *recorder, uint32_t key,
                                 uint64_t bits)
{
    if (recorder && key) {
        recorder_add(recorder, (struct dep){.key = key, .bits = bits});
    }
}

/* Records a read of the first `count` members of a list. */
static inline void recorder_first(struct recorder *recorder, uint32_t list,
                                  size_t count)
{
    if (recorder && list) {
        uint32_t first = count < DEP_COLUMN ? (uint32_t)count : DEP_COLUMN - 1;
        recorder_add(recorder, (struct dep){.key = list, .first = first});
    }
}

#endif
