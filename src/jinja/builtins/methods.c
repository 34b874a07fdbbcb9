/* SPDX-License-Identifier: MIT */
/* The methods of Python's types that real templates call. What would change
 * a value works on lists and dicts of this render only: the site's are
 * shared between threads. */
#include <string.h>

#include "jinja/builtins/builtins.h"
#include "jinja/builtins/methods.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

/* --- dicts -----------------------------------------------------------------
 */

static bool dict_items(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    (void)call;
    *out = dict_view(st, self, DICT_ITEMS);
    return true;
}

static bool dict_values(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    (void)call;
    *out = dict_view(st, self, DICT_VALUES);
    return true;
}

static bool dict_keys(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    (void)call;
    *out = dict_view(st, self, DICT_KEYS);
    return true;
}

static bool dict_get_method(struct jinja_state *st, value self,
                            struct jinja_call *call, value *out)
{
    if (!value_is_key(st, call->args[0])) {
        return false;
    }
    const value *found = dict_get(self.as.dict, call->args[0]);
    *out = found ? *found : call->nargs > 1 ? call->args[1] : value_none();
    return true;
}

static bool dict_update(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    struct arena *arena = st->ctx->arena;
    size_t first = call->nargs - call->nnames;
    if (first && call->args[0].kind == VALUE_DICT) {
        const struct dict *from = call->args[0].as.dict;
        if (!state_goes_through(st, from->entries.n)) {
            return false;
        }
        for (size_t i = 0; i < from->entries.n; i++) {
            dict_set(self.as.dict, arena, from->entries.p[i].key,
                     from->entries.p[i].val);
        }
    }
    for (size_t i = 0; i < call->nnames; i++) {
        dict_set(self.as.dict, arena, value_string(call->names[i]),
                 call->args[first + i]);
    }
    *out = value_none();
    return true;
}

static bool dict_setdefault(struct jinja_state *st, value self,
                            struct jinja_call *call, value *out)
{
    if (!value_is_key(st, call->args[0])) {
        return false;
    }
    const value *found = dict_get(self.as.dict, call->args[0]);
    *out = found ? *found : call->nargs > 1 ? call->args[1] : value_none();
    if (!found) {
        dict_set(self.as.dict, st->ctx->arena, call->args[0], *out);
    }
    return true;
}

static bool dict_pop(struct jinja_state *st, value self,
                     struct jinja_call *call, value *out)
{
    if (!value_is_key(st, call->args[0])) {
        return false;
    }
    const value *found = dict_get(self.as.dict, call->args[0]);
    if (!found && call->nargs < 2) {
        return state_fail(st, "template-type", "there is no such key");
    }
    *out = found ? *found : call->args[1];
    if (!state_goes_through(st, self.as.dict->entries.n)) {
        return false;
    }
    dict_remove(self.as.dict, call->args[0]);
    return true;
}

static bool dict_copy(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    (void)call;
    *out = own_dict(st);
    const struct dict *from = self.as.dict;
    if (!state_goes_through(st, from->entries.n)) {
        return false;
    }
    for (size_t i = 0; i < from->entries.n; i++) {
        dict_set(out->as.dict, st->ctx->arena, from->entries.p[i].key,
                 from->entries.p[i].val);
    }
    return true;
}

static const struct method dict_methods[] = {
    {"items", dict_items, 0, 0, false},
    {"values", dict_values, 0, 0, false},
    {"keys", dict_keys, 0, 0, false},
    {"get", dict_get_method, 1, 2, false},
    {"update", dict_update, 0, 255, true},
    {"setdefault", dict_setdefault, 1, 2, true},
    {"pop", dict_pop, 1, 2, true},
    {"copy", dict_copy, 0, 0, false},
};

/* --- lists -----------------------------------------------------------------
 */

static bool list_append(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    list_push(self.as.list, st->ctx->arena, call->args[0]);
    *out = value_none();
    return true;
}

static bool list_extend(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    value more;
    if (!own_list_of(st, call->args[0], &more)) {
        return false;
    }
    for (size_t i = 0; i < more.as.list->items.n; i++) {
        list_push(self.as.list, st->ctx->arena, more.as.list->items.p[i]);
    }
    *out = value_none();
    return true;
}

/* Where Python's index leads, clamped to [0, n]. */
static size_t clamped(int64_t i, size_t n)
{
    i += i < 0 ? (int64_t)n : 0;
    return i < 0 ? 0 : (uint64_t)i > n ? n : (size_t)i;
}

static bool list_insert(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    int64_t i = 0;
    if (!arg_int(call, 0, "index", &i)) {
        return false;
    }
    struct list *list = self.as.list;
    size_t at = clamped(i, list->items.n);
    if (!state_goes_through(st, list->items.n - at)) {
        return false;
    }
    list_push(list, st->ctx->arena, call->args[1]);
    memmove(&list->items.p[at + 1], &list->items.p[at],
            (list->items.n - 1 - at) * sizeof(value));
    list->items.p[at] = call->args[1];
    *out = value_none();
    return true;
}

static bool list_pop(struct jinja_state *st, value self,
                     struct jinja_call *call, value *out)
{
    struct list *list = self.as.list;
    int64_t i = -1;
    if (!arg_int(call, 0, "index", &i)) {
        return false;
    }
    i += i < 0 ? (int64_t)list->items.n : 0;
    if (i < 0 || (uint64_t)i >= list->items.n) {
        return state_fail(st, "template-type", "there is no such item");
    }
    size_t at = (size_t)i;
    if (!state_goes_through(st, list->items.n - at)) {
        return false;
    }
    *out = list->items.p[at];
    list->items.n--;
    memmove(&list->items.p[at], &list->items.p[at + 1],
            (list->items.n - at) * sizeof(value));
    return true;
}

