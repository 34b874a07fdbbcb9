/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/chars.h"
#include "jinja/format/format.h"
#include "jinja/vm/ops.h"

bool fold_case(struct jinja_call *call, value v, value *out)
{
    *out = v;
    if (v.kind != VALUE_STRING) {
        return true;
    }
    struct buf buf = {0};
    str_put_case(&buf, value_str(v), CASE_LOWER);
    return state_looks_at(call->state, v.n) &&
           string_from(call->state, &buf, false, out);
}

/* variant: the case. */
static bool filter_case(struct jinja_call *call, value *out)
{
    str s;
    if (!subject_text(call, &s)) {
        return false;
    }
    struct buf buf = state_buf(call->state);
    str_put_case(&buf, s, (enum char_case)call->variant);
    return string_from(call->state, &buf, is_safe(call->args[0]), out);
}

/* A word starts after white space, '-' and opening brackets. */
static bool opens_word(uint32_t c)
{
    static const bool ascii[128] = {
        ['\t'] = true, ['\n'] = true, ['\v'] = true, ['\f'] = true,
        ['\r'] = true, [0x1C] = true, [0x1D] = true, [0x1E] = true,
        [0x1F] = true, [' '] = true,  ['-'] = true,  ['('] = true,
        ['{'] = true,  ['['] = true,  ['<'] = true,
    };
    return c < 0x80 ? ascii[c] : char_is_space(c);
}

static bool filter_title(struct jinja_call *call, value *out)
{
    str s;
    if (!subject_text(call, &s)) {
        return false;
    }
    struct buf buf = state_buf(call->state);
    bool start = true;
    for (size_t i = 0; i < s.n;) {
        buf_reserve(&buf, s.n - i);
        char *to = buf.p + buf.n;
        for (; i < s.n && (unsigned char)s.p[i] < 0x80; i++) {
            unsigned c = (unsigned char)s.p[i];
            unsigned lower = c | 0x20;
            bool letter = lower - 'a' < 26;
            *to++ = (char)(letter ? lower ^ (start ? 0x20U : 0) : c);
            start = !letter && opens_word(c);
        }
        buf.n = (size_t)(to - buf.p);
        if (i < s.n) {
            uint32_t c = utf8_next(s, &i);
            char_put_case(&buf, c, start ? CASE_UPPER : CASE_LOWER);
            start = opens_word(c);
        }
    }
    return string_from(call->state, &buf, false, out);
}

static bool filter_trim(struct jinja_call *call, value *out)
{
    str s;
    str chars = {NULL, 0};
    const value *given = arg_given(call, 0, "chars");
    if (given && given->kind != VALUE_STRING) {
        return jinja_fail(call, "template-type", "'chars' wants a string");
    }
    if (!subject_text(call, &s) || !arg_str(call, 0, "chars", &chars)) {
        return false;
    }
    *out = value_string_as(str_strip(s, chars, true, true),
                           is_safe(call->args[0]));
    return true;
}

static bool filter_replace(struct jinja_call *call, value *out)
{
    int64_t count = -1;
    const value *old = jinja_arg(call, 0, "old");
    const value *new = jinja_arg(call, 1, "new");
    str s;
    str from;
    str to;
    if (!old || !new) {
        return jinja_fail(call, "template-call",
                          "replace takes what to replace, and by what");
    }
    if (!arg_int(call, 2, "count", &count) || !subject_text(call, &s) ||
        !state_text(call->state, *old, &from) ||
        !state_text(call->state, *new, &to)) {
        return false;
    }
    bool safe = call->autoescape &&
                (is_safe(call->args[0]) || is_safe(*old) || is_safe(*new));
    if (safe) {
        s = markup_of(call->state, call->args[0]);
        from = markup_of(call->state, *old);
        to = markup_of(call->state, *new);
    }
    struct buf buf = state_buf(call->state);
    str_put_replaced(&buf, s, from, to, count);
    return string_from(call->state, &buf, safe, out);
}

