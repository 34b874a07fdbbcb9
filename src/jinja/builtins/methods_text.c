/* SPDX-License-Identifier: MIT */
/* More methods of strings: those that look for something, ask something, or
 * put characters around. As in Python their arguments are strings and whole
 * numbers, never something else made text. */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/builtins/chars.h"
#include "jinja/builtins/methods.h"
#include "jinja/limits.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/vm.h"

static bool need_str(struct jinja_state *st, const value *v, str *out)
{
    if (v->kind != VALUE_STRING) {
        return state_fail(st, "template-type", "this takes a string, not %s",
                          value_kind_name(*v));
    }
    *out = value_str(*v);
    return true;
}

static bool say(value *out, bool yes)
{
    *out = value_bool(yes);
    return true;
}

static value like(value self, str s)
{
    return value_string_as(s, is_safe(self));
}

/* --- looking for something -------------------------------------------------
 */

/* The part of self that arguments 1 and 2, start and end, leave. *valid: the
 * start is not behind the end, where not even "" is found. */
static bool part_of(struct jinja_call *call, value self, str *out, size_t *from,
                    bool *valid)
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

static size_t rfind(str s, str what)
{
    if (what.n > s.n) {
        return STR_NONE;
    }
    for (size_t i = s.n - what.n + 1; i-- > 0;) {
        if (str_eq(str_sub(s, i, what.n), what)) {
            return i;
        }
    }
    return STR_NONE;
}

static bool look(struct jinja_state *st, value self, struct jinja_call *call,
                 size_t (*find)(str, str), int64_t *out)
{
    str what = {NULL, 0};
    str s;
    size_t from = 0;
    bool valid = false;
    *out = -1;
    if (!need_str(st, &call->args[0], &what) ||
        !part_of(call, self, &s, &from, &valid)) {
        return false;
    }
    size_t at = valid ? find(s, what) : STR_NONE;
    if (at != STR_NONE) {
        *out = (int64_t)(from + utf8_length(str_sub(s, 0, at)));
    }
    return true;
}

static bool str_find_method(struct jinja_state *st, value self,
                            struct jinja_call *call, value *out)
{
    *out = value_int(0);
    return look(st, self, call, str_find, &out->as.i);
}

static bool str_rfind(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    *out = value_int(0);
    return look(st, self, call, rfind, &out->as.i);
}

static bool str_index(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    return str_find_method(st, self, call, out) &&
           (out->as.i >= 0 ||
            state_fail(st, "template-type", "this is not in the string"));
}

static bool str_rindex(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    return str_rfind(st, self, call, out) &&
           (out->as.i >= 0 ||
            state_fail(st, "template-type", "this is not in the string"));
}

