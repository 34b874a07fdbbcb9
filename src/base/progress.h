/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_PROGRESS_H
#define CRUMB_BASE_PROGRESS_H

/* Progress of long work: the working threads count steps, and any thread may
 * read the counts. Where `progress` is NULL nothing is counted. */

#include <stdatomic.h>
#include <stddef.h>

struct progress {
    atomic_size_t done;
    atomic_size_t total;         /* 0: not known */
    _Atomic(const char *) doing; /* "rendering"; NULL: nothing yet */
};

/* Starts the work `doing`, a literal, which takes `total` steps. */
static inline void progress_begin(struct progress *progress, const char *doing,
                                  size_t total)
{
    if (progress) {
        atomic_store(&progress->total, 0);
        atomic_store(&progress->done, 0);
        atomic_store(&progress->doing, doing);
        atomic_store(&progress->total, total);
    }
}

/* Counts one step. Any thread. */
static inline void progress_step(struct progress *progress)
{
    if (progress) {
        atomic_fetch_add_explicit(&progress->done, 1, memory_order_relaxed);
    }
}

#endif
