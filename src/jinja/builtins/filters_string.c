/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/chars.h"
#include "jinja/format/format.h"
#include "jinja/limits.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

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

static bool made(struct jinja_call *call, struct buf *buf, bool safe,
                 value *out)
{
    return call->printed ? string_printed(call->state, buf, safe, out)
                         : string_from(call->state, buf, safe, out);
}

static bool in_case(struct jinja_call *call, enum char_case wanted, value *out)
{
    str s;
    if (!subject_text(call, &s)) {
        return false;
    }
    struct buf buf = state_buf(call->state);
    str_put_case(&buf, s, wanted);
    return made(call, &buf, is_safe(call->args[0]), out);
}

static bool filter_upper(struct jinja_call *call, value *out)
{
    return in_case(call, CASE_UPPER, out);
}

static bool filter_lower(struct jinja_call *call, value *out)
{
    return in_case(call, CASE_LOWER, out);
}

static bool filter_capitalize(struct jinja_call *call, value *out)
{
    str s;
    size_t first = 0;
    if (!subject_text(call, &s)) {
        return false;
    }
    struct buf buf = state_buf(call->state);
    if (s.n) {
        char_put_case(&buf, utf8_next(s, &first), CASE_TITLE);
    }
    str_put_case(&buf, str_from_offset(s, first), CASE_LOWER);
    return made(call, &buf, is_safe(call->args[0]), out);
}

/* A word starts behind white space, '-' and opening brackets. */
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

/* The ASCII text from *at on, *start says whether a word may begin. */
static void put_ascii_title(struct buf *out, str s, size_t *at, bool *start)
{
    size_t i = *at;
    bool first = *start;
    buf_reserve(out, s.n - i);
    char *to = out->p + out->n;
    for (; i < s.n && (unsigned char)s.p[i] < 0x80; i++) {
        unsigned c = (unsigned char)s.p[i];
        unsigned lower = c | 0x20;
        bool letter = lower - 'a' < 26;
        *to++ = (char)(!letter ? c : first ? lower ^ 0x20 : lower);
        first = !letter && opens_word(c);
    }
    out->n += i - *at;
    *at = i;
    *start = first;
}

static void put_title(struct buf *out, str s)
{
    bool start = true;
    for (size_t i = 0; i < s.n;) {
        put_ascii_title(out, s, &i, &start);
        if (i < s.n) {
            uint32_t c = utf8_next(s, &i);
            char_put_case(out, c, start ? CASE_UPPER : CASE_LOWER);
            start = opens_word(c);
        }
    }
}

static bool filter_title(struct jinja_call *call, value *out)
{
    str s;
    if (!subject_text(call, &s)) {
        return false;
    }
    struct buf buf = state_buf(call->state);
    put_title(&buf, s);
    return made(call, &buf, false, out);
}

