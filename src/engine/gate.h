/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_GATE_H
#define CRUMB_ENGINE_GATE_H

/* The gate to the site's memory, one a thread. While something is made, from
 * recorder_begin to recorder_end, it is shut; who answers a template records
 * the fact first, then opens the gate for as long as it takes to answer.
 *
 * That is so in a test build, VARIANT=trap, which looks at every load of the
 * program (tests/trap/): one of guarded memory through a shut gate ends it,
 * and so does a gate that is opened for a fact which the open trace does not
 * hold. In other builds nothing of this is left. */

#include <stdbool.h>

#include "base/str.h"

struct recorder;
struct site;
struct view_shared;

/* How the gate was, to put it back so. */
struct gate {
    bool shut;
    size_t grants;
};

#ifdef CRUMB_TRAP

/* This is that build. */
enum { GATE_TRAPS = 1 };

/* All that the site holds, but for its settings. Before anything is made. */
void gate_guard(const struct site *site, const struct view_shared *shared);
/* Its memory goes. */
void gate_release(const struct site *site);
struct gate gate_shut(void);
void gate_restore(struct gate gate);
/* Opens it to who has recorded one of these attributes of the object... */
struct gate gate_read(const struct recorder *recorder, uint32_t object,
                      uint64_t bits);
/* ...so many of the list's first items... */
struct gate gate_first(const struct recorder *recorder, uint32_t object,
                       size_t count);
/* ...or that it was asked. */
struct gate gate_asked(const struct recorder *recorder, char kind, str name);
/* To the recorder itself. */
struct gate gate_recorder(void);
/* Memory that the trace being made covers anyhow: until the gate is put back
 * as it was before it was shut. */
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
