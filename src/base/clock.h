/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_CLOCK_H
#define CRUMB_BASE_CLOCK_H

/* Measures durations, with clocks that never go backward. They start at an
 * arbitrary moment, so only differences have a meaning. */

#include <stdint.h>
#include <time.h>

static inline int64_t clock_read(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int64_t clock_nanoseconds(void)
{
    return clock_read(CLOCK_MONOTONIC);
}

/* The processor time of this thread. */
static inline int64_t clock_thread(void)
{
    return clock_read(CLOCK_THREAD_CPUTIME_ID);
}

static inline int64_t clock_milliseconds(void)
{
    return clock_nanoseconds() / 1000000;
}

static inline int64_t clock_seconds(void)
{
    return clock_nanoseconds() / 1000000000;
}

#endif
