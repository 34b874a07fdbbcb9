/* SPDX-License-Identifier: MIT */
/* Filters that put things in order: sort, groupby, unique, min, max. */
#include <string.h>

#include "jinja/builtins/builtins.h"
#include "jinja/vm/ops.h"

/* --- sorting --- */

/* Merges the sorted halves of items[0, n) through `spare`. */
static bool merge_halves(struct jinja_state *st, struct sort_item *items,
                         size_t half, size_t n, struct sort_item *spare,
                         bool reverse)
{
    size_t a = 0;
    size_t b = half;
    memcpy(spare, items, half * sizeof *items);
    for (size_t to = 0; a < half && b < n; to++) {
        int order;
        if (!values_order(st, spare[a].key, items[b].key, &order)) {
            return false;
        }
        bool left = reverse ? order >= 0 : order <= 0;
        items[to] = left ? spare[a++] : items[b++];
    }
    memcpy(items + b - (half - a), spare + a, (half - a) * sizeof *items);
    return true;
}

static bool sort_part(struct jinja_state *st, struct sort_item *items, size_t n,
                      struct sort_item *spare, bool reverse)
{
    if (n < 2) {
        return true;
    }
    size_t half = n / 2;
    return sort_part(st, items, half, spare, reverse) &&
           sort_part(st, items + half, n - half, spare, reverse) &&
           merge_halves(st, items, half, n, spare, reverse);
}

bool sort_items(struct jinja_state *st, struct sort_item *items, size_t n,
                bool reverse)
{
    struct sort_item *spare =
        ARENA_ARRAY(st->ctx->arena, struct sort_item, n / 2 + 1);
    return sort_part(st, items, n, spare, reverse);
}

struct sort_item *dict_sort_items(struct arena *arena, const struct dict *dict)
{
    size_t n = dict->entries.n;
    struct sort_item *items = ARENA_ARRAY(arena, struct sort_item, n);
    for (size_t i = 0; i < n; i++) {
        const struct entry *entry = &dict->entries.p[i];
        items[i] = (struct sort_item){entry->key, entry->val};
    }
    return items;
}

/* --- keys --- */

struct sort_keys {
    struct sort_item *items;
    size_t n;
};

static bool one_key(struct jinja_call *call, value item, value attribute,
                    bool sensitive, const value *otherwise, value *out)
{
    *out = item;
    return (attribute.kind == VALUE_NONE ||
            attribute_of(call, item, attribute, otherwise, out)) &&
           (sensitive || fold_case(call, *out, out));
}

/* "a,b.c" makes a tuple of keys. */
static bool names_several(value attribute)
{
    return attribute.kind == VALUE_STRING &&
           str_find_char(value_str(attribute), ',') != STR_NONE;
}

static bool sort_key_of(struct jinja_call *call, value item, value attribute,
                        bool sensitive, value *out)
{
    if (!names_several(attribute)) {
        return one_key(call, item, attribute, sensitive, NULL, out);
    }
    VEC(value) parts = {0};
    str rest = value_str(attribute);
    str part;
    while (str_split(&rest, ',', &part)) {
        value *key = VEC_PUSH(&parts, call->ctx->arena);
        if (!one_key(call, item, value_string(part), sensitive, NULL, key)) {
            return false;
        }
    }
    *out = tuple_of(call->ctx->arena, parts.p, parts.n);
    return true;
}

static bool read_keys(struct jinja_call *call, value attribute, bool sensitive,
                      struct sort_keys *keys)
{
    struct iter it;
    VEC(struct sort_item) all = {0};
    value item;
    if (!iter_all(call->state, call->args[0], &it)) {
        return false;
    }
    while (iter_next(call->state, &it, &item)) {
        struct sort_item *next = VEC_PUSH(&all, call->ctx->arena);
        next->item = item;
        if (!sort_key_of(call, item, attribute, sensitive, &next->key)) {
            return false;
        }
    }
    keys->items = all.p;
    keys->n = all.n;
    return true;
}

static value arg_attribute(struct jinja_call *call, size_t position)
{
    const value *v = jinja_arg(call, position, "attribute");
    return v ? *v : value_none();
}

