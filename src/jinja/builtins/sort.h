/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_BUILTINS_SORT_H
#define CRUMB_JINJA_BUILTINS_SORT_H

/* A stable sort for filters. */

#include "jinja/vm/ops.h"

struct sort_item {
    value key;
    value item;
};

/* Sorts by key. Items with equal keys keep their order, with `reverse` too.
 * False: two keys have no order, which is reported. */
bool sort_items(struct jinja_state *st, struct sort_item *items, size_t n,
                bool reverse);

#endif
