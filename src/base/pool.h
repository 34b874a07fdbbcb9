/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_POOL_H
#define CRUMB_BASE_POOL_H

/* Runs tasks on several threads and waits for all of them. */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* The most threads that are ever started, so that tables with an entry per
 * worker can have a fixed size. */
enum { POOL_MAX_JOBS = 64 };

/* Calls task(context, worker, i) once for every i < n, in no defined order, on
 * up to `jobs` threads including the caller's, at most POOL_MAX_JOBS; 0 counts
 * as 1. `worker` < jobs is the thread's number, 0 for the caller's, so that
 * each can have its own arena. Returns when all tasks are done. If a thread
 * can't be started, the others do its tasks. */
void pool_run(size_t jobs, size_t n,
              void (*task)(void *context, size_t worker, size_t i),
              void *context);
/* One task that runs while the caller does something else. */
struct pool_aside {
    void (*task)(void *context);
    void *context;
    bool started;
    pthread_t thread;
};

/* Starts the task. If no thread can be started, runs it before returning. */
void pool_start(struct pool_aside *aside, void (*task)(void *context),
                void *context);
/* Waits for the task. Returns at once if no thread was started for it. */
void pool_wait(struct pool_aside *aside);
/* The number of processors that this process may use: 1 to POOL_MAX_JOBS. */
size_t pool_default_jobs(void);

#endif
