/* SPDX-License-Identifier: MIT */
/* The methods of Python's types that real templates call. What would change
 * a value works on lists and dicts of this render only: the site's are
 * shared between threads. */
#include <string.h>

#include "base/utf8.h"
#include "jinja/builtins.h"
#include "jinja/chars.h"
#include "jinja/format.h"
#include "jinja/ops.h"
#include "jinja/vm.h"

struct method {
    const char *name;
    bool (*call)(struct jinja_state *st, value self, struct jinja_call *call,
                 value *out);
    uint8_t min;
    uint8_t max;
    bool changes;
};

static bool is_a(struct jinja_state *st, value self, str s, value *out)
{
    (void)st;
    *out = value_string(s);
    out->flags = is_safe(self) ? VALUE_SAFE : 0;
    return true;
}

/* --- strings: those that are filters, too ----------------------------------
 */

static bool by_filter(struct jinja_state *st, const char *name, value self,
                      struct jinja_call *call, value *out)
{
    value *args = ARENA_ARRAY(st->eval->arena, value, call->nargs + 1);
    args[0] = self;
    for (size_t i = 0; i < call->nargs; i++) {
        args[i + 1] = call->args[i];
    }
    struct jinja_call filter = *call;
    filter.args = args;
    filter.nargs++;
    filter.subject = 1;
    return env_filter(st->env, str_from(name))->call(&filter, out);
}

static bool str_upper(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    return by_filter(st, "upper", self, call, out);
}

static bool str_lower(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    return by_filter(st, "lower", self, call, out);
}

static bool str_capitalize(struct jinja_state *st, value self,
                           struct jinja_call *call, value *out)
{
    return by_filter(st, "capitalize", self, call, out);
}

static bool str_replace(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    return by_filter(st, "replace", self, call, out);
}

/* Python's own title(): a word starts behind anything but a letter. */
static bool str_title(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    (void)call;
    struct buf buf = {0};
    bool start = true;
    str s = value_str(self);
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        char_put_case(&buf, c, start ? CASE_TITLE : CASE_LOWER);
        start = !char_is_alpha(c);
    }
    return string_from(st, &buf, is_safe(self), out);
}

static bool strip(struct jinja_state *st, value self, struct jinja_call *call,
                  bool left, bool right, value *out)
{
    str chars = {NULL, 0};
    return arg_str(call, 0, "chars", &chars) &&
           is_a(st, self, str_strip(value_str(self), chars, left, right),
                out);
}

static bool str_strip_both(struct jinja_state *st, value self,
                           struct jinja_call *call, value *out)
{
    return strip(st, self, call, true, true, out);
}

static bool str_lstrip(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    return strip(st, self, call, true, false, out);
}

static bool str_rstrip(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    return strip(st, self, call, false, true, out);
}

/* --- strings: in parts -----------------------------------------------------
 */

static void push_part(struct jinja_state *st, value list, value self, str s)
{
    value v;
    is_a(st, self, s, &v);
    list_push(list.as.list, st->eval->arena, v);
}

static void split_space(struct jinja_state *st, value self, int64_t max,
                        value list)
{
    str s = str_strip(value_str(self), (str){NULL, 0}, true, false);
    while (s.n) {
        size_t end = 0;
        for (size_t i = 0; i < s.n;) {
            if (char_is_space(utf8_next(s, &i))) {
                break;
            }
            end = i;
        }
        if (max-- == 0) {
            end = s.n;
        }
        push_part(st, list, self, str_sub(s, 0, end));
        s = str_strip(str_from_offset(s, end), (str){NULL, 0}, true, false);
    }
}

static bool str_split_method(struct jinja_state *st, value self,
                             struct jinja_call *call, value *out)
{
    int64_t max = -1;
    str separator = {NULL, 0};
    if (!arg_str(call, 0, "sep", &separator) ||
        !arg_int(call, 1, "maxsplit", &max)) {
        return false;
    }
    *out = own_list(st);
    if (!separator.p) {
        split_space(st, self, max, *out);
        return true;
    }
    if (!separator.n) {
        return state_fail(st, "template-type", "an empty separator");
    }
    str s = value_str(self);
    for (;; max--) {
        size_t at = max == 0 ? STR_NONE : str_find(s, separator);
        push_part(st, *out, self, str_sub(s, 0, at));
        if (at == STR_NONE) {
            return true;
        }
        s = str_from_offset(s, at + separator.n);
    }
}

static bool str_splitlines(struct jinja_state *st, value self,
                           struct jinja_call *call, value *out)
{
    (void)call;
    *out = own_list(st);
    str s = value_str(self);
    while (s.n) {
        size_t end = 0;
        while (end < s.n && s.p[end] != '\n' && s.p[end] != '\r') {
            end++;
        }
        push_part(st, *out, self, str_sub(s, 0, end));
        if (end + 1 < s.n && s.p[end] == '\r' && s.p[end + 1] == '\n') {
            end++;
        }
        s = str_from_offset(s, end + 1);
    }
    return true;
}

