/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/vm/ops.h"

static bool filter_default(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    const value *otherwise = jinja_arg(call, 0, "default_value");
    bool falsy = arg_bool(call, 1, "boolean", false);
    bool missing =
        v.kind == VALUE_UNDEFINED || (falsy && !value_truth(v, call->ctx));
    *out = !missing ? v : otherwise ? *otherwise : value_string(STR(""));
    return true;
}

static bool filter_length(struct jinja_call *call, value *out)
{
    size_t n;
    if (!value_length(call->state, call->args[0], &n)) {
        return false;
    }
    *out = value_int((int64_t)n);
    return true;
}

static bool filter_first(struct jinja_call *call, value *out)
{
    struct iter it;
    if (!iter_begin_to(call->state, call->args[0], 1, &it)) {
        return false;
    }
    if (!iter_next(call->state, &it, out)) {
        *out = undefined_of(call->state, call->args[0], STR(""));
    }
    return true;
}

static bool filter_last(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    struct iter it;
    if (!iter_begin(call->state, v, &it)) {
        return false;
    }
    if (!it.n) {
        *out = undefined_of(call->state, v, STR(""));
        return true;
    }
    if (v.kind == VALUE_DICT) {
        *out = v.as.dict->entries.p[it.n - 1].key;
        return true;
    }
    /* The last character of markup is markup, the first is not: as in Jinja. */
    return ops_item(call->state, v, value_int(-1), out);
}

static bool filter_list(struct jinja_call *call, value *out)
{
    return own_list_of(call->state, call->args[0], out);
}

/* Items, or their attribute, as text in a row. If one of them is markup the
 * others are escaped. */
static bool filter_join(struct jinja_call *call, value *out)
{
    const value *d = jinja_arg(call, 0, "d");
    const value *attribute = arg_given(call, 1, "attribute");
    value separator = d ? *d : value_string(STR(""));
    value list = call->args[0];
    str text;
    bool safe = is_safe(separator);
    bool plain = value_is_sequence(list) && !attribute;
    if ((!plain && !own_list_of(call->state, list, &list)) ||
        !state_text(call->state, separator, &text)) {
        return false;
    }
    value *items = list.as.list->items.p;
    size_t n = list.as.list->items.n;
    for (size_t i = 0; i < n; i++) {
        if (attribute &&
            !attribute_of(call, items[i], *attribute, NULL, &items[i])) {
            return false;
        }
        if (!state_allows(call->state, items[i], USE_TEXT)) {
            return false;
        }
        safe |= is_safe(items[i]);
    }
    safe = safe && call->autoescape;
    struct buf buf = state_buf(call->state);
    for (size_t i = 0; i < n && buf.n <= LIMIT_BYTES; i++) {
        if (i) {
            buf_put(&buf, safe ? markup_of(call->state, separator) : text);
        }
        if (safe) {
            buf_put(&buf, markup_of(call->state, items[i]));
        } else {
            value_print(items[i], call->ctx, &buf);
        }
    }
    return string_from(call->state, &buf, safe, out);
}

static bool filter_reverse(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    if (v.kind == VALUE_STRING) {
        const value back[] = {value_none(), value_none(), value_int(-1)};
        return ops_slice(call->state, v, back, out);
    }
    if (!own_list_of(call->state, v, out)) {
        return false;
    }
    list_reverse(out->as.list);
    return true;
}

static bool positive(struct jinja_call *call, const char *name, int64_t *out)
{
    const value *v = jinja_arg(call, 0, name);
    if (!v || !is_whole(*v) || value_whole(*v) < 1) {
        return jinja_fail(call, "template-call",
                          "'%s' is a whole number from 1", name);
    }
    *out = value_whole(*v);
    return true;
}

/* The least that a row of batch and slice takes. */
enum { ROW_BYTES = 160 };

