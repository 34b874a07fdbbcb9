/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "jinja/limits.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

bool value_is_iterable(value v)
{
    return v.kind == VALUE_STRING || value_is_sequence(v) ||
           v.kind == VALUE_DICT || v.kind == VALUE_UNDEFINED ||
           (v.kind == VALUE_OBJECT && v.as.object->class->length) ||
           value_is_lazy(v);
}

bool iter_begin(struct jinja_state *st, value of, struct iter *it)
{
    return iter_begin_to(st, of, SIZE_MAX, it);
}

bool iter_begin_to(struct jinja_state *st, value of, size_t most,
                   struct iter *it)
{
    of = value_plain(of, st->ctx);
    *it = (struct iter){.of = of, .known = true};
    switch (of.kind) {
    case VALUE_UNDEFINED: return state_allows(st, of, USE_TRUTH);
    case VALUE_STRING:
        it->n = of.n;
        it->known = false;
        return true;
    case VALUE_LIST:
    case VALUE_TUPLE: it->n = of.as.list->items.n; return true;
    case VALUE_DICT: it->n = of.as.dict->entries.n; return true;
    case VALUE_OBJECT:
        if (of.as.object->class->length) {
            it->n = object_length_to(of.as.object, st->ctx, most);
            return true;
        }
        break;
    default: break;
    }
    return state_fail(st, "template-type", "%s can't be gone through",
                      value_kind_name(of));
}

bool iter_all(struct jinja_state *st, value of, struct iter *it)
{
    return iter_begin(st, of, it) && state_goes_through(st, it->n);
}

bool iter_next(struct jinja_state *st, struct iter *it, value *item)
{
    if (it->of.kind == VALUE_LIST) {
        it->n = it->of.as.list->items.n; /* it may have grown */
    }
    if (it->i >= it->n) {
        return false;
    }
    size_t i = it->i++;
    switch (it->of.kind) {
    case VALUE_STRING: {
        str s = value_str(it->of);
        utf8_next(s, &i);
        *item = value_string(str_sub(s, it->i - 1, i - it->i + 1));
        it->i = i;
        return true;
    }
    case VALUE_DICT:
        if (i >= it->of.as.dict->entries.n) {
            return false; /* it may have shrunk */
        }
        *item = it->of.as.dict->entries.p[i].key;
        return true;
    case VALUE_OBJECT:
        *item = it->of.as.object->class->at(it->of.as.object, st->ctx, i);
        return true;
    default: *item = it->of.as.list->items.p[i]; return true;
    }
}

size_t iter_length(const struct iter *it)
{
    return it->known ? it->n : utf8_length(value_str(it->of));
}

bool value_length(struct jinja_state *st, value v, size_t *out)
{
    struct iter it;
    if (!value_is_iterable(v)) {
        return state_fail(st, "template-type", "%s has no length",
                          value_kind_name(v));
    }
    if (!iter_begin(st, v, &it)) {
        return false;
    }
    *out = iter_length(&it);
    return true;
}

/* --- lists and dicts of this render --- */

value own_list(struct jinja_state *st)
{
    value v = value_list(st->ctx->arena);
    v.flags = VALUE_OWN;
    return v;
}

value own_dict(struct jinja_state *st)
{
    value v = value_dict(st->ctx->arena);
    v.flags = VALUE_OWN;
    return v;
}

/* May the render make a list of so many items? */
static bool room_for_items(struct jinja_state *st, size_t n)
{
    return n <= LIMIT_ITEMS
               ? state_makes(st, n * sizeof(value))
               : state_fail(st, "template-limit",
                            "this makes a list of more than %d items",
                            LIMIT_ITEMS);
}

bool own_sequence(struct jinja_state *st, uint8_t kind, size_t n, value *out)
{
    if (!room_for_items(st, n)) {
        return false;
    }
    *out = value_tuple(st->ctx->arena, n);
    out->kind = kind;
    out->flags = kind == VALUE_LIST ? VALUE_OWN : 0;
    return true;
}

bool own_list_of(struct jinja_state *st, value v, value *out)
{
    struct iter it;
    value item;
    if (!iter_all(st, v, &it) || !room_for_items(st, it.n)) {
        return false;
    }
    *out = own_list(st);
    while (iter_next(st, &it, &item)) {
        list_push(out->as.list, st->ctx->arena, item);
    }
    return true;
}

