/* SPDX-License-Identifier: MIT */
/* Threads take the next task from a shared counter: the tasks differ a lot in
 * cost, so dividing them beforehand would leave threads idle at the end. */
#include "base/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

struct phase {
    void (*task)(void *context, size_t worker, size_t i);
    void *context;
    size_t n;
    size_t batch;
    atomic_size_t next;
};

struct worker {
    struct phase *phase;
    size_t number;
    pthread_t thread;
};

static void *work(void *argument)
{
    const struct worker *worker = argument;
    struct phase *phase = worker->phase;
    for (;;) {
        size_t i = atomic_fetch_add(&phase->next, phase->batch);
        size_t left = i < phase->n ? phase->n - i : 0;
        size_t end = i + (left < phase->batch ? left : phase->batch);
        if (!left) {
            return NULL;
        }
        for (; i < end; i++) {
            phase->task(phase->context, worker->number, i);
        }
    }
}

/* Of many small tasks several at once: the counter costs as much as one. */
static size_t batch_of(size_t jobs, size_t n)
{
    enum { MOST = 16, ROUNDS = 64 };
    size_t batch = n / (jobs * ROUNDS);
    return batch < 1 ? 1 : batch > MOST ? MOST : batch;
}

void pool_run(size_t jobs, size_t n,
              void (*task)(void *context, size_t worker, size_t i),
              void *context)
{
    struct worker workers[POOL_MAX_JOBS];
    struct phase phase = {.task = task, .context = context, .n = n};
    jobs = jobs < n ? jobs : n;
    jobs = jobs < POOL_MAX_JOBS ? jobs : POOL_MAX_JOBS;
    phase.batch = batch_of(jobs ? jobs : 1, n);
    atomic_init(&phase.next, 0);

    size_t started = 1;
    while (started < jobs) {
        struct worker *worker = &workers[started];
        worker->phase = &phase;
        worker->number = started;
        if (pthread_create(&worker->thread, NULL, work, worker) != 0) {
            break;
        }
        started++;
    }
    workers[0].phase = &phase;
    workers[0].number = 0;
    work(&workers[0]);
    for (size_t i = 1; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
    }
}

static void *run_aside(void *argument)
{
    const struct pool_aside *aside = argument;
    aside->task(aside->context);
    return NULL;
}

void pool_start(struct pool_aside *aside, void (*task)(void *context),
                void *context)
{
    aside->task = task;
    aside->context = context;
    aside->started =
        pthread_create(&aside->thread, NULL, run_aside, aside) == 0;
    if (!aside->started) {
        task(context);
    }
}

void pool_wait(struct pool_aside *aside)
{
    if (aside->started) {
        pthread_join(aside->thread, NULL);
        aside->started = false;
    }
}

/* In a container or under taskset a process may use fewer processors than
 * the machine has; sysconf does not know. 0: not known. */
static size_t allowed_processors(void)
{
    size_t count = 0;
#if defined(__linux__) && defined(SYS_sched_getaffinity)
    /* By system call: the C library shows the wrapper to GNU programs only.
     * A machine with more processors than bits here gives an error. */
    unsigned long mask[128] = {0};
    if (syscall(SYS_sched_getaffinity, 0, sizeof mask, mask) > 0) {
        for (size_t i = 0; i < sizeof mask / sizeof mask[0]; i++) {
            for (unsigned long bits = mask[i]; bits; bits &= bits - 1) {
                count++;
            }
        }
    }
#endif
    return count;
}

size_t pool_default_jobs(void)
{
    size_t count = allowed_processors();
    if (count == 0) {
        long online = sysconf(_SC_NPROCESSORS_ONLN);
        count = online > 0 ? (size_t)online : 1;
    }
    return count < POOL_MAX_JOBS ? count : POOL_MAX_JOBS;
}