static bool filter_batch(struct jinja_call *call, value *out)
{
    int64_t size = 1;
    struct iter it = {0};
    value item;
    value row = value_none();
    const value *fill = arg_given(call, 1, "fill_with");
    struct arena *arena = call->ctx->arena;
    if (!positive(call, "linecount", &size) ||
        !iter_all(call->state, call->args[0], &it)) {
        return false;
    }
    *out = own_list(call->state);
    while (iter_next(call->state, &it, &item)) {
        if (row.kind == VALUE_NONE || row.as.list->items.n == (uint64_t)size) {
            if (!state_makes(call->state, ROW_BYTES)) {
                return false;
            }
            row = own_list(call->state);
            list_push(out->as.list, arena, row);
        }
        list_push(row.as.list, arena, item);
    }
    while (row.kind != VALUE_NONE && fill && size < LIMIT_ITEMS &&
           row.as.list->items.n < (uint64_t)size) {
        list_push(row.as.list, arena, *fill);
    }
    return true;
}

/* n columns, the first ones longer by one. */
static bool filter_slice(struct jinja_call *call, value *out)
{
    int64_t n = 1;
    value all = value_none();
    const value *fill = arg_given(call, 1, "fill_with");
    struct arena *arena = call->ctx->arena;
    if (!positive(call, "slices", &n) ||
        !own_list_of(call->state, call->args[0], &all)) {
        return false;
    }
    if (n > LIMIT_ITEMS) {
        return jinja_fail(call, "template-limit", "too many slices");
    }
    if (!state_makes(call->state, (uint64_t)n * ROW_BYTES)) {
        return false;
    }
    size_t each = all.as.list->items.n / (size_t)n;
    size_t longer = all.as.list->items.n % (size_t)n;
    const value *next = all.as.list->items.p;
    *out = own_list(call->state);
    for (size_t i = 0; i < (size_t)n; i++) {
        value row = own_list(call->state);
        for (size_t k = 0; k < each + (i < longer); k++) {
            list_push(row.as.list, arena, *next++);
        }
        if (fill && i >= longer) {
            list_push(row.as.list, arena, *fill);
        }
        list_push(out->as.list, arena, row);
    }
    return true;
}

static bool filter_sum(struct jinja_call *call, value *out)
{
    const value *attribute = arg_given(call, 0, "attribute");
    const value *start = jinja_arg(call, 1, "start");
    struct iter it;
    value item;
    *out = start ? *start : value_int(0);
    if (!iter_all(call->state, call->args[0], &it)) {
        return false;
    }
    while (iter_next(call->state, &it, &item)) {
        if ((attribute && !attribute_of(call, item, *attribute, NULL, &item)) ||
            !ops_binary(call->state, OP_ADD, *out, item, out)) {
            return false;
        }
    }
    return true;
}

static bool filter_items(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    if (v.kind == VALUE_UNDEFINED) {
        *out = own_list(call->state);
        return state_allows(call->state, v, USE_TRUTH);
    }
    if (!subject_is(call, "items", VALUE_DICT)) {
        return false;
    }
    *out = dict_view(call->state, v, DICT_ITEMS);
    return true;
}

static bool filter_attr(struct jinja_call *call, value *out)
{
    str name = STR("");
    return arg_str(call, 0, "name", &name) &&
           ops_attr(call->state, call->args[0], name, out);
}

static const struct jinja_builtin entries[] = {
    JINJA_BUILTIN("default", "(default_value='', boolean=false)",
                  "another value for an undefined one", filter_default),
    JINJA_BUILTIN("d", "(default_value='', boolean=false)", "the same",
                  filter_default),
    JINJA_BUILTIN("length", "()", "how many", filter_length),
    JINJA_BUILTIN("count", "()", "the same", filter_length),
    JINJA_BUILTIN("first", "()", "the first item", filter_first),
    JINJA_BUILTIN("last", "()", "the last item", filter_last),
    JINJA_BUILTIN("list", "()", "as a list", filter_list),
    JINJA_BUILTIN("join", "(d='', attribute=none)", "as text in a row",
                  filter_join),
    JINJA_BUILTIN("reverse", "()", "from the last to the first",
                  filter_reverse),
    JINJA_BUILTIN("batch", "(linecount, fill_with=none)",
                  "rows of so many items", filter_batch),
    JINJA_BUILTIN("slice", "(slices, fill_with=none)",
                  "so many columns of items", filter_slice),
    JINJA_BUILTIN("sum", "(attribute=none, start=0)", "all together",
                  filter_sum),
    JINJA_BUILTIN("items", "()", "pairs of a map, in their order",
                  filter_items),
    JINJA_BUILTIN("attr", "(name)", "the attribute of that name", filter_attr),
};

const struct builtin_table list_filters = BUILTIN_TABLE(entries);