static bool str_count(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    str what = {NULL, 0};
    str s;
    size_t from = 0;
    bool valid = false;
    int64_t n = 0;
    if (!need_str(st, &call->args[0], &what) ||
        !part_of(call, self, &s, &from, &valid)) {
        return false;
    }
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
static bool affix(struct jinja_state *st, value self, struct jinja_call *call,
                  bool (*has)(str, str), value *out)
{
    const value *all = &call->args[0];
    size_t n = 1;
    str part = {NULL, 0};
    str s = {NULL, 0};
    size_t from = 0;
    bool valid = false;
    if (all->kind == VALUE_TUPLE) {
        n = all->as.list->items.n;
        all = all->as.list->items.p;
    }
    if (!part_of(call, self, &part, &from, &valid)) {
        return false;
    }
    *out = value_bool(false);
    for (size_t i = 0; i < n; i++) {
        if (!need_str(st, &all[i], &s)) {
            return false;
        }
        out->as.b |= valid && has(part, s);
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

/* --- questions -------------------------------------------------------------
 */

/* Are there characters, all of that kind? */
static bool all_are(value self, bool (*is)(uint32_t), value *out)
{
    str s = value_str(self);
    bool all = s.n > 0;
    for (size_t i = 0; i < s.n;) {
        all &= is(utf8_next(s, &i));
    }
    return say(out, all);
}

static bool is_alnum_char(uint32_t c)
{
    return char_is_word(c) && c != '_';
}

static bool is_numeric_char(uint32_t c)
{
    return is_alnum_char(c) && !char_is_alpha(c);
}

#define QUESTION(name, is)                                                     \
    static bool name(struct jinja_state *st, value self,                       \
                     struct jinja_call *call, value *out)                      \
    {                                                                          \
        (void)st;                                                              \
        (void)call;                                                            \
        return all_are(self, is, out);                                         \
    }

QUESTION(str_isdigit, char_is_digit)
QUESTION(str_isalpha, char_is_alpha)
QUESTION(str_isalnum, is_alnum_char)
QUESTION(str_isnumeric, is_numeric_char)
QUESTION(str_isspace, char_is_space)

static bool by_test(struct jinja_state *st, const char *name, value self,
                    const struct jinja_call *call, value *out)
{
    struct jinja_call test = *call;
    test.args = &self;
    test.nargs = 1;
    test.nnames = 0;
    return env_test(st->env, str_from(name))->call(&test, out);
}

static bool str_isupper(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    return by_test(st, "upper", self, call, out);
}

static bool str_islower(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    return by_test(st, "lower", self, call, out);
}

/* Capitals stand behind anything but letters, small ones behind letters. */
static bool str_istitle(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    str s = value_str(self);
    bool any = false;
    bool inside = false;
    (void)st;
    (void)call;
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        bool upper = char_is_upper(c);
        bool lower = char_is_lower(c);
        if ((upper && inside) || (lower && !inside)) {
            return say(out, false);
        }
        inside = upper || lower;
        any |= inside;
    }
    return say(out, any);
}

static bool str_isascii(struct jinja_state *st, value self,
                        struct jinja_call *call, value *out)
{
    str s = value_str(self);
    bool all = true;
    (void)st;
    (void)call;
    for (size_t i = 0; i < s.n; i++) {
        all &= (uint8_t)s.p[i] < 0x80;
    }
    return say(out, all);
}

/* --- characters around -----------------------------------------------------
 */

/* Pads to args[0] characters with args[1]; left of n is what goes before. */
static bool padded(struct jinja_state *st, value self, struct jinja_call *call,
                   int64_t (*before)(int64_t pad, int64_t width), value *out)
{
    int64_t width = 0;
    str s = value_str(self);
    str fill = STR(" ");
    struct buf buf = {0};
    if (!arg_int(call, 0, "width", &width) ||
        (call->nargs > 1 && !need_str(st, &call->args[1], &fill))) {
        return false;
    }
    if (utf8_length(fill) != 1) {
        return state_fail(st, "template-type", "the fill is one character");
    }
    int64_t n = (int64_t)utf8_length(s);
    int64_t pad = width > n ? width - n : 0;
    if (pad > LIMIT_BYTES / 4) {
        return state_fail(st, "template-limit", "this is too wide");
    }
    int64_t left = before(pad, width);
    if (is_safe(self)) {
        fill = markup_of(st, value_string(fill));
        if (utf8_length(fill) != 1) {
            return state_fail(st, "template-type",
                              "'%.*s' is not one character", STR_ARG(fill));
        }
    }
    for (int64_t i = 0; i < left; i++) {
        buf_put(&buf, fill);
    }
    buf_put(&buf, s);
    for (int64_t i = left; i < pad; i++) {
        buf_put(&buf, fill);
    }
    return string_from(st, &buf, is_safe(self), out);
}

static int64_t all_before(int64_t pad, int64_t width)
{
    (void)width;
    return pad;
}

static int64_t none_before(int64_t pad, int64_t width)
{
    (void)pad;
    (void)width;
    return 0;
}

static int64_t half_before(int64_t pad, int64_t width)
{
    return pad / 2 + (pad & width & 1);
}

static bool str_ljust(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    return padded(st, self, call, none_before, out);
}

static bool str_rjust(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    return padded(st, self, call, all_before, out);
}

static bool str_center(struct jinja_state *st, value self,
                       struct jinja_call *call, value *out)
{
    return padded(st, self, call, half_before, out);
}

/* Zeros behind the sign. */
static bool str_zfill(struct jinja_state *st, value self,
                      struct jinja_call *call, value *out)
{
    str s = value_str(self);
    size_t sign = s.n && (s.p[0] == '-' || s.p[0] == '+');
    int64_t width = 0;
    if (!arg_int(call, 0, "width", &width)) {
        return false;
    }
    value args[2] = {value_int(width - (int64_t)sign), value_string(STR("0"))};
    struct jinja_call zeros = *call;
    zeros.args = args;
    zeros.nargs = 2;
    zeros.nnames = 0;
    value rest = like(self, str_from_offset(s, sign));
    if (!padded(st, rest, &zeros, all_before, out)) {
        return false;
    }
    *out = like(self, arena_concat(st->eval->arena, str_sub(s, 0, sign),
                                   value_str(*out)));
    return true;
}

static bool str_expandtabs(struct jinja_state *st, value self,
                           struct jinja_call *call, value *out)
{
    int64_t size = 8;
    int64_t column = 0;
    str s = value_str(self);
    struct buf buf = {0};
    if (!arg_int(call, 0, "tabsize", &size)) {
        return false;
    }
    for (size_t i = 0; i < s.n && buf.n <= LIMIT_BYTES;) {
        size_t from = i;
        uint32_t c = utf8_next(s, &i);
        int64_t spaces = c == '\t' && size > 0 ? size - column % size : 0;
        if (spaces > LIMIT_BYTES / 4) {
            buf_free(&buf);
            return state_fail(st, "template-limit", "this is too wide");
        }
        column = c == '\n' || c == '\r' ? 0 : column + (c == '\t' ? spaces : 1);
        for (; spaces > 0; spaces--) {
            buf_putc(&buf, ' ');
        }
        if (c != '\t') {
            buf_put(&buf, str_sub(s, from, i - from));
        }
    }
    return string_from(st, &buf, is_safe(self), out);
}

/* --- parts -----------------------------------------------------------------
 */

static bool parted(struct jinja_state *st, value self, struct jinja_call *call,
                   bool last, value *out)
{
    str separator = {NULL, 0};
    str s = value_str(self);
    if (!need_str(st, &call->args[0], &separator)) {
        return false;
    }
    if (is_safe(self)) {
        separator = markup_of(st, call->args[0]);
    }
    if (!separator.n) {
        return state_fail(st, "template-type", "an empty separator");
    }
    size_t at = last ? rfind(s, separator) : str_find(s, separator);
    *out = value_tuple(st->eval->arena, 3);
    value *part = out->as.list->items.p;
    bool there = at != STR_NONE;
    size_t cut = there ? at : last ? 0 : s.n;
    part[0] = like(self, str_sub(s, 0, cut));
    part[1] = there && !is_safe(self) ? call->args[0]
                                      : like(self, there ? separator : STR(""));
    part[2] = like(self, str_from_offset(s, there ? at + separator.n : cut));
    return true;
}

static bool str_partition(struct jinja_state *st, value self,
                          struct jinja_call *call, value *out)
{
    return parted(st, self, call, false, out);
}

static bool str_rpartition(struct jinja_state *st, value self,
                           struct jinja_call *call, value *out)
{
    return parted(st, self, call, true, out);
}

static bool str_removeprefix(struct jinja_state *st, value self,
                             struct jinja_call *call, value *out)
{
    str s = value_str(self);
    str prefix = {NULL, 0};
    if (!need_str(st, &call->args[0], &prefix)) {
        return false;
    }
    *out =
        value_string(str_from_offset(s, str_starts(s, prefix) ? prefix.n : 0));
    return true;
}

static bool str_removesuffix(struct jinja_state *st, value self,
                             struct jinja_call *call, value *out)
{
    str s = value_str(self);
    str suffix = {NULL, 0};
    if (!need_str(st, &call->args[0], &suffix)) {
        return false;
    }
    *out =
        value_string(str_sub(s, 0, s.n - (str_ends(s, suffix) ? suffix.n : 0)));
    return true;
}

/* --- case ------------------------------------------------------------------
 */

static bool str_swapcase(struct jinja_state *st, value self,
                         struct jinja_call *call, value *out)
{
    str s = value_str(self);
    struct buf buf = {0};
    (void)call;
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        char_put_case(&buf, c, char_is_lower(c) ? CASE_UPPER : CASE_LOWER);
    }
    return string_from(st, &buf, is_safe(self), out);
}

static bool str_casefold(struct jinja_state *st, value self,
                         struct jinja_call *call, value *out)
{
    str s = value_str(self);
    struct buf buf = {0};
    (void)call;
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        if (c == 0xDF) {
            buf_put(&buf, STR("ss"));
        } else {
            char_put_case(&buf, c, CASE_LOWER);
        }
    }
    return string_from(st, &buf, false, out);
}

