/* SPDX-License-Identifier: MIT */
#include "jinja/ops.h"
#include "jinja/vm.h"

/* --- equality --------------------------------------------------------------
 */

/* Objects that are sequences of the engine's own making (ranges, views) are
 * compared as objects; that is what Python does with most of them. */
bool values_equal(struct jinja_state *st, value a, value b)
{
    (void)st;
    return value_same(a, b);
}

/* --- order -----------------------------------------------------------------
 */

static int order_numbers(value a, value b)
{
    if (is_whole(a) && is_whole(b)) {
        return (whole_of(a) > whole_of(b)) - (whole_of(a) < whole_of(b));
    }
    double x = number_of(a);
    double y = number_of(b);
    return (x > y) - (x < y);
}

static bool order_lists(struct jinja_state *st, const struct list *a,
                        const struct list *b, int *order)
{
    for (size_t i = 0; i < a->items.n && i < b->items.n; i++) {
        if (!values_equal(st, a->items.p[i], b->items.p[i])) {
            return values_order(st, a->items.p[i], b->items.p[i], order);
        }
    }
    *order = (a->items.n > b->items.n) - (a->items.n < b->items.n);
    return true;
}

bool values_order(struct jinja_state *st, value a, value b, int *order)
{
    if (is_number(a) && is_number(b)) {
        *order = order_numbers(a, b);
        return true;
    }
    if (a.kind == VALUE_UNDEFINED) {
        return state_allows(st, a, USE_VALUE);
    }
    if (b.kind == VALUE_UNDEFINED) {
        return state_allows(st, b, USE_VALUE);
    }
    if (a.kind != b.kind) {
        return state_fail(st, "template-type",
                          "%s and %s have no order between them",
                          value_kind_name(a), value_kind_name(b));
    }
    switch (a.kind) {
    case VALUE_STRING:
        *order = str_cmp(value_str(a), value_str(b));
        return true;
    case VALUE_DATE:
        *order = date_cmp(value_to_date(a), value_to_date(b));
        return true;
    case VALUE_LIST:
    case VALUE_TUPLE: return order_lists(st, a.as.list, b.as.list, order);
    default:
        return state_fail(st, "template-type", "%s has no order",
                          value_kind_name(a));
    }
}

/* --- membership ------------------------------------------------------------
 */

bool value_in(struct jinja_state *st, value item, value container, bool *in)
{
    struct iter it;
    value next;
    *in = false;
    if (container.kind == VALUE_STRING) {
        if (item.kind != VALUE_STRING) {
            return state_fail(st, "template-type",
                              "only a string can be in a string, not %s",
                              value_kind_name(item));
        }
        *in = str_find(value_str(container), value_str(item)) != STR_NONE;
        return true;
    }
    if (container.kind == VALUE_DICT) {
        *in = dict_get(container.as.dict, item) != NULL;
        return true;
    }
    if (!iter_begin(st, container, &it)) {
        return false;
    }
    while (!*in && iter_next(st, &it, &next)) {
        *in = values_equal(st, item, next);
    }
    return true;
}

bool ops_compare(struct jinja_state *st, enum opcode op, value a, value b,
                 value *out)
{
    bool result = false;
    int order = 0;
    if (op == OP_EQ || op == OP_NE) {
        if ((a.kind == VALUE_UNDEFINED && !state_allows(st, a, USE_TRUTH)) ||
            (b.kind == VALUE_UNDEFINED && !state_allows(st, b, USE_TRUTH))) {
            return false;
        }
        result = values_equal(st, a, b) == (op == OP_EQ);
    } else if (op == OP_IN || op == OP_NOT_IN) {
        if (!value_in(st, a, b, &result)) {
            return false;
        }
        result = result == (op == OP_IN);
    } else {
        if (!values_order(st, a, b, &order)) {
            return false;
        }
        result = op == OP_LT   ? order < 0
                 : op == OP_LE ? order <= 0
                 : op == OP_GT ? order > 0
                               : order >= 0;
    }
    *out = value_bool(result);
    return true;
}
