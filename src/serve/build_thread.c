/* SPDX-License-Identifier: MIT */
#include "serve/build_thread.h"

#include <errno.h>
#include <sched.h>
#include <unistd.h>

#include "serve/build_orders.h"

/* Milliseconds of quiet before the ledger is written, so that it is not written
 * after each save of a writing session. */
enum { PAUSE = 1000 };

struct build_thread {
    struct build_orders orders;
    struct preview_session *session;
    int wake_fd;
    pthread_t thread;
    pthread_mutex_t mutex;        /* of the reports in the queue */
    struct preview_report *first; /* the oldest */
    struct preview_report *last;
    /* --- the thread's own --- */
    struct preview_report *report; /* being written, also by cancelled orders;
                                      or NULL */
    bool updated; /* and the pages that browsers show are not made yet */
};

/* --- reports --- */

static struct preview_report *report_of(struct build_thread *thread)
{
    if (!thread->report) {
        thread->report = report_new();
    }
    return thread->report;
}

static void queue_report(struct build_thread *thread, enum report_kind kind)
{
    struct preview_report *report = report_of(thread);
    thread->report = NULL;
    report->kind = kind;
    pthread_mutex_lock(&thread->mutex);
    *(thread->last ? &thread->last->next : &thread->first) = report;
    thread->last = report;
    pthread_mutex_unlock(&thread->mutex);
    /* If the pipe is full, the loop wakes anyway. */
    while (write(thread->wake_fd, "", 1) < 0 && errno == EINTR) {
    }
    sched_yield(); /* on one processor the loop sends it before the rest */
}

struct preview_report *build_thread_take(struct build_thread *thread)
{
    pthread_mutex_lock(&thread->mutex);
    struct preview_report *report = thread->first;
    if (report) {
        thread->first = report->next;
        thread->last = thread->first ? thread->last : NULL;
    }
    pthread_mutex_unlock(&thread->mutex);
    return report;
}

/* --- the thread --- */

/* An update whose open pages are not made counts for the next one, which may
 * find nothing new. */
static void update(struct build_thread *thread, const struct order *order)
{
    enum update_result result = preview_session_update(
        thread->session, &order->changed, report_of(thread));
    if (result == UPDATE_CANCELLED) {
        return;
    }
    thread->updated = thread->updated || result == UPDATE_DONE;
    if (thread->updated) {
        if (!preview_session_show(thread->session, order->open, order->nopen,
                                  report_of(thread))) {
            return;
        }
        thread->updated = false;
        queue_report(thread,
                     result == UPDATE_BAD ? REPORT_BAD : REPORT_UPDATED);
    } else if (result == UPDATE_BAD) {
        queue_report(thread, REPORT_BAD);
    }
    orders_done(&thread->orders);
}

static void make(struct build_thread *thread, const struct order *order)
{
    if (preview_session_make(thread->session, order->file, report_of(thread))) {
        queue_report(thread, REPORT_MADE);
        orders_done(&thread->orders);
        if (preview_session_is_stale(thread->session)) {
            orders_idle(&thread->orders);
        }
    }
}

static void idle(struct build_thread *thread)
{
    struct preview_report *report = report_of(thread);
    if (!preview_session_idle(thread->session, report) &&
        preview_session_finish(thread->session, report)) {
        queue_report(thread, REPORT_QUIET);
        orders_done(&thread->orders);
    } else if (report_says(report)) {
        queue_report(thread, REPORT_CHECKED);
    }
}

static void save(struct build_thread *thread)
{
    bool done = preview_session_save(thread->session) &&
                preview_session_collect(thread->session);
    if (preview_session_is_stale(thread->session)) {
        orders_idle(&thread->orders);
    } else if (done) {
        orders_done(&thread->orders);
    }
}

static void *run(void *context)
{
    struct build_thread *thread = context;
    struct order order;
    while (orders_next(&thread->orders, &order)) {
        switch (order.kind) {
        case ORDER_UPDATE: update(thread, &order); break;
        case ORDER_PAGE: make(thread, &order); break;
        case ORDER_IDLE: idle(thread); break;
        case ORDER_SAVE: save(thread); break;
        }
    }
    if (orders_lack_save(&thread->orders)) {
        preview_session_save(thread->session);
    }
    return NULL;
}

/* --- the loop --- */

struct build_thread *
build_thread_start(const struct preview_session_options *options,
                   struct page_store *store, int wake_fd, struct arena *arena)
{
    struct build_thread *thread = ARENA_NEW(arena, struct build_thread);
    thread->wake_fd = wake_fd;
    orders_open(&thread->orders, PAUSE);
    pthread_mutex_init(&thread->mutex, NULL);
    thread->session =
        preview_session_open(options, &thread->orders.cancel, store, arena);
    errno = pthread_create(&thread->thread, NULL, run, thread);
    if (errno) {
        preview_session_close(thread->session);
        return NULL;
    }
    return thread;
}

void build_thread_change(struct build_thread *thread,
                         const struct changed_files *changed, const str *open,
                         size_t nopen)
{
    orders_change(&thread->orders, changed, open, nopen);
}

void build_thread_want(struct build_thread *thread, str file)
{
    orders_want(&thread->orders, file);
}

struct served_file build_thread_find(struct build_thread *thread, str file,
                                     struct arena *arena)
{
    return preview_session_find(thread->session, file, arena);
}

void build_thread_stop(struct build_thread *thread)
{
    orders_stop(&thread->orders);
    pthread_join(thread->thread, NULL);
    preview_session_close(thread->session);
    orders_close(&thread->orders);
    pthread_mutex_destroy(&thread->mutex);
    if (thread->report) {
        report_free(thread->report);
    }
    struct preview_report *left;
    while ((left = thread->first)) {
        thread->first = left->next;
        report_free(left);
    }
}
