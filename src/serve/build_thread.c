/* SPDX-License-Identifier: MIT */
#include "serve/build_thread.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

/* What the loop has asked for. */
struct orders {
    struct arena arena;
    struct build_changes changes;
    VEC(str) open;
    VEC(str) wanted;
    size_t made; /* of those, from the first on */
    bool changed;
};

struct build_thread {
    struct build_work work;
    int wake_fd;
    pthread_t thread;
    atomic_bool changed;   /* cancels updates and pages */
    atomic_bool asked;     /* cancels what nobody waits for */
    pthread_mutex_t mutex; /* of the rest up to the line */
    pthread_cond_t wake;
    struct orders orders;
    struct build_news *first; /* that nobody has taken */
    struct build_news *last;
    bool stop;
    /* --- the thread's own --- */
    struct orders now; /* what it is at */
    bool updated;      /* and the open pages are not made yet */
    bool quiet;        /* nothing is left to do */
};

/* --- orders --- */

static void add_changes(struct orders *orders,
                        const struct build_changes *changes)
{
    orders->changed = true;
    orders->changes.all = orders->changes.all || changes->all;
    for (size_t i = 0; i < changes->paths.n; i++) {
        *VEC_PUSH(&orders->changes.paths, &orders->arena) =
            arena_str(&orders->arena, changes->paths.p[i]);
    }
}

static void set_open(struct orders *orders, const str *open, size_t n)
{
    orders->open.n = 0;
    for (size_t i = 0; i < n; i++) {
        *VEC_PUSH(&orders->open, &orders->arena) =
            arena_str(&orders->arena, open[i]);
    }
}

static void add_wanted(struct orders *orders, str file)
{
    for (size_t i = orders->made; i < orders->wanted.n; i++) {
        if (str_eq(orders->wanted.p[i], file)) {
            return;
        }
    }
    *VEC_PUSH(&orders->wanted, &orders->arena) =
        arena_str(&orders->arena, file);
}

static void clear_orders(struct orders *orders)
{
    struct arena arena = orders->arena;
    arena_clear(&arena);
    *orders = (struct orders){.arena = arena};
}

/* --- news --- */

static void tell(struct build_thread *thread, enum build_news_kind kind,
                 str file)
{
    struct arena arena = {0};
    struct build_news *news = ARENA_NEW(&arena, struct build_news);
    news->kind = kind;
    news->file = arena_str(&arena, file);
    news->arena = arena;
    pthread_mutex_lock(&thread->mutex);
    *(thread->last ? &thread->last->next : &thread->first) = news;
    thread->last = news;
    pthread_mutex_unlock(&thread->mutex);
    /* A pipe that is full wakes the loop as it is. */
    while (write(thread->wake_fd, "", 1) < 0 && errno == EINTR) {
    }
}

void build_news_free(struct build_news *news)
{
    struct arena arena = news->arena;
    arena_free(&arena);
}

struct build_news *build_thread_take(struct build_thread *thread)
{
    pthread_mutex_lock(&thread->mutex);
    struct build_news *news = thread->first;
    if (news) {
        thread->first = news->next;
        thread->last = thread->first ? thread->last : NULL;
    }
    pthread_mutex_unlock(&thread->mutex);
    return news;
}

/* --- the thread --- */

static bool has_work(const struct orders *orders)
{
    return orders->changed || orders->made < orders->wanted.n;
}

/* Adds what was ordered meanwhile to what it is at; waits if there is nothing.
 * False: it is the end. */
static bool take_orders(struct build_thread *thread)
{
    struct orders *orders = &thread->orders;
    struct orders *now = &thread->now;
    pthread_mutex_lock(&thread->mutex);
    while (!thread->stop && thread->quiet && !has_work(orders) &&
           !has_work(now)) {
        pthread_cond_wait(&thread->wake, &thread->mutex);
    }
    if (!has_work(now)) {
        clear_orders(now);
    }
    if (orders->changed) {
        add_changes(now, &orders->changes);
        set_open(now, orders->open.p, orders->open.n);
    }
    for (size_t i = 0; i < orders->wanted.n; i++) {
        add_wanted(now, orders->wanted.p[i]);
    }
    clear_orders(orders);
    atomic_store(&thread->changed, thread->stop);
    atomic_store(&thread->asked, thread->stop);
    bool goes_on = !thread->stop;
    pthread_mutex_unlock(&thread->mutex);
    return goes_on;
}

