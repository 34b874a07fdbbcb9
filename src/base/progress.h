/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_PROGRESS_H
#define CRUMB_BASE_PROGRESS_H

/* How far long work has come: who does it counts, and another thread may look
 * at any time. NULL stands for nobody who looks. */

#include <stdatomic.h>
#include <stddef.h>

struct progress {
    atomic_size_t done;
    atomic_size_t total;         /* 0: not known */
    _Atomic(const char *) doing; /* "rendering"; NULL: nothing yet */
};

/* From now on `doing` is done, a literal, in so many steps. */
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

/* One step is done. Any thread. */
static inline void progress_step(struct progress *progress)
{
    if (progress) {
        atomic_fetch_add_explicit(&progress->done, 1, memory_order_relaxed);
    }
}

#endif
