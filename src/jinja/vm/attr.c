/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

value undefined_of(struct jinja_state *st, value owner, str name)
{
    struct undefined *missing = ARENA_NEW(st->ctx->arena, struct undefined);
    missing->name = name;
    missing->owner = ARENA_NEW(st->ctx->arena, value);
    *missing->owner = owner;
    return (value){.kind = VALUE_UNDEFINED, .as.undefined = missing};
}

static value date_part(value v, str name)
{
    struct civil civil = date_civil(value_to_date(v));
    const struct {
        const char *name;
        int part;
    } parts[] = {{"year", civil.year},     {"month", civil.month},
                 {"day", civil.day},       {"hour", civil.hour},
                 {"minute", civil.minute}, {"second", civil.second}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (str_eq(name, str_from(parts[i].name))) {
            return value_int(parts[i].part);
        }
    }
    return value_undefined();
}

bool ops_attr(struct jinja_state *st, value of, str name, value *out)
{
    value v = value_undefined();
    if (of.kind == VALUE_DICT) {
        const value *found = dict_get_str(of.as.dict, name);
        if (found) {
            *out = *found;
            return true;
        }
    } else if (of.kind == VALUE_OBJECT) {
        const struct object *object = of.as.object;
        if (object->class->get) {
            v = object->class->get(object, st->ctx, name);
        }
    } else if (of.kind == VALUE_DATE) {
        v = date_part(of, name);
    } else if (!state_allows(st, of, USE_CHAIN)) {
        return false;
    }
    if (v.kind == VALUE_UNDEFINED && !v.as.undefined) {
        v = method_value(st, of, name);
    }
    if (v.kind == VALUE_UNDEFINED && !v.as.undefined) {
        v = undefined_of(st, of, name);
    }
    *out = v;
    return true;
}

/* Python's negative indexes; false: out of range. */
static bool index_in(int64_t i, size_t n, size_t *out)
{
    if (i < 0) {
        i += (int64_t)n;
    }
    *out = (size_t)i;
    return i >= 0 && (uint64_t)i < n;
}

static bool item_at(struct jinja_state *st, value of, int64_t i, value *out)
{
    size_t at;
    if (of.kind == VALUE_STRING) {
        str s = value_str(of);
        if (!index_in(i, utf8_length(s), &at)) {
            return false;
        }
        size_t from = utf8_offset(s, at);
        size_t end = from;
        utf8_next(s, &end);
        *out = value_string_as(str_sub(s, from, end - from), is_safe(of));
        return true;
    }
    if (of.kind == VALUE_OBJECT) {
        const struct object *object = of.as.object;
        size_t most = i < 0 ? SIZE_MAX : (size_t)i + 1;
        if (!object->class->length ||
            !index_in(i, object_length_to(object, st->ctx, most), &at)) {
            return false;
        }
        *out = object->class->at(object, st->ctx, at);
        return true;
    }
    if (!value_is_sequence(of) || !index_in(i, of.as.list->items.n, &at)) {
        return false;
    }
    *out = of.as.list->items.p[at];
    return true;
}

bool ops_item(struct jinja_state *st, value of, value key, value *out)
{
    if (!state_allows(st, of, USE_CHAIN) || !state_allows(st, key, USE_TRUTH)) {
        return false;
    }
    bool is_text = key.kind == VALUE_STRING || key.kind == VALUE_TUPLE;
    if ((is_text && !value_is_key(st, key)) ||
        (of.kind == VALUE_STRING && !state_looks_at(st, of.n))) {
        return false;
    }
    if (of.kind == VALUE_DICT) {
        bool is_key = key.kind != VALUE_LIST && key.kind != VALUE_DICT;
        const value *found = is_key ? dict_get(of.as.dict, key) : NULL;
        if (found) {
            *out = *found;
            return true;
        }
    } else if (is_whole(key) && item_at(st, of, value_whole(key), out)) {
        return true;
    } else if (key.kind == VALUE_STRING) {
        return ops_attr(st, of, value_str(key), out);
    }
    *out = undefined_of(st, of, value_text(key, st->ctx));
    return true;
}

/* --- slices --- */

/* As Python: clamped, counted from the end if negative. */
static int64_t clamp(value v, int64_t n, int64_t step, int64_t otherwise)
{
    if (v.kind == VALUE_NONE) {
        return otherwise;
    }
    int64_t i = value_whole(v);
    if (i < 0) {
        i += n;
        return i < 0 ? (step < 0 ? -1 : 0) : i;
    }
    return i >= n ? (step < 0 ? n - 1 : n) : i;
}