/* Cancelled, it leaves the changes where they are. An update whose open pages
 * are not made counts for the next one, which may find nothing new. */
static void update(struct build_thread *thread)
{
    const struct build_work *work = &thread->work;
    struct orders *now = &thread->now;
    enum update_result result =
        work->update(work->host, &now->changes, &thread->changed);
    if (result == UPDATE_CANCELLED) {
        return;
    }
    thread->quiet = false;
    thread->updated = thread->updated || result == UPDATE_DONE;
    if (thread->updated) {
        if (now->open.n && !work->make(work->host, now->open.p, now->open.n,
                                       &thread->changed)) {
            return;
        }
        work->show(work->host);
        thread->updated = false;
        tell(thread, NEWS_UPDATED, STR(""));
    }
    if (result == UPDATE_BAD) {
        tell(thread, NEWS_BAD, STR(""));
    }
    now->changed = false;
    now->changes = (struct build_changes){0};
}

static void make_wanted(struct build_thread *thread)
{
    const struct build_work *work = &thread->work;
    str file = thread->now.wanted.p[thread->now.made];
    if (work->make(work->host, &file, 1, &thread->changed)) {
        thread->now.made++;
        tell(thread, NEWS_MADE, file);
    }
}

static void make_rest(struct build_thread *thread)
{
    const struct build_work *work = &thread->work;
    if (!work->idle(work->host, &thread->asked)) {
        work->save(work->host, &thread->asked);
        thread->quiet = !atomic_load(&thread->asked);
    }
    if (thread->quiet) {
        tell(thread, NEWS_QUIET, STR(""));
    }
}

static void *run(void *context)
{
    struct build_thread *thread = context;
    while (take_orders(thread)) {
        if (thread->now.changed) {
            update(thread);
        } else if (has_work(&thread->now)) {
            make_wanted(thread);
        } else {
            make_rest(thread);
        }
    }
    return NULL;
}

/* --- the loop --- */

struct build_thread *build_thread_start(const struct build_work *work,
                                        int wake_fd, struct arena *arena)
{
    struct build_thread *thread = ARENA_NEW(arena, struct build_thread);
    thread->work = *work;
    thread->wake_fd = wake_fd;
    thread->now.changes.all = true;
    thread->now.changed = true;
    pthread_mutex_init(&thread->mutex, NULL);
    pthread_cond_init(&thread->wake, NULL);
    errno = pthread_create(&thread->thread, NULL, run, thread);
    return errno ? NULL : thread;
}

/* The orders are complete: the mutex is given back. */
static void give(struct build_thread *thread, bool changed)
{
    if (changed) {
        atomic_store(&thread->changed, true);
    }
    atomic_store(&thread->asked, true);
    pthread_cond_signal(&thread->wake);
    pthread_mutex_unlock(&thread->mutex);
}

void build_thread_change(struct build_thread *thread,
                         const struct build_changes *changes, const str *open,
                         size_t n)
{
    pthread_mutex_lock(&thread->mutex);
    add_changes(&thread->orders, changes);
    set_open(&thread->orders, open, n);
    give(thread, true);
}

void build_thread_want(struct build_thread *thread, str file)
{
    pthread_mutex_lock(&thread->mutex);
    add_wanted(&thread->orders, file);
    give(thread, false);
}

void build_thread_stop(struct build_thread *thread)
{
    pthread_mutex_lock(&thread->mutex);
    thread->stop = true;
    give(thread, true);
    pthread_join(thread->thread, NULL);
    struct build_news *left;
    while ((left = build_thread_take(thread))) {
        build_news_free(left);
    }
    arena_free(&thread->orders.arena);
    arena_free(&thread->now.arena);
    pthread_cond_destroy(&thread->wake);
    pthread_mutex_destroy(&thread->mutex);
}
