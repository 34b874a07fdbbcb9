/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_BUILD_ORDERS_H
#define CRUMB_SERVE_BUILD_ORDERS_H

/* The orders that the loop gives the build thread: one queue, the most urgent
 * first.
 *
 *     ORDER_UPDATE   files changed
 *     ORDER_PAGE     a request waits for a page; in the order of requests
 *     ORDER_IDLE     no request waits: check and make other pages
 *     ORDER_SAVE     nothing is left to make, and it is quiet: write the ledger
 *
 * An update cancels any current order, also an update, by setting *cancel. A
 * page cancels ORDER_IDLE and ORDER_SAVE. An order that was cancelled is given
 * again: an update together with the new changes, a page after the update,
 * other pages after all that. */

#include <pthread.h>

#include "base/memory/vec.h"
#include "builder/builder.h"

enum order_kind { ORDER_UPDATE, ORDER_PAGE, ORDER_IDLE, ORDER_SAVE };

struct order {
    enum order_kind kind;
    struct changed_files changed; /* ORDER_UPDATE: each file once */
    const str *open; /* ORDER_UPDATE: the pages that browsers showed when the
                        last of these files changed */
    size_t nopen;
    str file; /* ORDER_PAGE */
};

struct order_list {
    struct arena arena;
    VEC(str) changed;
    VEC(str) open;
    VEC(str) wanted;
    size_t made; /* the first `made` of `wanted` are made */
    bool all;
    bool update;
};

struct build_orders {
    atomic_bool cancel;
    pthread_mutex_t mutex; /* for the fields up to the line */
    pthread_cond_t wake;
    struct order_list given;
    bool idling; /* the build thread is at ORDER_IDLE or ORDER_SAVE */
    bool stop;
    /* --- of the build thread --- */
    struct order_list now; /* the orders that it works on */
    enum order_kind kind;
    unsigned pause; /* milliseconds of quiet before ORDER_SAVE */
    bool known;     /* there was an ORDER_SAVE before */
    bool finished;  /* nothing is left but to save */
    bool saved;     /* nothing is left at all */
};

/* The first order is an update of all files. pause: milliseconds of quiet
 * before an ORDER_SAVE; the first one comes at once. */
void orders_open(struct build_orders *orders, unsigned pause);
/* Call it when both threads have ended. */
void orders_close(struct build_orders *orders);

/* --- for the loop --- */

/* Orders an update; `open`: the pages that browsers show. The texts are copied.
 */
void orders_change(struct build_orders *orders,
                   const struct changed_files *changed, const str *open,
                   size_t nopen);
/* Orders a page, unless it is ordered already. */
void orders_want(struct build_orders *orders, str file);
/* Ends the build thread: orders_next returns false from now on. */
void orders_stop(struct build_orders *orders);

/* --- for the build thread --- */

/* Waits for an order. *order is valid until the next call. Returns false after
 * orders_stop; work after that is not cancelled. */
bool orders_next(struct build_orders *orders, struct order *order);
/* Says that the order is done. After ORDER_SAVE there is no order until the
 * loop gives one. */
void orders_done(struct build_orders *orders);
/* Asks for ORDER_IDLE: there is something left to do. */
void orders_idle(struct build_orders *orders);
/* Whether nothing is left but ORDER_SAVE. */
bool orders_lack_save(const struct build_orders *orders);

#endif
