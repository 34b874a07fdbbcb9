/* SPDX-License-Identifier: MIT */
/* The methods of Python's types that real templates call. Methods that change a
 * value work only on lists and dicts of this render: the site's are shared
 * between threads. */
#include <string.h>

#include "jinja/builtins/builtins.h"
#include "jinja/vm/ops.h"

/* --- dicts --- */

/* variant: the part. */
static bool dict_part(struct jinja_call *call, value self, value *out)
{
    *out = dict_view(call->state, self, (enum dict_part)call->variant);
    return true;
}

/* get and setdefault; variant: whether a missing key is set. */
static bool dict_get_or(struct jinja_call *call, value self, value *out)
{
    if (!value_is_key(call->state, call->args[0])) {
        return false;
    }
    const value *found = dict_get(self.as.dict, call->args[0]);
    *out = found ? *found : call->nargs > 1 ? call->args[1] : value_none();
    if (!found && call->variant) {
        dict_set(self.as.dict, call->ctx->arena, call->args[0], *out);
    }
    return true;
}

static bool dict_update(struct jinja_call *call, value self, value *out)
{
    if (call->nargs > call->nnames && call->args[0].kind == VALUE_DICT) {
        const struct dict *from = call->args[0].as.dict;
        if (!state_goes_through(call->state, from->entries.n)) {
            return false;
        }
        dict_merge(self.as.dict, call->ctx->arena, from);
    }
    args_named(call, self.as.dict);
    *out = value_none();
    return true;
}

static bool dict_pop(struct jinja_call *call, value self, value *out)
{
    if (!value_is_key(call->state, call->args[0])) {
        return false;
    }
    const value *found = dict_get(self.as.dict, call->args[0]);
    if (!found && call->nargs < 2) {
        return state_fail(call->state, "template-type", "there is no such key");
    }
    *out = found ? *found : call->args[1];
    if (!state_goes_through(call->state, self.as.dict->entries.n)) {
        return false;
    }
    dict_remove(self.as.dict, call->args[0]);
    return true;
}

static bool dict_copy(struct jinja_call *call, value self, value *out)
{
    *out = own_dict(call->state);
    if (!state_goes_through(call->state, self.as.dict->entries.n)) {
        return false;
    }
    dict_merge(out->as.dict, call->ctx->arena, self.as.dict);
    return true;
}

static const struct method dict_methods[] = {
    {"items", dict_part, DICT_ITEMS, 0, 0, false},
    {"values", dict_part, DICT_VALUES, 0, 0, false},
    {"keys", dict_part, DICT_KEYS, 0, 0, false},
    {"get", dict_get_or, false, 1, 2, false},
    {"update", dict_update, 0, 0, 255, true},
    {"setdefault", dict_get_or, true, 1, 2, true},
    {"pop", dict_pop, 0, 1, 2, true},
    {"copy", dict_copy, 0, 0, 0, false},
};
static const struct method_table dict_table = BUILTIN_TABLE(dict_methods);

/* --- lists --- */

static bool list_append(struct jinja_call *call, value self, value *out)
{
    list_push(self.as.list, call->ctx->arena, call->args[0]);
    *out = value_none();
    return true;
}

static bool list_extend(struct jinja_call *call, value self, value *out)
{
    value more;
    if (!own_list_of(call->state, call->args[0], &more)) {
        return false;
    }
    for (size_t i = 0; i < more.as.list->items.n; i++) {
        list_push(self.as.list, call->ctx->arena, more.as.list->items.p[i]);
    }
    *out = value_none();
    return true;
}

static bool list_insert(struct jinja_call *call, value self, value *out)
{
    struct list *list = self.as.list;
    int64_t n = (int64_t)list->items.n;
    int64_t i = 0;
    if (!arg_int(call, 0, "index", &i)) {
        return false;
    }
    i += i < 0 ? n : 0;
    size_t at = (size_t)(i < 0 ? 0 : i > n ? n : i);
    if (!state_goes_through(call->state, list->items.n - at)) {
        return false;
    }
    list_push(list, call->ctx->arena, call->args[1]);
    memmove(&list->items.p[at + 1], &list->items.p[at],
            (list->items.n - 1 - at) * sizeof(value));
    list->items.p[at] = call->args[1];
    *out = value_none();
    return true;
}

