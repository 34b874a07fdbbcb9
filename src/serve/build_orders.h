/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_BUILD_ORDERS_H
#define CRUMB_SERVE_BUILD_ORDERS_H

/* What the loop orders of the build thread: one queue, the most urgent first.
 *
 *     ORDER_UPDATE   files changed
 *     ORDER_PAGE     a request waits for a page; in the order of requests
 *     ORDER_REST     nobody waits: check and make what is left
 *     ORDER_SAVE     nothing is left, for a while: write the ledger
 *
 * What comes meanwhile and is more urgent sets *cancel. An order that is not
 * done comes again: an update with both sets of changes, a page behind the
 * update, the rest behind all. */

#include <pthread.h>

#include "base/vec.h"
#include "builder/builder.h"

enum order_kind { ORDER_UPDATE, ORDER_PAGE, ORDER_REST, ORDER_SAVE };

struct order {
    enum order_kind kind;
    struct changed_files changed; /* of ORDER_UPDATE, each file once... */
    const str *open; /* ...and the files that browsers showed at the last of the
                        changes */
    size_t nopen;
    str file; /* of ORDER_PAGE */
};

struct order_list {
    struct arena arena;
    VEC(str) changed;
    VEC(str) open;
    VEC(str) wanted;
    size_t made; /* of those, from the first on */
    bool all;
    bool update;
};

struct build_orders {
    atomic_bool cancel;
    pthread_mutex_t mutex; /* of the rest up to the line */
    pthread_cond_t wake;
    struct order_list given;
    bool resting; /* the build thread does nothing that somebody waits for */
    bool stop;
    /* --- the build thread's --- */
    struct order_list now; /* what it is at */
    enum order_kind kind;
    unsigned pause; /* milliseconds before it is saved */
    bool known;     /* it was once */
    bool rested;    /* nothing is left but to save... */
    bool saved;     /* ...nor that */
};

/* The first order is an update of all. pause: milliseconds of quiet before
 * ORDER_SAVE, but for the first. */
void orders_open(struct build_orders *orders, unsigned pause);
/* Both threads are done with it. */
void orders_close(struct build_orders *orders);

/* --- the loop --- */

/* open: the files that browsers show. */
void orders_change(struct build_orders *orders,
                   const struct changed_files *changed, const str *open,
                   size_t nopen);
/* A page that is ordered already is not made twice. */
void orders_want(struct build_orders *orders, str file);
/* orders_next returns false from now on. */
void orders_stop(struct build_orders *orders);

/* --- the build thread --- */

/* Waits for one. *order lives until the next call. False: it is the end. */
bool orders_next(struct build_orders *orders, struct order *order);
/* The last one is done. After a save there is none until the loop gives one. */
void orders_done(struct build_orders *orders);
/* There is something left to do after all. */
void orders_rest(struct build_orders *orders);
/* All is done but for the save. */
bool orders_lack_save(const struct build_orders *orders);

#endif