/* string and safe; variant: whether it becomes markup. */
static bool filter_string(struct jinja_call *call, value *out)
{
    str s;
    if (!subject_text(call, &s)) {
        return false;
    }
    *out = value_string_as(s, call->variant || is_safe(call->args[0]));
    return true;
}

/* Where to cut the text to `keep` characters if it has more than length +
 * leeway, else STR_NONE. Reads no more of the text than that takes. */
static size_t cut_at(str s, int64_t keep, int64_t length, int64_t leeway)
{
    int64_t most;
    if (__builtin_add_overflow(length, leeway, &most) ||
        (uint64_t)most >= s.n) {
        return STR_NONE;
    }
    size_t at = utf8_offset(s, (size_t)keep);
    str rest = str_from_offset(s, at);
    return utf8_offset(rest, (size_t)(most - keep)) < rest.n ? at : STR_NONE;
}

static bool filter_truncate(struct jinja_call *call, value *out)
{
    int64_t length = 255;
    int64_t leeway = 5;
    bool kill = arg_bool(call, 1, "killwords", false);
    str end = STR("...");
    str s;
    if (!arg_int(call, 0, "length", &length) ||
        !arg_str(call, 2, "end", &end) ||
        !arg_int(call, 3, "leeway", &leeway) || !subject_text(call, &s)) {
        return false;
    }
    bool safe = is_safe(call->args[0]);
    if (call->args[0].kind != VALUE_UNDEFINED &&
        !subject_is(call, "truncate", VALUE_STRING)) {
        return false;
    }
    int64_t keep = length - (int64_t)utf8_length(end);
    if (keep < 0 || leeway < 0) {
        return jinja_fail(call, "template-type",
                          "a text can't be cut to %lld characters",
                          (long long)length);
    }
    *out = call->args[0];
    size_t at = cut_at(s, keep, length, leeway);
    if (at != STR_NONE) {
        str cut = str_sub(s, 0, at);
        size_t space = kill ? STR_NONE : str_rfind_char(cut, ' ');
        if (space != STR_NONE) {
            cut.n = space;
        }
        const value *given = jinja_arg(call, 2, "end");
        if (given && given->kind != VALUE_STRING) {
            return jinja_fail(call, "template-type", "'end' wants a string");
        }
        if (safe && given) {
            end = markup_of(call->state, *given);
        }
        *out = value_string_as(arena_concat(call->ctx->arena, cut, end), safe);
    }
    return true;
}

static bool filter_wordcount(struct jinja_call *call, value *out)
{
    str s;
    if (!subject_text(call, &s)) {
        return false;
    }
    *out = value_int((int64_t)str_words(s));
    return true;
}

void put_spaces(struct buf *buf, int64_t n)
{
    size_t count = n > 0 ? (size_t)n : 0;
    buf_reserve(buf, count + 1);
    memset(buf->p + buf->n, ' ', count);
    buf->n += count;
}

