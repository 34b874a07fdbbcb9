/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/builtins/chars.h"
#include "jinja/builtins/format.h"
#include "jinja/builtins/methods.h"
#include "jinja/limits.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/vm.h"

static bool is_a(struct jinja_state *st, value self, str s, value *out)
{
    (void)st;
    *out = value_string_as(s, is_safe(self));
    return true;
}

/* Arguments of methods are not made text, as they are for filters. */
static bool need_text(struct jinja_state *st, value v)
{
    return v.kind == VALUE_STRING ||
           state_fail(st, "template-type", "this takes a string, not %s",
                      value_kind_name(v));
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
    int64_t count = -1;
    struct buf buf = {0};
    if (!need_text(st, call->args[0]) || !need_text(st, call->args[1]) ||
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
        !need_text(st, call->args[0])) {
        return false;
    }
    if (is_safe(self) && call->nargs && call->args[0].kind != VALUE_NONE) {
        chars = markup_of(st, call->args[0]);
        return is_a(st, self, str_strip(value_str(self), chars, left, right),
                    out);
    }
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

static bool need_separator(struct jinja_state *st,
                           const struct jinja_call *call)
{
    const value *v = jinja_arg(call, 0, "sep");
    return !v || v->kind == VALUE_NONE || need_text(st, *v);
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

/* Where what is behind the last separator begins; 0: there is none. */
static size_t last_part(str s, str separator)
{
    size_t after = 0;
    if (separator.p) {
        for (size_t i = s.n; i >= separator.n && i > 0; i--) {
            if (str_ends(str_sub(s, 0, i), separator)) {
                return i;
            }
        }
        return 0;
    }
    for (size_t i = 0; i < s.n;) {
        if (char_is_space(utf8_next(s, &i))) {
            after = i;
        }
    }
    return after;
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

/* From the right; the parts come out last first. */
static bool str_rsplit(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    int64_t max = -1;
    str separator = {NULL, 0};
    str s = value_str(self);
    str white = {NULL, 0};
    if (!need_separator(st, call) || !arg_str(call, 0, "sep", &separator) ||
        !arg_int(call, 1, "maxsplit", &max)) {
        return false;
    }
    if (separator.p && !separator.n) {
        return state_fail(st, "template-type", "an empty separator");
    }
    *out = own_list(st);
    if (!separator.p) {
        s = str_strip(s, white, false, true);
    }
    for (; separator.p || s.n; max--) {
        size_t cut = max == 0 ? 0 : last_part(s, separator);
        push_part(st, *out, self, str_from_offset(s, cut));
        if (!cut) {
            break;
        }
        s = str_sub(s, 0, cut - separator.n);
        if (!separator.p) {
            s = str_strip(s, white, false, true);
        }
    }
    value *items = out->as.list->items.p;
    for (size_t i = 0, j = out->as.list->items.n; i + 1 < j; i++) {
        value item = items[--j];
        items[j] = items[i];
        items[i] = item;
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
        ok = safe || need_text(st, item);
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

static const struct method entries[] = {
    {"upper", str_upper, 0, 0, false},
    {"lower", str_lower, 0, 0, false},
    {"title", str_title, 0, 0, false},
    {"capitalize", str_capitalize, 0, 0, false},
    {"strip", str_strip_both, 0, 1, false},
    {"lstrip", str_lstrip, 0, 1, false},
    {"rstrip", str_rstrip, 0, 1, false},
    {"split", str_split_method, 0, 2, false},
    {"rsplit", str_rsplit, 0, 2, false},
    {"splitlines", str_splitlines, 0, 1, false},
    {"replace", str_replace, 2, 3, false},
    {"join", str_join, 1, 1, false},
    {"format", str_format, 0, 255, false},
};

const struct method_table string_methods = {entries,
                                            sizeof entries / sizeof *entries};