static value remove_item(struct list *list, size_t i)
{
    value item = list->items.p[i];
    list->items.n--;
    memmove(&list->items.p[i], &list->items.p[i + 1],
            (list->items.n - i) * sizeof(value));
    return item;
}

static bool list_pop(struct jinja_call *call, value self, value *out)
{
    struct list *list = self.as.list;
    int64_t i = -1;
    if (!arg_int(call, 0, "index", &i)) {
        return false;
    }
    i += i < 0 ? (int64_t)list->items.n : 0;
    if (i < 0 || (uint64_t)i >= list->items.n) {
        return state_fail(call->state, "template-type",
                          "there is no such item");
    }
    if (!state_goes_through(call->state, list->items.n - (size_t)i)) {
        return false;
    }
    *out = remove_item(list, (size_t)i);
    return true;
}

static bool list_reverse_method(struct jinja_call *call, value self, value *out)
{
    *out = value_none();
    list_reverse(self.as.list);
    return state_goes_through(call->state, self.as.list->items.n);
}

/* False: the value can't be compared with the list's items, which is
 * reported. */
static bool comparable(struct jinja_call *call, value self)
{
    return !self.as.list->items.n ||
           state_allows(call->state, call->args[0], USE_TRUTH);
}

static bool list_index(struct jinja_call *call, value self, value *out)
{
    const struct list *list = self.as.list;
    if (!comparable(call, self)) {
        return false;
    }
    for (size_t i = 0; i < list->items.n; i++) {
        if (values_equal(call->state, list->items.p[i], call->args[0])) {
            *out = value_int((int64_t)i);
            return state_goes_through(call->state, i);
        }
    }
    return state_fail(call->state, "template-type", "this is not in the list");
}

static bool list_count(struct jinja_call *call, value self, value *out)
{
    const struct list *list = self.as.list;
    int64_t n = 0;
    if (!comparable(call, self) ||
        !state_goes_through(call->state, list->items.n)) {
        return false;
    }
    for (size_t i = 0; i < list->items.n; i++) {
        n += values_equal(call->state, list->items.p[i], call->args[0]);
    }
    *out = value_int(n);
    return true;
}

static bool list_remove(struct jinja_call *call, value self, value *out)
{
    value at = value_undefined();
    if (!list_index(call, self, &at)) {
        return false;
    }
    remove_item(self.as.list, (size_t)at.as.i);
    *out = value_none();
    return true;
}

static bool list_clear(struct jinja_call *call, value self, value *out)
{
    (void)call;
    self.as.list->items.n = 0;
    *out = value_none();
    return true;
}

static bool list_copy(struct jinja_call *call, value self, value *out)
{
    return own_list_of(call->state, self, out);
}

/* Tuples have the first ones. */
enum { TUPLE_METHODS = 2 };
static const struct method list_methods[] = {
    {"index", list_index, 0, 1, 1, false},
    {"count", list_count, 0, 1, 1, false},
    {"append", list_append, 0, 1, 1, true},
    {"extend", list_extend, 0, 1, 1, true},
    {"insert", list_insert, 0, 2, 2, true},
    {"pop", list_pop, 0, 0, 1, true},
    {"remove", list_remove, 0, 1, 1, true},
    {"reverse", list_reverse_method, 0, 0, 0, true},
    {"clear", list_clear, 0, 0, 0, true},
    {"copy", list_copy, 0, 0, 0, false},
};
static const struct method_table list_table = BUILTIN_TABLE(list_methods);

/* --- dates --- */

static bool date_strftime(struct jinja_call *call, value self, value *out)
{
    str format;
    struct buf buf = {0};
    if (!state_text(call->state, call->args[0], &format)) {
        return false;
    }
    date_format(value_to_date(self), format, &buf);
    return string_from(call->state, &buf, false, out);
}

static bool date_isoformat(struct jinja_call *call, value self, value *out)
{
    struct buf buf = {0};
    struct date date = value_to_date(self);
    if (date.date_only) {
        date_format(date, STR("%Y-%m-%d"), &buf);
    } else {
        date_rfc3339(date, &buf);
    }
    return string_from(call->state, &buf, false, out);
}