static bool str_join(struct jinja_state *st, value self,
                     struct jinja_call *call, value *out)
{
    value args[2] = {call->args[0], self};
    struct jinja_call filter = *call;
    filter.args = args;
    filter.nargs = 2;
    filter.nnames = 0;
    filter.subject = 1;
    return env_filter(st->env, STR("join"))->call(&filter, out);
}

/* --- strings: questions ----------------------------------------------------
 */

static bool affix(struct jinja_state *st, value self, struct jinja_call *call,
                  bool (*has)(str, str), value *out)
{
    value one = call->args[0];
    const value *all = &one;
    size_t n = 1;
    if (one.kind == VALUE_TUPLE) {
        all = one.as.list->items.p;
        n = one.as.list->items.n;
    }
    *out = value_bool(false);
    for (size_t i = 0; i < n; i++) {
        str s;
        if (!text_of(st, all[i], &s)) {
            return false;
        }
        out->as.b |= has(value_str(self), s);
    }
    return true;
}

static bool str_startswith(struct jinja_state *st, value self,
                           struct jinja_call *call, value *out)
{
    return affix(st, self, call, str_starts, out);
}

static bool str_endswith(struct jinja_state *st, value self,
                         struct jinja_call *call, value *out)
{
    return affix(st, self, call, str_ends, out);
}

static bool str_find_method(struct jinja_state *st, value self,
                            struct jinja_call *call, value *out)
{
    str what;
    if (!text_of(st, call->args[0], &what)) {
        return false;
    }
    size_t at = str_find(value_str(self), what);
    *out = at == STR_NONE
               ? value_int(-1)
               : value_int((int64_t)utf8_length(
                     str_sub(value_str(self), 0, at)));
    return true;
}

static bool str_count(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    str what;
    str s = value_str(self);
    int64_t n = 0;
    if (!text_of(st, call->args[0], &what)) {
        return false;
    }
    if (!what.n) {
        *out = value_int((int64_t)utf8_length(s) + 1);
        return true;
    }
    for (size_t at; (at = str_find(s, what)) != STR_NONE; n++) {
        s = str_from_offset(s, at + what.n);
    }
    *out = value_int(n);
    return true;
}

static bool str_isdigit(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    (void)st;
    (void)call;
    str s = value_str(self);
    *out = value_bool(s.n > 0);
    for (size_t i = 0; i < s.n;) {
        out->as.b &= char_is_digit(utf8_next(s, &i));
    }
    return true;
}

static bool str_isalpha(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    (void)st;
    (void)call;
    str s = value_str(self);
    *out = value_bool(s.n > 0);
    for (size_t i = 0; i < s.n;) {
        out->as.b &= char_is_alpha(utf8_next(s, &i));
    }
    return true;
}

static bool str_isupper(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    struct jinja_call test = *call;
    test.args = &self;
    test.nargs = 1;
    test.nnames = 0;
    return env_test(st->env, STR("upper"))->call(&test, out);
}

static bool str_islower(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    struct jinja_call test = *call;
    test.args = &self;
    test.nargs = 1;
    test.nnames = 0;
    return env_test(st->env, STR("lower"))->call(&test, out);
}

static bool str_format(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    return format_braces(st, self, call, out);
}

static const struct method string_methods[] = {
    {"upper", str_upper, 0, 0, false},
    {"lower", str_lower, 0, 0, false},
    {"title", str_title, 0, 0, false},
    {"capitalize", str_capitalize, 0, 0, false},
    {"strip", str_strip_both, 0, 1, false},
    {"lstrip", str_lstrip, 0, 1, false},
    {"rstrip", str_rstrip, 0, 1, false},
    {"split", str_split_method, 0, 2, false},
    {"splitlines", str_splitlines, 0, 0, false},
    {"replace", str_replace, 2, 3, false},
    {"startswith", str_startswith, 1, 1, false},
    {"endswith", str_endswith, 1, 1, false},
    {"join", str_join, 1, 1, false},
    {"format", str_format, 0, 255, false},
    {"count", str_count, 1, 1, false},
    {"find", str_find_method, 1, 1, false},
    {"isdigit", str_isdigit, 0, 0, false},
    {"isnumeric", str_isdigit, 0, 0, false},
    {"isalpha", str_isalpha, 0, 0, false},
    {"isupper", str_isupper, 0, 0, false},
    {"islower", str_islower, 0, 0, false},
};

/* --- dicts -----------------------------------------------------------------
 */

static bool dict_items(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    (void)call;
    *out = dict_view(st, self, false);
    return true;
}