static const struct method entries[] = {
    {"find", str_find_method, 1, 3, false},
    {"rfind", str_rfind, 1, 3, false},
    {"index", str_index, 1, 3, false},
    {"rindex", str_rindex, 1, 3, false},
    {"count", str_count, 1, 3, false},
    {"startswith", str_startswith, 1, 3, false},
    {"endswith", str_endswith, 1, 3, false},
    {"isdigit", str_isdigit, 0, 0, false},
    {"isdecimal", str_isdigit, 0, 0, false},
    {"isnumeric", str_isnumeric, 0, 0, false},
    {"isalpha", str_isalpha, 0, 0, false},
    {"isalnum", str_isalnum, 0, 0, false},
    {"isspace", str_isspace, 0, 0, false},
    {"isupper", str_isupper, 0, 0, false},
    {"islower", str_islower, 0, 0, false},
    {"istitle", str_istitle, 0, 0, false},
    {"isascii", str_isascii, 0, 0, false},
    {"ljust", str_ljust, 1, 2, false},
    {"rjust", str_rjust, 1, 2, false},
    {"center", str_center, 1, 2, false},
    {"zfill", str_zfill, 1, 1, false},
    {"expandtabs", str_expandtabs, 0, 1, false},
    {"partition", str_partition, 1, 1, false},
    {"rpartition", str_rpartition, 1, 1, false},
    {"removeprefix", str_removeprefix, 1, 1, false},
    {"removesuffix", str_removesuffix, 1, 1, false},
    {"swapcase", str_swapcase, 0, 0, false},
    {"casefold", str_casefold, 0, 0, false},
};

const struct method_table text_methods = {entries,
                                          sizeof entries / sizeof *entries};