static value list_of_items(struct jinja_call *call,
                           const struct sort_keys *keys)
{
    value list = own_list(call->state);
    for (size_t i = 0; i < keys->n; i++) {
        list_push(list.as.list, call->ctx->arena, keys->items[i].item);
    }
    return list;
}

/* --- filters --- */

/* May keys of a sort, undefined ones among them, be compared? */
static bool may_compare(struct jinja_call *call, value key)
{
    bool ok = state_allows(call->state, key, USE_TRUTH);
    for (size_t i = 0; key.kind == VALUE_TUPLE && i < key.as.list->items.n;
         i++) {
        ok = ok && may_compare(call, key.as.list->items.p[i]);
    }
    return ok;
}

static bool filter_sort(struct jinja_call *call, value *out)
{
    struct sort_keys keys;
    bool reverse = arg_bool(call, 0, "reverse", false);
    bool sensitive = arg_bool(call, 1, "case_sensitive", false);
    value attribute = arg_attribute(call, 2);
    if (!read_keys(call, attribute, sensitive, &keys)) {
        return false;
    }
    /* As in Python, keys without an order are no error if all are equal: sort,
     * and sort alone, compares tuples of keys. */
    for (size_t i = 0; i < keys.n && !names_several(attribute); i++) {
        value *key = &keys.items[i].key;
        if (keys.n > 1 && !may_compare(call, *key)) {
            return false;
        }
        if (!value_is_number(*key) && key->kind != VALUE_STRING &&
            key->kind != VALUE_DATE) {
            *key = tuple_of(call->ctx->arena, key, 1);
        }
    }
    if (!sort_items(call->state, keys.items, keys.n, reverse)) {
        return false;
    }
    *out = list_of_items(call, &keys);
    return true;
}

static bool filter_dictsort(struct jinja_call *call, value *out)
{
    str by = STR("key");
    value v = call->args[0];
    bool sensitive = arg_bool(call, 0, "case_sensitive", false);
    bool reverse = arg_bool(call, 2, "reverse", false);
    if (!arg_str(call, 1, "by", &by) ||
        !subject_is(call, "dictsort", VALUE_DICT)) {
        return false;
    }
    size_t n = v.as.dict->entries.n;
    bool by_value = str_eq(by, STR("value"));
    if (!by_value && !str_eq(by, STR("key"))) {
        return jinja_fail(call, "template-call",
                          "dictsort goes by 'key' or 'value'");
    }
    if (!state_goes_through(call->state, n)) {
        return false;
    }
    value view = dict_view(call->state, v, DICT_ITEMS);
    struct sort_keys keys = {ARENA_ARRAY(call->ctx->arena, struct sort_item, n),
                             n};
    for (size_t i = 0; i < n; i++) {
        const struct entry *entry = &v.as.dict->entries.p[i];
        value key = by_value ? entry->val : entry->key;
        keys.items[i].key = key;
        if (!sensitive && !fold_case(call, key, &keys.items[i].key)) {
            return false;
        }
        keys.items[i].item =
            view.as.object->class->at(view.as.object, call->ctx, i);
    }
    if (!sort_items(call->state, keys.items, n, reverse)) {
        return false;
    }
    *out = list_of_items(call, &keys);
    return true;
}

/* min and max; variant: the sign of the order that is wanted. */
static bool filter_extreme(struct jinja_call *call, value *out)
{
    struct sort_keys keys;
    bool sensitive = arg_bool(call, 0, "case_sensitive", false);
    if (!read_keys(call, arg_attribute(call, 1), sensitive, &keys)) {
        return false;
    }
    if (!keys.n) {
        *out = undefined_of(call->state, call->args[0], STR(""));
        return true;
    }
    size_t best = 0;
    for (size_t i = 1; i < keys.n; i++) {
        int order;
        if (!values_order(call->state, keys.items[i].key, keys.items[best].key,
                          &order)) {
            return false;
        }
        best = order * call->variant > 0 ? i : best;
    }
    *out = keys.items[best].item;
    return true;
}

