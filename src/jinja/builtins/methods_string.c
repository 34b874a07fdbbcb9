/* SPDX-License-Identifier: MIT */
/* The methods of strings. As in Python, arguments that are not strings or whole
 * numbers are errors: unlike filters, methods convert nothing to text. A part
 * of markup is markup. */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/chars.h"
#include "jinja/format/format.h"
#include "jinja/vm/ops.h"

static bool need_string(struct jinja_call *call, value v)
{
    return v.kind == VALUE_STRING ||
           state_fail(call->state, "template-type",
                      "this takes a string, not %s", value_kind_name(v));
}

/* variant: the case. */
static bool str_case(struct jinja_call *call, value self, value *out)
{
    struct buf buf = state_buf(call->state);
    str_put_case(&buf, value_str(self), (enum char_case)call->variant);
    return string_from(call->state, &buf, is_safe(self), out);
}

static bool str_replace(struct jinja_call *call, value self, value *out)
{
    int64_t count = -1;
    struct buf buf = {0};
    if (!need_string(call, call->args[0]) ||
        !need_string(call, call->args[1]) ||
        !arg_int(call, 2, "count", &count)) {
        return false;
    }
    bool safe = is_safe(self);
    str from = value_str(call->args[0]);
    str to = value_str(call->args[1]);
    if (safe) {
        from = markup_of(call->state, call->args[0]);
        to = markup_of(call->state, call->args[1]);
    }
    str_put_replaced(&buf, value_str(self), from, to, count);
    return string_from(call->state, &buf, safe, out);
}

/* Python's own title(): a word starts after anything but a letter. */
static bool str_title(struct jinja_call *call, value self, value *out)
{
    struct buf buf = {0};
    bool start = true;
    str s = value_str(self);
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        char_put_case(&buf, c, start ? CASE_TITLE : CASE_LOWER);
        start = !char_is_alpha(c);
    }
    return string_from(call->state, &buf, is_safe(self), out);
}

enum { STRIP_LEFT = 1, STRIP_RIGHT = 2 };

/* variant: the ends. */
static bool str_strip_ends(struct jinja_call *call, value self, value *out)
{
    str chars = {NULL, 0};
    if (call->nargs && call->args[0].kind != VALUE_NONE) {
        if (!need_string(call, call->args[0])) {
            return false;
        }
        chars = is_safe(self) ? markup_of(call->state, call->args[0])
                              : value_str(call->args[0]);
    }
    *out = value_string_as(str_strip(value_str(self), chars,
                                     call->variant & STRIP_LEFT,
                                     call->variant & STRIP_RIGHT),
                           is_safe(self));
    return true;
}

/* --- in parts --- */

static void push_part(struct jinja_state *st, value list, value self, str s)
{
    list_push(list.as.list, st->ctx->arena, value_string_as(s, is_safe(self)));
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

static bool str_split_method(struct jinja_call *call, value self, value *out)
{
    int64_t max = -1;
    const value *sep = arg_given(call, 0, "sep");
    if ((sep && !need_string(call, *sep)) ||
        !arg_int(call, 1, "maxsplit", &max)) {
        return false;
    }
    *out = own_list(call->state);
    if (!sep) {
        split_space(call->state, self, max, *out);
        return true;
    }
    if (!sep->n) {
        return state_fail(call->state, "template-type", "an empty separator");
    }
    str s = value_str(self);
    for (;; max--) {
        size_t at = max == 0 ? STR_NONE : str_find(s, value_str(*sep));
        push_part(call->state, *out, self, str_sub(s, 0, at));
        if (at == STR_NONE) {
            return true;
        }
        s = str_from_offset(s, at + sep->n);
    }
}

static bool ends_line(uint32_t c)
{
    return (c >= '\n' && c <= '\r') || (c >= 0x1C && c <= 0x1E) || c == 0x85 ||
           c == 0x2028 || c == 0x2029;
}

value split_lines(struct jinja_state *st, value text, bool keep_ends)
{
    value list = own_list(st);
    str s = value_str(text);
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
        push_part(st, list, text, str_sub(s, 0, keep_ends ? next : end));
        s = str_from_offset(s, next);
    }
    return list;
}

static bool str_splitlines(struct jinja_call *call, value self, value *out)
{
    bool keep = arg_bool(call, 0, "keepends", false);
    *out = split_lines(call->state, self, keep);
    return true;
}

