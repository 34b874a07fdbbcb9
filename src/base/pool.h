/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_POOL_H
#define CRUMB_BASE_POOL_H

/* A phase of parallel work: n tasks over some threads, joined at the end. */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* More threads than this are not started, whatever is asked for, so that
 * tables of what belongs to a worker can have a fixed size. */
enum { POOL_MAX_JOBS = 64 };

/* Calls task(context, worker, i) once for every i < n, on `jobs` threads
 * (the caller's is one of them); worker < jobs names the thread, so that
 * each can have its own arena. Returns when all are done. A thread that
 * can't be started is done without. Order between tasks is not defined. */
void pool_run(size_t jobs, size_t n,
              void (*task)(void *context, size_t worker, size_t i),
              void *context);
/* One task beside what the caller does. */
struct pool_aside {
    void (*task)(void *context);
    void *context;
    bool started;
    pthread_t thread;
};

/* If no thread can be started it is done before this returns. */
void pool_start(struct pool_aside *aside, void (*task)(void *context),
                void *context);
/* Nothing if none was started. */
void pool_wait(struct pool_aside *aside);
/* Processors this process may use, at least 1, at most POOL_MAX_JOBS. */
size_t pool_default_jobs(void);

#endif