static bool filter_trim(struct jinja_call *call, value *out)
{
    str s;
    str chars = {NULL, 0};
    const value *given = jinja_arg(call, 0, "chars");
    if (given && given->kind != VALUE_NONE && given->kind != VALUE_STRING) {
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
    bool safe = call->autoescape && is_safe(call->args[0]);
    bool arg_safe =
        call->autoescape && (is_safe(*old) || is_safe(*new)) && !safe;
    if (arg_safe) {
        s = markup_of(call->state, call->args[0]);
        safe = true;
    }
    if (safe) {
        from = markup_of(call->state, *old);
        to = markup_of(call->state, *new);
    }
    struct buf buf = state_buf(call->state);
    str_put_replaced(&buf, s, from, to, count);
    return made(call, &buf, safe, out);
}

static bool filter_string(struct jinja_call *call, value *out)
{
    str s;
    if (!subject_text(call, &s)) {
        return false;
    }
    *out = value_string_as(s, is_safe(call->args[0]));
    return true;
}

/* Where the text is cut if it has more than length + leeway characters, else
 * STR_NONE. No more of it is looked at than that takes. */
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
    bool kill = false;
    str end = STR("...");
    str s;
    if (!arg_int(call, 0, "length", &length) ||
        !arg_bool(call, 1, "killwords", &kill) ||
        !arg_str(call, 2, "end", &end) ||
        !arg_int(call, 3, "leeway", &leeway) || !subject_text(call, &s)) {
        return false;
    }
    bool safe = is_safe(call->args[0]);
    if (call->args[0].kind != VALUE_STRING &&
        call->args[0].kind != VALUE_UNDEFINED) {
        return jinja_fail(call, "template-type", "truncate takes text, not %s",
                          value_kind_name(call->args[0]));
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

/* How indent() puts the lines together. */
struct indenting {
    struct jinja_call *call;
    struct buf out;
    str by;
    bool blank;
    bool escape; /* the width is markup, and the text is not */
};

static void indent_line(struct indenting *in, size_t i, value line)
{
    bool moved = i && (in->blank || line.n);
    if (i) {
        buf_putc(&in->out, '\n');
    }
    if (moved) {
        buf_put(&in->out, in->by);
    }
    bool escaped = in->escape && (moved || in->blank);
    buf_put(&in->out,
            escaped ? markup_of(in->call->state, line) : value_str(line));
}

static bool lines_of(struct jinja_call *call, value text, value *out)
{
    bool found;
    struct jinja_call lines = {.ctx = call->ctx, .state = call->state};
    return call_method(call->state, text, STR("splitlines"), &lines, out,
                       &found);
}

static bool filter_indent(struct jinja_call *call, value *out)
{
    struct indenting in = {.call = call};
    const value *width = jinja_arg(call, 0, "width");
    bool is_text = width && width->kind == VALUE_STRING;
    bool first = false;
    int64_t spaces = 4;
    value text = call->args[0];
    value lines;
    arg_bool(call, 1, "first", &first);
    arg_bool(call, 2, "blank", &in.blank);
    if (!is_text && !arg_int(call, 0, "width", &spaces)) {
        return false;
    }
    if (text.kind != VALUE_STRING) {
        return jinja_fail(call, "template-type", "indent takes text, not %s",
                          value_kind_name(text));
    }
    if (spaces > LIMIT_BYTES / 4) {
        return jinja_fail(call, "template-limit", "this is too wide");
    }
    struct arena *arena = call->ctx->arena;
    spaces = spaces > 0 ? spaces : 0;
    char *by = arena_alloc(arena, (size_t)spaces, 1);
    memset(by, ' ', (size_t)spaces);
    in.by = is_text ? value_str(*width) : (str){by, (size_t)spaces};
    bool safe = is_safe(text);
    in.escape = !safe && is_text && is_safe(*width);
    /* the last line break makes no line of its own, one more does */
    value all = value_string(arena_concat(arena, value_str(text), STR("\n")));
    if (!lines_of(call, all, &lines)) {
        return false;
    }
    for (size_t i = 0; i < lines.as.list->items.n; i++) {
        indent_line(&in, i, lines.as.list->items.p[i]);
        if (in.out.n > LIMIT_BYTES) {
            break;
        }
    }
    value body = value_none();
    safe |= in.escape && in.blank;
    if (!string_from(call->state, &in.out, safe, &body) || !first) {
        *out = body;
        return body.kind == VALUE_STRING;
    }
    str rest = in.escape ? markup_of(call->state, body) : value_str(body);
    *out = value_string_as(arena_concat(arena, in.by, rest), safe || in.escape);
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
    for (int64_t i = 0; i < left; i++) {
        buf_putc(&buf, ' ');
    }
    buf_put(&buf, s);
    for (int64_t i = left; i < pad; i++) {
        buf_putc(&buf, ' ');
    }
    return made(call, &buf, is_safe(call->args[0]), out);
}

/* "%s and %s"|format(a, b); named arguments make it "%(name)s". */
static bool filter_format(struct jinja_call *call, value *out)
{
    value args;
    if (call->nnames) {
        args = own_dict(call->state);
        for (size_t i = 0; i < call->nnames; i++) {
            dict_set(args.as.dict, call->ctx->arena,
                     value_string(call->names[i]),
                     call->args[call->nargs - call->nnames + i]);
        }
    } else {
        args = value_tuple(call->ctx->arena, call->nargs - 1);
        for (size_t i = 1; i < call->nargs; i++) {
            args.as.list->items.p[i - 1] = call->args[i];
        }
    }
    str s;
    if (!subject_text(call, &s)) {
        return false;
    }
    value format = value_string_as(s, is_safe(call->args[0]));
    return format_percent(call->state, format, args, out);
}

static const struct jinja_builtin entries[] = {
    {STR_INIT("upper"), STR_INIT("upper()"), STR_INIT("in capitals"),
     filter_upper},
    {STR_INIT("lower"), STR_INIT("lower()"), STR_INIT("in small letters"),
     filter_lower},
    {STR_INIT("capitalize"), STR_INIT("capitalize()"),
     STR_INIT("the first letter large, all others small"), filter_capitalize},
    {STR_INIT("title"), STR_INIT("title()"),
     STR_INIT("every word with a capital"), filter_title},
    {STR_INIT("trim"), STR_INIT("trim(chars=none)"),
     STR_INIT("without white space, or those characters, at the ends"),
     filter_trim},
    {STR_INIT("replace"), STR_INIT("replace(old, new, count=none)"),
     STR_INIT("every occurrence, or the first ones, replaced"), filter_replace},
    {STR_INIT("string"), STR_INIT("string()"), STR_INIT("as text"),
     filter_string},
    {STR_INIT("truncate"),
     STR_INIT("truncate(length=255, killwords=false, end='...', leeway=5)"),
     STR_INIT("cut to a length, at a space"), filter_truncate},
    {STR_INIT("wordcount"), STR_INIT("wordcount()"),
     STR_INIT("the number of words"), filter_wordcount},
    {STR_INIT("indent"), STR_INIT("indent(width=4, first=false, blank=false)"),
     STR_INIT("lines moved to the right"), filter_indent},
    {STR_INIT("center"), STR_INIT("center(width=80)"),
     STR_INIT("in the middle of so many characters"), filter_center},
    {STR_INIT("format"), STR_INIT("format(*args, **kwargs)"),
     STR_INIT("printf: '%s has %d'|format(name, n)"), filter_format},
};

const struct builtin_table string_filters = {entries,
                                             sizeof entries / sizeof *entries};
