/* SPDX-License-Identifier: MIT */
#include "jinja/limits.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

/* Deeper values are not compared. Keys are limited more: each level may hold
 * the same value twice. */
enum { DEEPEST = 100, DEEPEST_KEY = 16 };

/* --- equality --- */

/* The engine's own sequences (ranges, views of dicts) are compared as objects,
 * as Python does with most of them. Lists may hold themselves, or one another
 * many times over. */
struct comparison {
    struct render_context *ctx;
    size_t depth;
    uint64_t left; /* values left until it stops: eight are a step */
};

/* How many bytes of two strings a comparison may read. */
static uint64_t common_bytes(value a, value b)
{
    bool strings = a.kind == VALUE_STRING && b.kind == VALUE_STRING;
    return !strings ? 0 : a.n < b.n ? a.n : b.n;
}

static bool same_at(struct comparison *cmp, value a, value b);

static bool same_items(struct comparison *cmp, value a, value b)
{
    bool same;
    if (a.kind == VALUE_DICT) {
        const struct dict *x = a.as.dict;
        same = x->entries.n == b.as.dict->entries.n;
        for (size_t i = 0; same && i < x->entries.n; i++) {
            const value *other = dict_get(b.as.dict, x->entries.p[i].key);
            same = other && same_at(cmp, x->entries.p[i].val, *other);
        }
        return same;
    }
    const struct list *x = a.as.list;
    same = x->items.n == b.as.list->items.n;
    for (size_t i = 0; same && i < x->items.n; i++) {
        same = same_at(cmp, x->items.p[i], b.as.list->items.p[i]);
    }
    return same;
}

static bool same_at(struct comparison *cmp, value a, value b)
{
    a = value_plain(a, cmp->ctx);
    b = value_plain(b, cmp->ctx);
    bool container = value_is_sequence(a) || a.kind == VALUE_DICT;
    if (value_is_range(a) && value_is_range(b)) {
        return ranges_equal(a, b);
    }
    if (cmp->left == 0) {
        return false;
    }
    cmp->left--;
    if (!container || a.kind != b.kind) {
        uint64_t cost = common_bytes(a, b) / 8;
        cmp->left -= cost < cmp->left ? cost : cmp->left;
        return value_same(a, b);
    }
    if (a.as.list == b.as.list) {
        return true;
    }
    if (cmp->depth >= DEEPEST) {
        return false;
    }
    cmp->depth++;
    bool same = same_items(cmp, a, b);
    cmp->depth--;
    return same;
}

bool values_equal(struct jinja_state *st, value a, value b)
{
    uint64_t most =
        st->steps < LIMIT_STEPS ? 8 * (LIMIT_STEPS + 1 - st->steps) : 8;
    struct comparison cmp = {st->ctx, 0, most};
    bool same = same_at(&cmp, a, b);
    st->steps += (most - cmp.left) / 8;
    return same;
}

/* --- order --- */

static int order_numbers(value a, value b)
{
    if (is_whole(a) && is_whole(b)) {
        return (value_whole(a) > value_whole(b)) -
               (value_whole(a) < value_whole(b));
    }
    double x = number_of(a);
    double y = number_of(b);
    return (x > y) - (x < y);
}

static bool order_at(struct jinja_state *st, value a, value b, int depth,
                     int *order);

/* By the first items that differ: those after them are not looked at. */
static bool order_lists(struct jinja_state *st, const struct list *a,
                        const struct list *b, int depth, int *order)
{
    for (size_t i = 0; i < a->items.n && i < b->items.n; i++) {
        if (!state_allows(st, a->items.p[i], USE_TRUTH) ||
            !state_allows(st, b->items.p[i], USE_TRUTH)) {
            return false;
        }
        if (!values_equal(st, a->items.p[i], b->items.p[i])) {
            return order_at(st, a->items.p[i], b->items.p[i], depth + 1, order);
        }
    }
    *order = (a->items.n > b->items.n) - (a->items.n < b->items.n);
    return true;
}

bool values_order(struct jinja_state *st, value a, value b, int *order)
{
    return order_at(st, a, b, 0, order);
}

static bool order_at(struct jinja_state *st, value a, value b, int depth,
                     int *order)
{
    if (value_is_number(a) && value_is_number(b)) {
        *order = order_numbers(a, b);
        return true;
    }
    if (!state_allows(st, a, USE_VALUE) || !state_allows(st, b, USE_VALUE)) {
        return false;
    }
    if (a.kind != b.kind) {
        return state_fail(st, "template-type",
                          "%s and %s have no order between them",
                          value_kind_name(a), value_kind_name(b));
    }
    switch (a.kind) {
    case VALUE_STRING:
        if (!state_looks_at(st, common_bytes(a, b))) {
            return false;
        }
        *order = str_cmp(value_str(a), value_str(b));
        return true;
    case VALUE_DATE:
        *order = date_cmp(value_to_date(a), value_to_date(b));
        return true;
    case VALUE_LIST:
    case VALUE_TUPLE:
        if (depth >= DEEPEST) {
            return state_fail(st, "template-limit",
                              "these lists are nested too deep");
        }
        return order_lists(st, a.as.list, b.as.list, depth, order);
    default:
        return state_fail(st, "template-type", "%s has no order",
                          value_kind_name(a));
    }
}

/* --- membership --- */

static bool is_key_at(struct jinja_state *st, value v, int depth)
{
    if (depth > DEEPEST_KEY) {
        return state_fail(st, "template-limit", "this key is nested too deep");
    }
    if (v.kind == VALUE_LIST || v.kind == VALUE_DICT) {
        return state_fail(st, "template-type", "%s can't be a key",
                          value_kind_name(v));
    }
    if (v.kind == VALUE_STRING) {
        return state_looks_at(st, v.n);
    }
    for (size_t i = 0; v.kind == VALUE_TUPLE && i < v.as.list->items.n; i++) {
        if (!is_key_at(st, v.as.list->items.p[i], depth + 1)) {
            return false;
        }
    }
    return state_allows(st, v, USE_TRUTH);
}

bool value_is_key(struct jinja_state *st, value v)
{
    return is_key_at(st, v, 0);
}

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
        if (!state_looks_at(st, container.n)) {
            return false;
        }
        *in = str_find(value_str(container), value_str(item)) != STR_NONE;
        return true;
    }
    if (value_is_lazy(container) && item.kind == VALUE_STRING) {
        const struct object *map = container.as.object;
        value v = map->class->get(map, st->ctx, value_str(item));
        *in = v.kind != VALUE_UNDEFINED;
        return true;
    }
    container = value_plain(container, st->ctx);
    if (container.kind == VALUE_DICT) {
        if (!value_is_key(st, item)) {
            return false;
        }
        *in = dict_get(container.as.dict, item) != NULL;
        return true;
    }
    if (!iter_all(st, container, &it)) {
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
        if (!state_allows(st, a, USE_TRUTH) ||
            !state_allows(st, b, USE_TRUTH)) {
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
    return state_steps(
        st, 0); /* values_equal() has charged for it and reports nothing */
}
