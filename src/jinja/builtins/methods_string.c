/* SPDX-License-Identifier: MIT */
/* The methods of strings. As in Python their arguments are strings and whole
 * numbers: unlike filters they make nothing else text. A part of markup is
 * markup. */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/builtins/methods.h"
#include "jinja/chars.h"
#include "jinja/env.h"
#include "jinja/format/format.h"
#include "jinja/limits.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

static value string_like(value self, str s)
{
    return value_string_as(s, is_safe(self));
}

static bool need_string(struct jinja_state *st, value v)
{
    return v.kind == VALUE_STRING ||
           state_fail(st, "template-type", "this takes a string, not %s",
                      value_kind_name(v));
}

/* --- as the filters of the same name ---------------------------------------
 */

static bool by_filter(struct jinja_state *st, const char *name, value self,
                      struct jinja_call *call, value *out)
{
    value *args = ARENA_ARRAY(st->ctx->arena, value, call->nargs + 1);
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
    int64_t count = -1;
    struct buf buf = {0};
    if (!need_string(st, call->args[0]) || !need_string(st, call->args[1]) ||
        !arg_int(call, 2, "count", &count)) {
        return false;
    }
    str from = value_str(call->args[0]);
    str to = value_str(call->args[1]);
    if (is_safe(self)) {
        from = markup_of(st, call->args[0]);
        to = markup_of(st, call->args[1]);
    }
    str_put_replaced(&buf, value_str(self), from, to, count);
    return string_from(st, &buf, is_safe(self), out);
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
    if (call->nargs && call->args[0].kind != VALUE_NONE &&
        !need_string(st, call->args[0])) {
        return false;
    }
    if (is_safe(self) && call->nargs && call->args[0].kind != VALUE_NONE) {
        chars = markup_of(st, call->args[0]);
    } else if (!arg_str(call, 0, "chars", &chars)) {
        return false;
    }
    *out = string_like(self, str_strip(value_str(self), chars, left, right));
    return true;
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

/* --- in parts --------------------------------------------------------------
 */

static void push_part(struct jinja_state *st, value list, value self, str s)
{
    list_push(list.as.list, st->ctx->arena, string_like(self, s));
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

static bool need_separator(struct jinja_state *st,
                           const struct jinja_call *call)
{
    const value *v = jinja_arg(call, 0, "sep");
    return !v || v->kind == VALUE_NONE || need_string(st, *v);
}

static bool str_split_method(struct jinja_state *st, value self,
                             struct jinja_call *call, value *out)
{
    int64_t max = -1;
    str separator = {NULL, 0};
    if (!need_separator(st, call) || !arg_str(call, 0, "sep", &separator) ||
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

static bool ends_line(uint32_t c)
{
    return (c >= '\n' && c <= '\r') || (c >= 0x1C && c <= 0x1E) || c == 0x85 ||
           c == 0x2028 || c == 0x2029;
}

static bool str_splitlines(struct jinja_state *st, value self,
                           struct jinja_call *call, value *out)
{
    bool keep = false;
    arg_bool(call, 0, "keepends", &keep);
    *out = own_list(st);
    str s = value_str(self);
    while (s.n) {
        size_t end = 0;
        size_t next = 0;
        while (next < s.n) {
            end = next;
            if (ends_line(utf8_next(s, &next))) {
                break;
            }
            end = next;
        }
        if (next < s.n && s.p[end] == '\r' && s.p[next] == '\n') {
            next++;
        }
        push_part(st, *out, self, str_sub(s, 0, keep ? next : end));
        s = str_from_offset(s, next);
    }
    return true;
}

static bool str_join(struct jinja_state *st, value self,
                     struct jinja_call *call, value *out)
{
    struct iter it;
    value item;
    struct buf buf = {0};
    bool safe = is_safe(self);
    bool ok = iter_all(st, call->args[0], &it);
    for (size_t i = 0; ok && buf.n <= LIMIT_BYTES && iter_next(st, &it, &item);
         i++) {
        if (i) {
            buf_put(&buf, value_str(self));
        }
        ok = safe || need_string(st, item);
        buf_put(&buf, !ok    ? STR("")
                      : safe ? markup_of(st, item)
                             : value_str(item));
    }
    if (!ok) {
        buf_free(&buf);
        return false;
    }
    return string_from(st, &buf, safe, out);
}

static bool str_format(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    return format_braces(st, self, call, out);
}

/* --- looking for something -------------------------------------------------
 */

/* The part of self that arguments 1 and 2, start and end, leave. *valid: the
 * start is not behind the end, where not even "" is found. */
static bool searched_part(struct jinja_call *call, value self, str *out,
                          size_t *from, bool *valid)
{
    str s = value_str(self);
    int64_t n = (int64_t)utf8_length(s);
    int64_t ends[2] = {0, n};
    for (size_t i = 0; i < 2; i++) {
        if (!arg_int(call, i + 1, "", &ends[i])) {
            return false;
        }
        ends[i] += ends[i] < 0 ? n : 0;
        ends[i] = ends[i] < 0 ? 0 : ends[i];
    }
    *valid = ends[0] <= n && ends[0] <= ends[1];
    ends[0] = ends[0] > n ? n : ends[0];
    size_t start = utf8_offset(s, (size_t)ends[0]);
    size_t end = utf8_offset(s, (size_t)(ends[1] > n ? n : ends[1]));
    *out = str_sub(s, start, end > start ? end - start : 0);
    *from = (size_t)ends[0];
    return true;
}

static bool str_find_method(struct jinja_state *st, value self,
                            struct jinja_call *call, value *out)
{
    str s;
    size_t from = 0;
    bool valid = false;
    if (!need_string(st, call->args[0]) ||
        !searched_part(call, self, &s, &from, &valid)) {
        return false;
    }
    size_t at = valid ? str_find(s, value_str(call->args[0])) : STR_NONE;
    *out = value_int(-1);
    if (at != STR_NONE) {
        out->as.i = (int64_t)(from + utf8_length(str_sub(s, 0, at)));
    }
    return true;
}

static bool str_count(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    str s;
    size_t from = 0;
    bool valid = false;
    int64_t n = 0;
    if (!need_string(st, call->args[0]) ||
        !searched_part(call, self, &s, &from, &valid)) {
        return false;
    }
    str what = value_str(call->args[0]);
    if (!what.n) {
        n = valid ? (int64_t)utf8_length(s) + 1 : 0;
    }
    for (size_t at; what.n && (at = str_find(s, what)) != STR_NONE; n++) {
        s = str_from_offset(s, at + what.n);
    }
    *out = value_int(n);
    return true;
}

/* One string, or a tuple of them. */
static bool has_affix(struct jinja_state *st, value self,
                      struct jinja_call *call, bool (*has)(str, str),
                      value *out)
{
    const value *all = &call->args[0];
    size_t n = 1;
    str part = {NULL, 0};
    size_t from = 0;
    bool valid = false;
    if (all->kind == VALUE_TUPLE) {
        n = all->as.list->items.n;
        all = all->as.list->items.p;
    }
    if (!searched_part(call, self, &part, &from, &valid)) {
        return false;
    }
    *out = value_bool(false);
    for (size_t i = 0; i < n; i++) {
        if (!need_string(st, all[i])) {
            return false;
        }
        out->as.b |= valid && has(part, value_str(all[i]));
    }
    return true;
}

static bool str_startswith(struct jinja_state *st, value self,
                           struct jinja_call *call, value *out)
{
    return has_affix(st, self, call, str_starts, out);
}

static bool str_endswith(struct jinja_state *st, value self,
                         struct jinja_call *call, value *out)
{
    return has_affix(st, self, call, str_ends, out);
}

/* Are there characters, and all of them digits? */
static bool str_isdigit(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    str s = value_str(self);
    bool all = s.n > 0;
    (void)st;
    (void)call;
    for (size_t i = 0; i < s.n;) {
        all &= char_is_digit(utf8_next(s, &i));
    }
    *out = value_bool(all);
    return true;
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
    {"splitlines", str_splitlines, 0, 1, false},
    {"replace", str_replace, 2, 3, false},
    {"join", str_join, 1, 1, false},
    {"format", str_format, 0, 255, false},
    {"find", str_find_method, 1, 3, false},
    {"count", str_count, 1, 3, false},
    {"startswith", str_startswith, 1, 3, false},
    {"endswith", str_endswith, 1, 3, false},
    {"isdigit", str_isdigit, 0, 0, false},
};

const struct method_table string_methods = {entries,
                                            sizeof entries / sizeof *entries};