static bool str_join(struct jinja_call *call, value self, value *out)
{
    struct iter it;
    value item;
    struct buf buf = {0};
    bool safe = is_safe(self);
    bool ok = iter_all(call->state, call->args[0], &it);
    for (size_t i = 0;
         ok && buf.n <= LIMIT_BYTES && iter_next(call->state, &it, &item);
         i++) {
        buf_put(&buf, i ? value_str(self) : STR(""));
        ok = safe || need_string(call, item);
        buf_put(&buf, !ok    ? STR("")
                      : safe ? markup_of(call->state, item)
                             : value_str(item));
    }
    if (!ok) {
        buf_free(&buf);
        return false;
    }
    return string_from(call->state, &buf, safe, out);
}

/* --- searching --- */

/* The part of self that arguments 1 and 2, start and end, leave. */
struct searched {
    str text;
    size_t from; /* its first character in self */
    bool valid;  /* the start is not after the end, where not even "" is
                    found */
};

static bool searched_part(struct jinja_call *call, value self,
                          struct searched *out)
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
    out->valid = ends[0] <= n && ends[0] <= ends[1];
    out->from = (size_t)(ends[0] > n ? n : ends[0]);
    size_t start = utf8_offset(s, out->from);
    size_t end = utf8_offset(s, (size_t)(ends[1] > n ? n : ends[1]));
    out->text = str_sub(s, start, end > start ? end - start : 0);
    return true;
}

static bool str_find_method(struct jinja_call *call, value self, value *out)
{
    struct searched in;
    if (!need_string(call, call->args[0]) || !searched_part(call, self, &in)) {
        return false;
    }
    size_t at = str_find(in.text, value_str(call->args[0]));
    *out = value_int(-1);
    if (in.valid && at != STR_NONE) {
        out->as.i = (int64_t)(in.from + utf8_length(str_sub(in.text, 0, at)));
    }
    return true;
}

static bool str_count_method(struct jinja_call *call, value self, value *out)
{
    struct searched in;
    if (!need_string(call, call->args[0]) || !searched_part(call, self, &in)) {
        return false;
    }
    str part = value_str(call->args[0]);
    size_t n = part.n ? str_count(in.text, part) : utf8_length(in.text) + 1;
    *out = value_int(part.n || in.valid ? (int64_t)n : 0);
    return true;
}

/* The argument is one string, or a tuple of them; variant: whether the text
 * starts with one, else ends. */
static bool str_has_affix(struct jinja_call *call, value self, value *out)
{
    const value *all = &call->args[0];
    size_t n = 1;
    struct searched in;
    if (all->kind == VALUE_TUPLE) {
        n = all->as.list->items.n;
        all = all->as.list->items.p;
    }
    if (!searched_part(call, self, &in)) {
        return false;
    }
    *out = value_bool(false);
    for (size_t i = 0; i < n; i++) {
        if (!need_string(call, all[i])) {
            return false;
        }
        out->as.b |= in.valid && (call->variant ? str_starts : str_ends)(
                                     in.text, value_str(all[i]));
    }
    return true;
}

/* Whether there are characters, and all of them digits. */
static bool str_isdigit(struct jinja_call *call, value self, value *out)
{
    str s = value_str(self);
    bool all = s.n > 0;
    (void)call;
    for (size_t i = 0; i < s.n;) {
        all &= char_is_digit(utf8_next(s, &i));
    }
    *out = value_bool(all);
    return true;
}

static const struct method entries[] = {
    {"upper", str_case, CASE_UPPER, 0, 0, false},
    {"lower", str_case, CASE_LOWER, 0, 0, false},
    {"title", str_title, 0, 0, 0, false},
    {"capitalize", str_case, CASE_TITLE, 0, 0, false},
    {"strip", str_strip_ends, STRIP_LEFT | STRIP_RIGHT, 0, 1, false},
    {"lstrip", str_strip_ends, STRIP_LEFT, 0, 1, false},
    {"rstrip", str_strip_ends, STRIP_RIGHT, 0, 1, false},
    {"split", str_split_method, 0, 0, 2, false},
    {"splitlines", str_splitlines, 0, 0, 1, false},
    {"replace", str_replace, 0, 2, 3, false},
    {"join", str_join, 0, 1, 1, false},
    {"format", format_braces, 0, 0, 255, false},
    {"find", str_find_method, 0, 1, 3, false},
    {"count", str_count_method, 0, 1, 3, false},
    {"startswith", str_has_affix, true, 1, 3, false},
    {"endswith", str_has_affix, false, 1, 3, false},
    {"isdigit", str_isdigit, 0, 0, 0, false},
};

const struct method_table string_methods = BUILTIN_TABLE(entries);