static bool filter_indent(struct jinja_call *call, value *out)
{
    struct jinja_state *st = call->state;
    const value *width = jinja_arg(call, 0, "width");
    bool is_text = width && width->kind == VALUE_STRING;
    bool first = arg_bool(call, 1, "first", false);
    bool blank = arg_bool(call, 2, "blank", false);
    int64_t spaces = 4;
    value text = call->args[0];
    struct buf buf = {0};
    if ((!is_text && !arg_int(call, 0, "width", &spaces)) ||
        !subject_is(call, "indent", VALUE_STRING)) {
        return false;
    }
    if (spaces > LIMIT_BYTES / 4) {
        return jinja_fail(call, "template-limit", "this is too wide");
    }
    struct arena *arena = call->ctx->arena;
    put_spaces(&buf, is_text ? 0 : spaces);
    str by = is_text ? value_str(*width) : arena_str(arena, buf_str(&buf));
    buf_clear(&buf);
    bool safe = is_safe(text);
    bool escape = !safe && is_text && is_safe(*width);
    /* the last line break makes no line of its own, one more does */
    value all = value_string(arena_concat(arena, value_str(text), STR("\n")));
    const struct list *lines = split_lines(st, all, false).as.list;
    for (size_t i = 0; i < lines->items.n && buf.n <= LIMIT_BYTES; i++) {
        value line = lines->items.p[i];
        bool moved = i && (blank || line.n);
        buf_put(&buf, i ? STR("\n") : STR(""));
        buf_put(&buf, moved ? by : STR(""));
        buf_put(&buf, escape && (moved || blank) ? markup_of(st, line)
                                                 : value_str(line));
    }
    safe |= escape && blank;
    *out = value_none();
    if (!string_from(st, &buf, safe, out) || !first) {
        return out->kind == VALUE_STRING;
    }
    str rest = escape ? markup_of(st, *out) : value_str(*out);
    *out = value_string_as(arena_concat(arena, by, rest), safe || escape);
    return true;
}

static bool filter_center(struct jinja_call *call, value *out)
{
    int64_t width = 80;
    str s;
    if (!arg_int(call, 0, "width", &width) || !subject_text(call, &s)) {
        return false;
    }
    int64_t n = (int64_t)utf8_length(s);
    int64_t pad = width > n ? width - n : 0;
    if (pad > LIMIT_BYTES / 4) {
        return jinja_fail(call, "template-limit", "this is too wide");
    }
    /* Python puts the odd space left if the width is odd */
    int64_t left = pad / 2 + (pad & width & 1);
    struct buf buf = {0};
    put_spaces(&buf, left);
    buf_put(&buf, s);
    put_spaces(&buf, pad - left);
    return string_from(call->state, &buf, is_safe(call->args[0]), out);
}

/* "%s and %s"|format(a, b); named arguments make it "%(name)s". */
static bool filter_format(struct jinja_call *call, value *out)
{
    str s;
    value args;
    if (!subject_text(call, &s)) {
        return false;
    }
    if (call->nnames) {
        args = own_dict(call->state);
        args_named(call, args.as.dict);
    } else {
        args = tuple_of(call->ctx->arena, call->args + 1, call->nargs - 1);
    }
    value format = value_string_as(s, is_safe(call->args[0]));
    return format_percent(call->state, format, args, out);
}

static const struct jinja_builtin entries[] = {
    JINJA_VARIANT("upper", "()", "in capitals", filter_case, CASE_UPPER),
    JINJA_VARIANT("lower", "()", "in small letters", filter_case, CASE_LOWER),
    JINJA_VARIANT("capitalize", "()",
                  "the first letter large, all others small", filter_case,
                  CASE_TITLE),
    JINJA_BUILTIN("title", "()", "every word with a capital", filter_title),
    JINJA_BUILTIN("trim", "(chars=none)",
                  "without white space, or those characters, at the ends",
                  filter_trim),
    JINJA_BUILTIN("replace", "(old, new, count=none)",
                  "every occurrence, or the first ones, replaced",
                  filter_replace),
    JINJA_BUILTIN("string", "()", "as text", filter_string),
    JINJA_VARIANT("safe", "()", "this is markup: don't escape it",
                  filter_string, true),
    JINJA_BUILTIN("truncate",
                  "(length=255, killwords=false, end='...', leeway=5)",
                  "cut to a length, at a space", filter_truncate),
    JINJA_BUILTIN("wordcount", "()", "the number of words", filter_wordcount),
    JINJA_BUILTIN("indent", "(width=4, first=false, blank=false)",
                  "lines moved to the right", filter_indent),
    JINJA_BUILTIN("center", "(width=80)", "in the middle of so many characters",
                  filter_center),
    JINJA_BUILTIN("format", "(*args, **kwargs)",
                  "printf: '%s has %d'|format(name, n)", filter_format),
};

const struct builtin_table string_filters = BUILTIN_TABLE(entries);