static bool list_reverse(struct jinja_state *st, value self,
                         struct jinja_call *call, value *out)
{
    (void)call;
    struct list *list = self.as.list;
    if (!state_goes_through(st, list->items.n)) {
        return false;
    }
    for (size_t i = 0, j = list->items.n; i + 1 < j; i++) {
        value item = list->items.p[--j];
        list->items.p[j] = list->items.p[i];
        list->items.p[i] = item;
    }
    *out = value_none();
    return true;
}

/* May the value be compared with the list's items? */
static bool comparable(struct jinja_state *st, value self, value v)
{
    return v.kind != VALUE_UNDEFINED || !self.as.list->items.n ||
           state_allows(st, v, USE_TRUTH);
}

static bool list_index(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    if (!comparable(st, self, call->args[0])) {
        return false;
    }
    for (size_t i = 0; i < self.as.list->items.n; i++) {
        if (values_equal(st, self.as.list->items.p[i], call->args[0])) {
            *out = value_int((int64_t)i);
            return state_goes_through(st, i);
        }
    }
    return state_fail(st, "template-type", "this is not in the list");
}

static bool list_count(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    int64_t n = 0;
    if (!comparable(st, self, call->args[0]) ||
        !state_goes_through(st, self.as.list->items.n)) {
        return false;
    }
    for (size_t i = 0; i < self.as.list->items.n; i++) {
        n += values_equal(st, self.as.list->items.p[i], call->args[0]);
    }
    *out = value_int(n);
    return true;
}

static bool list_remove(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    value at = value_undefined();
    struct list *list = self.as.list;
    if (!list_index(st, self, call, &at)) {
        return false;
    }
    size_t i = (size_t)at.as.i;
    list->items.n--;
    memmove(&list->items.p[i], &list->items.p[i + 1],
            (list->items.n - i) * sizeof(value));
    *out = value_none();
    return true;
}

static bool list_clear(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    (void)st;
    (void)call;
    self.as.list->items.n = 0;
    *out = value_none();
    return true;
}

static bool list_copy(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    (void)call;
    return own_list_of(st, self, out);
}

/* The first ones are those of tuples. */
enum { TUPLE_METHODS = 2 };
static const struct method list_methods[] = {
    {"index", list_index, 1, 1, false},  {"count", list_count, 1, 1, false},
    {"append", list_append, 1, 1, true}, {"extend", list_extend, 1, 1, true},
    {"insert", list_insert, 2, 2, true}, {"pop", list_pop, 0, 1, true},
    {"remove", list_remove, 1, 1, true}, {"reverse", list_reverse, 0, 0, true},
    {"clear", list_clear, 0, 0, true},   {"copy", list_copy, 0, 0, false},
};

/* --- dates -----------------------------------------------------------------
 */

static bool date_strftime(struct jinja_state *st, value self,
                          struct jinja_call *call, value *out)
{
    str format;
    struct buf buf = {0};
    if (!state_text(st, call->args[0], &format)) {
        return false;
    }
    date_format(value_to_date(self), format, &buf);
    return string_from(st, &buf, false, out);
}

static bool date_isoformat(struct jinja_state *st, value self,
                           struct jinja_call *call, value *out)
{
    (void)call;
    struct buf buf = {0};
    struct date date = value_to_date(self);
    if (date.date_only) {
        date_format(date, STR("%Y-%m-%d"), &buf);
    } else {
        date_rfc3339(date, &buf);
    }
    return string_from(st, &buf, false, out);
}

static const struct method date_methods[] = {
    {"strftime", date_strftime, 1, 1, false},
    {"isoformat", date_isoformat, 0, 0, false},
};

/* --- by name ---------------------------------------------------------------
 */

#define TABLE(table)                                                           \
    ((struct method_table){table, sizeof(table) / sizeof *(table)})

static struct method_table methods_of(value v)
{
    switch ((enum value_kind)v.kind) {
    case VALUE_STRING: return string_methods;
    case VALUE_DICT: return TABLE(dict_methods);
    case VALUE_LIST: return TABLE(list_methods);
    case VALUE_TUPLE: return (struct method_table){list_methods, TUPLE_METHODS};
    case VALUE_DATE: return TABLE(date_methods);
    case VALUE_UNDEFINED:
    case VALUE_NONE:
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_FLOAT:
    case VALUE_OBJECT:
    case VALUE_FUNCTION: break;
    }
    return (struct method_table){NULL, 0};
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
    if (value_is_lazy(self) && find_method(TABLE(dict_methods), name)) {
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
static bool not_own(const struct jinja_call *call, value self,
                    const struct method *method)
{
    str text = span_text(call->at);
    size_t bracket = str_find_char(text, '(');
    str of = str_sub(text, 0, bracket);
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

bool call_method(struct jinja_state *st, value self, str name,
                 struct jinja_call *call, value *out, bool *found)
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
        return not_own(call, self, method);
    }
    size_t bytes = self.kind == VALUE_STRING ? self.n : 0;
    return method->call(st, self, call, out) &&
           state_steps(st, 1 + bytes / 64) && state_has_room(st);
}
