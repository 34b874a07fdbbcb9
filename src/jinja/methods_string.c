/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "jinja/builtins.h"
#include "jinja/chars.h"
#include "jinja/format.h"
#include "jinja/methods.h"
#include "jinja/ops.h"
#include "jinja/vm.h"

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
           is_a(st, self, str_strip(value_str(self), chars, left, right), out);
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
    *out =
        at == STR_NONE
            ? value_int(-1)
            : value_int((int64_t)utf8_length(str_sub(value_str(self), 0, at)));
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

static const struct method entries[] = {
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

const struct method_table string_methods = {entries,
                                            sizeof entries / sizeof *entries};
