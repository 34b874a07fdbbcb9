/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_BUILTINS_SORT_H
#define CRUMB_JINJA_BUILTINS_SORT_H

#include "jinja/vm/ops.h"

struct sort_item {
    value key;
    value item;
};

/* Sorts by key, stable; `reverse` keeps equal items in their order, too.
 * False: two keys have no order between them, reported. */
bool sort_items(struct jinja_state *st, struct sort_item *items, size_t n,
                bool reverse);

#endif
