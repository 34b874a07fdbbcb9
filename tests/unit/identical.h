/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_IDENTICAL_H
#define CRUMB_TESTS_UNIT_IDENTICAL_H

/* Whether what was read back is what was written, to the last flag and place.
 * Sources are copies: only whether there is one is compared. */

#include "data/value.h"

static inline bool text_identical(str a, str b)
{
    return str_eq(a, b) && !a.p == !b.p;
}

static inline bool date_identical(struct date a, struct date b)
{
    return a.instant == b.instant && a.offset == b.offset &&
           a.date_only == b.date_only;
}

static inline bool span_identical(span a, span b)
{
    return !a.source == !b.source && a.off == b.off && a.len == b.len;
}

/* Field by field: value_same has 1 and 1.0 alike, and knows no places. */
static inline bool value_identical(value a, value b)
{
    if (a.kind != b.kind || a.flags != b.flags || a.zone != b.zone ||
        a.n != b.n) {
        return false;
    }
    if (value_is_sequence(a)) {
        const struct list *x = a.as.list;
        const struct list *y = b.as.list;
        bool same = x->items.n == y->items.n && !x->source == !y->source &&
                    !x->loci == !y->loci;
        for (size_t i = 0; same && i < x->items.n; i++) {
            same = value_identical(x->items.p[i], y->items.p[i]) &&
                   span_identical(list_item_span(x, i), list_item_span(y, i));
        }
        return same;
    }
    if (value_is(a, VALUE_FLOAT)) { /* NaN too */
        return memcmp(&a.as.f, &b.as.f, sizeof a.as.f) == 0;
    }
    if (!value_is(a, VALUE_DICT)) {
        return value_same(a, b);
    }
    const struct dict *x = a.as.dict;
    const struct dict *y = b.as.dict;
    bool places = !x->source == !y->source && !x->loci == !y->loci;
    bool same = x->entries.n == y->entries.n && (x->entries.n == 0 || places);
    for (size_t i = 0; same && i < x->entries.n; i++) {
        same = value_identical(x->entries.p[i].key, y->entries.p[i].key) &&
               value_identical(x->entries.p[i].val, y->entries.p[i].val) &&
               span_identical(dict_key_span(x, i), dict_key_span(y, i)) &&
               span_identical(dict_value_span(x, i), dict_value_span(y, i));
    }
    return same;
}

#endif
