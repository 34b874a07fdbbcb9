/* SPDX-License-Identifier: MIT */
#include "serve/build_orders.h"

#include <errno.h>

#include "base/clock.h"
#include "serve/watch/changed_paths.h"

/* --- lists --- */

static void add_name(struct order_list *list, str path)
{
    if (str_is_among(path, list->changed.p, list->changed.n)) {
        return;
    }
    if (list->changed.n == CHANGES_MOST) {
        list->all = true;
    } else {
        *VEC_PUSH(&list->changed, &list->arena) = arena_str(&list->arena, path);
    }
}

static void add_update(struct order_list *list,
                       const struct changed_files *changed, const str *open,
                       size_t nopen)
{
    list->update = true;
    list->all = list->all || changed->all;
    for (size_t i = 0; i < changed->n; i++) {
        add_name(list, changed->paths[i]);
    }
    list->open.n = 0;
    for (size_t i = 0; i < nopen; i++) {
        *VEC_PUSH(&list->open, &list->arena) = arena_str(&list->arena, open[i]);
    }
}

static void add_wanted(struct order_list *list, str file)
{
    if (!str_is_among(file, list->wanted.p + list->made,
                      list->wanted.n - list->made)) {
        *VEC_PUSH(&list->wanted, &list->arena) = arena_str(&list->arena, file);
    }
}

static struct changed_files changed_of(const struct order_list *list)
{
    return (struct changed_files){list->changed.p, list->changed.n, list->all};
}

static bool has_orders(const struct order_list *list)
{
    return list->update || list->made < list->wanted.n;
}

static void clear(struct order_list *list)
{
    struct arena arena = list->arena;
    arena_clear(&arena);
    *list = (struct order_list){.arena = arena};
}

/* Adds the orders that were given meanwhile to the current ones. */
static void take_given(struct build_orders *orders)
{
    struct order_list *given = &orders->given;
    struct order_list *now = &orders->now;
    if (!has_orders(now)) {
        clear(now);
    }
    if (given->update) {
        struct changed_files changed = changed_of(given);
        add_update(now, &changed, given->open.p, given->open.n);
    }
    for (size_t i = 0; i < given->wanted.n; i++) {
        add_wanted(now, given->wanted.p[i]);
    }
    clear(given);
}

/* --- the build thread --- */

/* Waits for a signal, but not longer than until an instant of the clock of
 * base/clock.h, which is not set: an hour that is put back must not delay the
 * ledger by an hour. Returns false at that instant. */
static bool wait_until(struct build_orders *orders, int64_t nanoseconds)
{
#ifdef __APPLE__ /* its conditions have one clock, which may be set */
    nanoseconds -= clock_nanoseconds();
    nanoseconds = nanoseconds > 0 ? nanoseconds : 0;
#endif
    struct timespec time = {.tv_sec = (time_t)(nanoseconds / 1000000000),
                            .tv_nsec = (long)(nanoseconds % 1000000000)};
#ifdef __APPLE__
    int error = pthread_cond_timedwait_relative_np(&orders->wake,
                                                   &orders->mutex, &time);
#else
    int error = pthread_cond_timedwait(&orders->wake, &orders->mutex, &time);
#endif
    return error != ETIMEDOUT;
}

static void open_condition(pthread_cond_t *condition)
{
#ifdef __APPLE__
    pthread_cond_init(condition, NULL);
#else
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
#endif
}

/* Waits until there is something to do. Locked. */
static void wait_for_orders(struct build_orders *orders)
{
    int64_t until = clock_nanoseconds() +
                    (orders->known ? orders->pause : 0) * INT64_C(1000000);
    bool waits = orders->finished && !has_orders(&orders->now);
    while (waits && !orders->stop && !has_orders(&orders->given)) {
        if (orders->saved) {
            pthread_cond_wait(&orders->wake, &orders->mutex);
        } else if (!wait_until(orders, until)) {
            return;
        }
    }
}

bool orders_next(struct build_orders *orders, struct order *order)
{
    struct order_list *now = &orders->now;
    pthread_mutex_lock(&orders->mutex);
    wait_for_orders(orders);
    take_given(orders);
    orders->kind = now->update        ? ORDER_UPDATE
                   : has_orders(now)  ? ORDER_PAGE
                   : orders->finished ? ORDER_SAVE
                                      : ORDER_IDLE;
    orders->idling = orders->kind == ORDER_IDLE || orders->kind == ORDER_SAVE;
    atomic_store(&orders->cancel, false);
    bool goes_on = !orders->stop;
    pthread_mutex_unlock(&orders->mutex);
    *order = (struct order){.kind = orders->kind,
                            .changed = changed_of(now),
                            .open = now->open.p,
                            .nopen = now->open.n};
    if (orders->kind == ORDER_PAGE) {
        order->file = now->wanted.p[now->made];
    }
    return goes_on;
}

void orders_done(struct build_orders *orders)
{
    struct order_list *now = &orders->now;
    switch (orders->kind) {
    case ORDER_UPDATE:
        now->update = false;
        now->all = false;
        now->changed.n = 0;
        orders_idle(orders);
        break;
    case ORDER_PAGE: now->made++; break;
    case ORDER_IDLE: orders->finished = true; break;
    case ORDER_SAVE:
        orders->saved = true;
        orders->known = true;
        break;
    }
}

void orders_idle(struct build_orders *orders)
{
    orders->finished = false;
    orders->saved = false;
}

bool orders_lack_save(const struct build_orders *orders)
{
    return orders->finished && !orders->saved && !has_orders(&orders->now);
}

/* --- the loop --- */

void orders_open(struct build_orders *orders, unsigned pause)
{
    *orders = (struct build_orders){.now = {.update = true, .all = true},
                                    .pause = pause};
    pthread_mutex_init(&orders->mutex, NULL);
    open_condition(&orders->wake);
}

void orders_close(struct build_orders *orders)
{
    arena_free(&orders->given.arena);
    arena_free(&orders->now.arena);
    pthread_cond_destroy(&orders->wake);
    pthread_mutex_destroy(&orders->mutex);
}

/* Signals the build thread, and unlocks. */
static void give(struct build_orders *orders, bool most_urgent)
{
    if (most_urgent || orders->idling) {
        atomic_store(&orders->cancel, true);
    }
    pthread_cond_signal(&orders->wake);
    pthread_mutex_unlock(&orders->mutex);
}

void orders_change(struct build_orders *orders,
                   const struct changed_files *changed, const str *open,
                   size_t nopen)
{
    pthread_mutex_lock(&orders->mutex);
    add_update(&orders->given, changed, open, nopen);
    give(orders, true);
}

void orders_want(struct build_orders *orders, str file)
{
    pthread_mutex_lock(&orders->mutex);
    add_wanted(&orders->given, file);
    give(orders, false);
}

void orders_stop(struct build_orders *orders)
{
    pthread_mutex_lock(&orders->mutex);
    orders->stop = true;
    give(orders, true);
}