static bool slice_string(struct jinja_state *st, value of, int64_t start,
                         size_t count, int64_t step, value *out)
{
    str s = value_str(of);
    struct buf buf = {0};
    if (step == 1) {
        size_t from = utf8_offset(s, (size_t)start);
        str rest = str_from_offset(s, from);
        *out = value_string_as(str_sub(rest, 0, utf8_offset(rest, count)),
                               is_safe(of));
        return true;
    }
    /* with a table of offsets any step takes linear time */
    size_t n = utf8_length(s);
    size_t *offsets = ARENA_ARRAY(st->ctx->arena, size_t, n + 1);
    for (size_t i = 0, at = 0; i <= n; i++) {
        offsets[i] = at;
        if (at < s.n) {
            utf8_next(s, &at);
        }
    }
    for (size_t i = 0; i < count; i++) {
        size_t at = (size_t)(start + (int64_t)i * step);
        buf_put(&buf, str_sub(s, offsets[at], offsets[at + 1] - offsets[at]));
    }
    return string_from(st, &buf, is_safe(of), out);
}

static bool slice_items(struct jinja_state *st, value of, int64_t start,
                        size_t count, int64_t step, value *out)
{
    uint8_t kind = of.kind == VALUE_TUPLE ? VALUE_TUPLE : VALUE_LIST;
    value made;
    if (!state_goes_through(st, count) ||
        !own_sequence(st, kind, count, &made)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        item_at(st, of, start + (int64_t)i * step, &made.as.list->items.p[i]);
    }
    *out = made;
    return true;
}

static bool is_from_start(value v)
{
    return v.kind == VALUE_NONE || value_whole(v) >= 0;
}

/* The length for a slice. One that ends at a place counted from the start needs
 * no more than that: a page that shows the newest five does not depend on how
 * many there are. */
static bool length_for(struct jinja_state *st, value of, const value *parts,
                       size_t *length)
{
    bool bounded = of.kind == VALUE_OBJECT && is_from_start(parts[0]) &&
                   parts[1].kind != VALUE_NONE && is_from_start(parts[1]) &&
                   (parts[2].kind == VALUE_NONE || value_whole(parts[2]) > 0);
    if (!bounded) {
        return value_length(st, of, length);
    }
    *length =
        object_length_to(of.as.object, st->ctx, (size_t)value_whole(parts[1]));
    return true;
}

bool ops_slice(struct jinja_state *st, value of, const value *parts, value *out)
{
    size_t length;
    of = value_plain(of, st->ctx);
    if (of.kind == VALUE_UNDEFINED) {
        *out = own_list(st);
        return state_allows(st, of, USE_CHAIN) &&
               state_allows(st, of, USE_TRUTH); /* for p in site.pots[:3] */
    }
    if (value_is_number(of) || of.kind == VALUE_NONE) {
        return state_fail(st, "template-type", "%s has no parts",
                          value_kind_name(of));
    }
    if (of.kind == VALUE_DICT) {
        return state_fail(st, "template-type", "a map has no slices");
    }
    if (!value_is_iterable(of)) {
        *out = undefined_of(st, of, STR("slice"));
        return true;
    }
    for (size_t i = 0; i < 3; i++) {
        if (parts[i].kind != VALUE_NONE && !is_whole(parts[i])) {
            return state_fail(st, "template-type",
                              "a slice goes by whole numbers, not %s",
                              value_kind_name(parts[i]));
        }
    }
    if (!length_for(st, of, parts, &length)) {
        return false;
    }
    int64_t n = (int64_t)length;
    int64_t step = parts[2].kind == VALUE_NONE ? 1 : value_whole(parts[2]);
    if (step == 0) {
        return state_fail(st, "template-type", "a slice can't step by 0");
    }
    if (step > n + 1 || step < -n - 1) {
        step = step > 0 ? n + 1
                        : -n - 1; /* as large as needed, without overflow */
    }
    int64_t start = clamp(parts[0], n, step, step > 0 ? 0 : n - 1);
    int64_t stop = clamp(parts[1], n, step, step > 0 ? n : -1);
    int64_t width = step > 0 ? stop - start : start - stop;
    int64_t by = step > 0 ? step : -step;
    size_t count = width > 0 && by > 0 ? (size_t)((width + by - 1) / by) : 0;
    if (!state_looks_at(st, of.kind == VALUE_STRING ? of.n : 0)) {
        return false;
    }
    if (value_is_range(of)) {
        *out = range_slice(st, of, start, stop, step);
        return true;
    }
    if (of.kind == VALUE_STRING) {
        return slice_string(st, of, start, count, step, out);
    }
    return slice_items(st, of, start, count, step, out);
}