static const struct method date_methods[] = {
    {"strftime", date_strftime, 0, 1, 1, false},
    {"isoformat", date_isoformat, 0, 0, 0, false},
};
static const struct method_table date_table = BUILTIN_TABLE(date_methods);

/* --- by name --- */

static struct method_table methods_of(value v)
{
    switch (v.kind) {
    case VALUE_STRING: return string_methods;
    case VALUE_DICT: return dict_table;
    case VALUE_LIST: return list_table;
    case VALUE_TUPLE: return (struct method_table){list_methods, TUPLE_METHODS};
    case VALUE_DATE: return date_table;
    default: return (struct method_table){NULL, 0};
    }
}

static const struct method *find_method(struct method_table table, str name)
{
    for (size_t i = 0; i < table.n; i++) {
        if (str_eq(name, str_from(table.entries[i].name))) {
            return &table.entries[i];
        }
    }
    return NULL;
}

str method_name(value v, size_t i)
{
    struct method_table table = methods_of(v);
    return i < table.n ? str_from(table.entries[i].name) : STR("");
}

static value macro_attribute(struct jinja_state *st, const struct code *code,
                             str name)
{
    if (str_eq(name, STR("name"))) {
        return value_string(code->name);
    }
    if (str_eq(name, STR("catch_kwargs"))) {
        return value_bool(code->kwargs != NO_SLOT);
    }
    if (str_eq(name, STR("catch_varargs"))) {
        return value_bool(code->varargs != NO_SLOT);
    }
    if (str_eq(name, STR("caller"))) {
        return value_bool(code->caller != NO_SLOT);
    }
    if (!str_eq(name, STR("arguments"))) {
        return value_undefined();
    }
    value all = value_tuple(st->ctx->arena, code->nparams);
    for (size_t i = 0; i < code->nparams; i++) {
        all.as.list->items.p[i] = value_string(code->params[i]);
    }
    return all;
}

value method_value(struct jinja_state *st, value self, str name)
{
    if (self.kind == VALUE_FUNCTION && self.as.function->code) {
        return macro_attribute(st, self.as.function->code, name);
    }
    if (value_is_lazy(self) && find_method(dict_table, name)) {
        self = value_plain(self, st->ctx);
    }
    if (!find_method(methods_of(self), name)) {
        return value_undefined();
    }
    struct function *f = ARENA_NEW(st->ctx->arena, struct function);
    f->kind = FUNCTION_BOUND;
    f->self = self;
    f->method = name;
    return value_function(f);
}

/* Lists of the site are the same for every page. */
static bool refuse_change(const struct jinja_call *call, value self,
                          const struct method *method)
{
    str text = span_text(call->at);
    str of = str_sub(text, 0, str_find_char(text, '('));
    size_t dot = str_rfind_char(of, '.');
    struct diag *diag =
        state_report(call->state, DIAG_ERROR, "template-type",
                     "'%s' would change %s that is not this template's",
                     method->name, value_kind_name(self));
    if (diag && self.kind == VALUE_LIST && dot != STR_NONE) {
        diag_hint(diag, "{%% set all = %.*s + [x] %%}",
                  STR_ARG(str_sub(of, 0, dot)));
    }
    return false;
}

bool call_method(struct jinja_call *call, value self, str name, value *out,
                 bool *found)
{
    const struct method *method = find_method(methods_of(self), name);
    *found = method != NULL;
    if (!method) {
        return true;
    }
    if (call->nargs < method->min ||
        (method->max < 255 && call->nargs > method->max)) {
        return jinja_fail(call, "template-call",
                          "'%s' does not take %zu arguments", method->name,
                          call->nargs);
    }
    if (method->changes && !(self.flags & VALUE_OWN)) {
        return refuse_change(call, self, method);
    }
    call->variant = method->variant;
    size_t bytes = self.kind == VALUE_STRING ? self.n : 0;
    return method->call(call, self, out) &&
           state_steps(call->state, 1 + bytes / 64) &&
           state_has_room(call->state);
}