value tuple_of(struct arena *arena, const value *items, size_t n)
{
    value tuple = value_tuple(arena, n);
    for (size_t i = 0; i < n; i++) {
        tuple.as.list->items.p[i] = items[i];
    }
    return tuple;
}

void list_reverse(struct list *list)
{
    for (size_t i = 0, j = list->items.n; i + 1 < j; i++) {
        value item = list->items.p[--j];
        list->items.p[j] = list->items.p[i];
        list->items.p[i] = item;
    }
}

/* --- views --- */

struct dict_view {
    struct object object;
    const struct dict *dict;
    enum dict_part part;
};

static size_t view_length(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return ((const struct dict_view *)self)->dict->entries.n;
}

static value view_at(const struct object *self, struct render_context *ctx,
                     size_t i)
{
    const struct dict_view *view = (const struct dict_view *)self;
    const struct entry *entry = &view->dict->entries.p[i];
    if (view->part != DICT_ITEMS) {
        return view->part == DICT_VALUES ? entry->val : entry->key;
    }
    return tuple_of(ctx->arena, (value[]){entry->key, entry->val}, 2);
}

static void view_print(const struct object *self, struct render_context *ctx,
                       struct buf *out)
{
    static const char *const names[] = {"items", "values", "keys"};
    const struct dict_view *view = (const struct dict_view *)self;
    buf_printf(out, "dict_%s([", names[view->part]);
    for (size_t i = 0; i < view->dict->entries.n; i++) {
        if (i) {
            buf_put(out, STR(", "));
        }
        value_repr(view_at(self, ctx, i), ctx, out);
    }
    buf_put(out, STR("])"));
}

static const struct object_class view_class = {.name = "a view of a map",
                                               .length = view_length,
                                               .at = view_at,
                                               .print = view_print};

value dict_view(struct jinja_state *st, value dict, enum dict_part part)
{
    struct dict_view *view = ARENA_NEW(st->ctx->arena, struct dict_view);
    view->object.class = &view_class;
    view->dict = dict.as.dict;
    view->part = part;
    return value_object(&view->object);
}

/* --- ranges --- */

struct int_range {
    struct object object;
    int64_t start;
    int64_t stop;
    int64_t step;
    size_t n;
};

static size_t range_length(const struct object *self,
                           struct render_context *ctx)
{
    (void)ctx;
    return ((const struct int_range *)self)->n;
}

static value range_at(const struct object *self, struct render_context *ctx,
                      size_t i)
{
    (void)ctx;
    const struct int_range *range = (const struct int_range *)self;
    return value_int(range->start + (int64_t)i * range->step);
}

static void range_print(const struct object *self, struct render_context *ctx,
                        struct buf *out)
{
    (void)ctx;
    const struct int_range *range = (const struct int_range *)self;
    buf_printf(out, "range(%lld, %lld", (long long)range->start,
               (long long)range->stop);
    if (range->step != 1) {
        buf_printf(out, ", %lld", (long long)range->step);
    }
    buf_putc(out, ')');
}

static const struct object_class range_class = {.name = "a range",
                                                .length = range_length,
                                                .at = range_at,
                                                .print = range_print};

value range_value(struct jinja_state *st, int64_t start, int64_t stop,
                  int64_t step)
{
    struct int_range *range = ARENA_NEW(st->ctx->arena, struct int_range);
    *range = (struct int_range){.object.class = &range_class,
                                .start = start,
                                .stop = stop,
                                .step = step};
    uint64_t width = 0;
    uint64_t by = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    if (step > 0 && stop > start) {
        width = (uint64_t)stop - (uint64_t)start;
    } else if (step < 0 && stop < start) {
        width = (uint64_t)start - (uint64_t)stop;
    }
    range->n = by ? (size_t)(width / by + (width % by != 0)) : 0;
    return value_object(&range->object);
}

bool value_is_range(value v)
{
    return v.kind == VALUE_OBJECT && v.as.object->class == &range_class;
}

bool ranges_equal(value a, value b)
{
    const struct int_range *x = (const struct int_range *)a.as.object;
    const struct int_range *y = (const struct int_range *)b.as.object;
    return x->n == y->n && (!x->n || x->start == y->start) &&
           (x->n <= 1 || x->step == y->step);
}

value range_slice(struct jinja_state *st, value of, int64_t start, int64_t stop,
                  int64_t step)
{
    const struct int_range *range = (const struct int_range *)of.as.object;
    return range_value(st, range->start + start * range->step,
                       range->start + stop * range->step, range->step * step);
}
