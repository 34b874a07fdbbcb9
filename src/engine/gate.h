/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_GATE_H
#define CRUMB_ENGINE_GATE_H

/* The gate to the site's memory: each thread has one. It is shut while a step
 * is made, from recorder_begin to recorder_end. A function that answers a
 * template records the fact, then opens the gate until it has the answer.
 *
 * This is for a test build, VARIANT=trap, which checks every load of the
 * program (tests/trap/). A load of guarded memory through a shut gate ends the
 * program; so does a gate that is opened for a fact that the open trace does
 * not have. In other builds these functions do nothing. */

#include <stdbool.h>

#include "base/str.h"

struct recorder;
struct site;
struct view_shared;

/* The state of a gate, for gate_restore. */
struct gate {
    bool shut;
    size_t grants;
};

#ifdef CRUMB_TRAP

enum { GATE_TRAPS = 1 };

/* Guards the memory of the site, except its settings. Call it before any step
 * is made. */
void gate_guard(const struct site *site, const struct view_shared *shared);
/* Call it before the site is freed. */
void gate_release(const struct site *site);
/* Shuts the gate, and returns its state before. */
struct gate gate_shut(void);
void gate_restore(struct gate gate);
/* These open the gate; each returns its state before. The trace must have one
 * of these attributes of the object, */
struct gate gate_read(const struct recorder *recorder, uint32_t object,
                      uint64_t bits);
/* that many first members of the list, */
struct gate gate_first(const struct recorder *recorder, uint32_t object,
                       size_t count);
/* or that question. */
struct gate gate_asked(const struct recorder *recorder, char kind, str name);
/* For the recorder itself: needs no fact. */
struct gate gate_recorder(void);
/* Allows loads of this memory, since the trace covers it in another way. It
 * ends when the gate is restored to its state before it was shut. */
void gate_grant(const void *p, size_t n);

#else

enum { GATE_TRAPS = 0 };

static inline void gate_guard(const struct site *site,
                              const struct view_shared *shared)
{
    (void)site, (void)shared;
}

static inline void gate_release(const struct site *site)
{
    (void)site;
}

static inline struct gate gate_shut(void)
{
    return (struct gate){0};
}

static inline void gate_restore(struct gate gate)
{
    (void)gate;
}

static inline struct gate gate_read(const struct recorder *recorder,
                                    uint32_t object, uint64_t bits)
{
    (void)recorder, (void)object, (void)bits;
    return (struct gate){0};
}

static inline struct gate gate_first(const struct recorder *recorder,
                                     uint32_t object, size_t count)
{
    (void)recorder, (void)object, (void)count;
    return (struct gate){0};
}

static inline struct gate gate_asked(const struct recorder *recorder, char kind,
                                     str name)
{
    (void)recorder, (void)kind, (void)name;
    return (struct gate){0};
}

static inline struct gate gate_recorder(void)
{
    return (struct gate){0};
}

static inline void gate_grant(const void *p, size_t n)
{
    (void)p, (void)n;
}

#endif
#endif