static bool filter_unique(struct jinja_call *call, value *out)
{
    struct sort_keys keys;
    bool sensitive = arg_bool(call, 0, "case_sensitive", false);
    if (!read_keys(call, arg_attribute(call, 1), sensitive, &keys)) {
        return false;
    }
    value seen = value_dict(call->ctx->arena);
    *out = own_list(call->state);
    for (size_t i = 0; i < keys.n; i++) {
        if (!value_is_key(call->state, keys.items[i].key)) {
            return false;
        }
        if (!dict_get(seen.as.dict, keys.items[i].key)) {
            dict_set(seen.as.dict, call->ctx->arena, keys.items[i].key,
                     value_none());
            list_push(out->as.list, call->ctx->arena, keys.items[i].item);
        }
    }
    return true;
}

/* --- groupby --- */

/* A pair that also answers to .grouper and .list. */
struct group {
    struct object object;
    value grouper;
    value list;
};

static value group_get(const struct object *self, struct render_context *ctx,
                       str name)
{
    (void)ctx;
    const struct group *group = (const struct group *)self;
    if (str_eq(name, STR("grouper"))) {
        return group->grouper;
    }
    return str_eq(name, STR("list")) ? group->list : value_undefined();
}

static size_t group_length(const struct object *self,
                           struct render_context *ctx)
{
    (void)self;
    (void)ctx;
    return 2;
}

static value group_at(const struct object *self, struct render_context *ctx,
                      size_t i)
{
    (void)ctx;
    const struct group *group = (const struct group *)self;
    return i ? group->list : group->grouper;
}

static void group_print(const struct object *self, struct render_context *ctx,
                        struct buf *out)
{
    const struct group *group = (const struct group *)self;
    buf_putc(out, '(');
    value_repr(group->grouper, ctx, out);
    buf_put(out, STR(", "));
    value_repr(group->list, ctx, out);
    buf_putc(out, ')');
}

static const struct object_class group_class = {.name = "a group",
                                                .get = group_get,
                                                .length = group_length,
                                                .at = group_at,
                                                .print = group_print};

static bool filter_groupby(struct jinja_call *call, value *out)
{
    const value *otherwise = jinja_arg(call, 1, "default");
    value attribute = arg_attribute(call, 0);
    struct arena *arena = call->ctx->arena;
    bool sensitive = arg_bool(call, 2, "case_sensitive", false);
    struct sort_keys keys;
    if (!read_keys(call, value_none(), true, &keys)) {
        return false;
    }
    for (size_t i = 0; i < keys.n; i++) {
        if (!one_key(call, keys.items[i].item, attribute, sensitive, otherwise,
                     &keys.items[i].key)) {
            return false;
        }
    }
    if (!sort_items(call->state, keys.items, keys.n, false)) {
        return false;
    }
    *out = own_list(call->state);
    struct group *group = NULL;
    for (size_t i = 0; i < keys.n; i++) {
        value key = keys.items[i].key;
        if (!group || !values_equal(call->state, keys.items[i - 1].key, key)) {
            group = ARENA_NEW(arena, struct group);
            group->object.class = &group_class;
            group->list = own_list(call->state);
            /* as the first item has it, not in lower case */
            if (!one_key(call, keys.items[i].item, attribute, true, otherwise,
                         &group->grouper)) {
                return false;
            }
            list_push(out->as.list, arena, value_object(&group->object));
        }
        list_push(group->list.as.list, arena, keys.items[i].item);
    }
    return true;
}

static const struct jinja_builtin entries[] = {
    JINJA_BUILTIN(
        "sort", "(reverse=false, case_sensitive=false, attribute=none)",
        "in order; attribute='a.b,c' sorts by parts of the items", filter_sort),
    JINJA_BUILTIN("dictsort", "(case_sensitive=false, by='key', reverse=false)",
                  "pairs of a map, in order", filter_dictsort),
    JINJA_VARIANT("min", "(case_sensitive=false, attribute=none)",
                  "the smallest", filter_extreme, -1),
    JINJA_VARIANT("max", "(case_sensitive=false, attribute=none)",
                  "the largest", filter_extreme, 1),
    JINJA_BUILTIN("unique", "(case_sensitive=false, attribute=none)",
                  "each item once", filter_unique),
    JINJA_BUILTIN("groupby", "(attribute, default=none, case_sensitive=false)",
                  "pairs of a key and the items that have it", filter_groupby),
};

const struct builtin_table order_filters = BUILTIN_TABLE(entries);