static bool dict_values(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    (void)call;
    *out = dict_view(st, self, true);
    return true;
}

static bool dict_keys(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    (void)call;
    return list_of(st, self, out);
}

static bool dict_get_method(struct jinja_state *st, value self,
                            struct jinja_call *call, value *out)
{
    (void)st;
    const value *found = dict_get(self.as.dict, call->args[0]);
    *out = found             ? *found
           : call->nargs > 1 ? call->args[1]
                             : value_none();
    return true;
}

static bool dict_update(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    struct arena *arena = st->eval->arena;
    size_t first = call->nargs - call->nnames;
    if (first && call->args[0].kind == VALUE_DICT) {
        const struct dict *from = call->args[0].as.dict;
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
    const value *found = dict_get(self.as.dict, call->args[0]);
    *out = found             ? *found
           : call->nargs > 1 ? call->args[1]
                             : value_none();
    if (!found) {
        dict_set(self.as.dict, st->eval->arena, call->args[0], *out);
    }
    return true;
}

static bool dict_pop(struct jinja_state *st, value self,
                     struct jinja_call *call, value *out)
{
    const value *found = dict_get(self.as.dict, call->args[0]);
    if (!found && call->nargs < 2) {
        return state_fail(st, "template-type", "there is no such key");
    }
    *out = found ? *found : call->args[1];
    dict_remove(self.as.dict, call->args[0]);
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
};

/* --- lists -----------------------------------------------------------------
 */

static bool list_append(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    list_push(self.as.list, st->eval->arena, call->args[0]);
    *out = value_none();
    return true;
}

static bool list_extend(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    value more;
    if (!list_of(st, call->args[0], &more)) {
        return false;
    }
    for (size_t i = 0; i < more.as.list->items.n; i++) {
        list_push(self.as.list, st->eval->arena, more.as.list->items.p[i]);
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
    list_push(list, st->eval->arena, call->args[1]);
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
    *out = list->items.p[at];
    list->items.n--;
    memmove(&list->items.p[at], &list->items.p[at + 1],
            (list->items.n - at) * sizeof(value));
    return true;
}

static bool list_reverse(struct jinja_state *st, value self,
                         struct jinja_call *call, value *out)
{
    (void)st;
    (void)call;
    struct list *list = self.as.list;
    for (size_t i = 0, j = list->items.n; i + 1 < j; i++) {
        value item = list->items.p[--j];
        list->items.p[j] = list->items.p[i];
        list->items.p[i] = item;
    }
    *out = value_none();
    return true;
}

static bool list_index(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    for (size_t i = 0; i < self.as.list->items.n; i++) {
        if (values_equal(st, self.as.list->items.p[i], call->args[0])) {
            *out = value_int((int64_t)i);
            return true;
        }
    }
    return state_fail(st, "template-type", "this is not in the list");
}

static bool list_count(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    int64_t n = 0;
    for (size_t i = 0; i < self.as.list->items.n; i++) {
        n += values_equal(st, self.as.list->items.p[i], call->args[0]);
    }
    *out = value_int(n);
    return true;
}

static const struct method list_methods[] = {
    {"append", list_append, 1, 1, true},
    {"extend", list_extend, 1, 1, true},
    {"insert", list_insert, 2, 2, true},
    {"pop", list_pop, 0, 1, true},
    {"reverse", list_reverse, 0, 0, true},
    {"index", list_index, 1, 1, false},
    {"count", list_count, 1, 1, false},
};

/* --- dates -----------------------------------------------------------------
 */

static bool date_strftime(struct jinja_state *st, value self,
                          struct jinja_call *call, value *out)
{
    str format;
    struct buf buf = {0};
    if (!text_of(st, call->args[0], &format)) {
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

/* --- which -----------------------------------------------------------------
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const struct method *find_method(value self, str name)
{
    const struct method *table = NULL;
    size_t n = 0;
    if (self.kind == VALUE_STRING) {
        table = string_methods;
        n = COUNT(string_methods);
    } else if (self.kind == VALUE_DICT) {
        table = dict_methods;
        n = COUNT(dict_methods);
    } else if (value_is_sequence(self)) {
        table = list_methods;
        n = COUNT(list_methods);
    } else if (self.kind == VALUE_DATE) {
        table = date_methods;
        n = COUNT(date_methods);
    }
    for (size_t i = 0; i < n; i++) {
        if (str_eq(name, str_from(table[i].name))) {
            return &table[i];
        }
    }
    return NULL;
}

bool call_method(struct jinja_state *st, value self, str name,
                 struct jinja_call *call, value *out, bool *found)
{
    const struct method *method = find_method(self, name);
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
        return jinja_fail(call, "template-type",
                          "'%s' would change %s that is not this template's",
                          method->name, value_kind_name(self));
    }
    return method->call(st, self, call, out);
}
