/* SPDX-License-Identifier: MIT */
/* printf formatting as in Python: "%s" % x. */
#include "jinja/format/format.h"

#include <stdio.h>

#include "base/utf8.h"
#include "jinja/vm/state.h"

struct formatter {
    struct jinja_state *st;
    value args;
    size_t next; /* of a tuple */
    bool safe;   /* the format is markup: text is escaped */
    struct buf *out;
};

enum { WIDEST = 10000 };

bool format_fail(struct jinja_state *st, const char *what)
{
    return state_fail(st, "template-type", "the format %s", what);
}

static bool next_arg(struct formatter *fm, value *out)
{
    if (fm->args.kind == VALUE_TUPLE) {
        if (fm->next >= fm->args.as.list->items.n) {
            return format_fail(fm->st, "wants more values than there are");
        }
        *out = fm->args.as.list->items.p[fm->next++];
        return true;
    }
    if (fm->next++) {
        return format_fail(fm->st, "wants more values than there are");
    }
    *out = fm->args;
    return true;
}

/* "*", the number that the next argument is, or digits. */
static bool read_star_or_number(struct formatter *fm, str *rest, int64_t *out)
{
    value v = value_none();
    if (str_at(*rest, 0) != '*') {
        *out = (int64_t)str_take_number(rest, WIDEST);
        return true;
    }
    *rest = str_from_offset(*rest, 1);
    if (!next_arg(fm, &v)) {
        return false;
    }
    *out = is_whole(v) ? whole_of(v) : 0;
    return is_whole(v) || format_fail(fm->st, "wants a number for '*'");
}

static bool read_spec(struct formatter *fm, str *rest, struct format *spec)
{
    bool left = false;
    bool zero = false;
    *spec = (struct format){.precision = -1};
    for (; is_any_of(str_at(*rest, 0), "-0+ #");
         *rest = str_from_offset(*rest, 1)) {
        char c = rest->p[0];
        left |= c == '-';
        zero |= c == '0';
        spec->alternate |= c == '#';
        if (c == '+' || (c == ' ' && !spec->sign)) {
            spec->sign = c;
        }
    }
    if (!read_star_or_number(fm, rest, &spec->width)) {
        return false;
    }
    if (spec->width < 0) {
        left = true;
        spec->width = spec->width > -WIDEST ? -spec->width : WIDEST;
    }
    if (str_at(*rest, 0) == '.') {
        *rest = str_from_offset(*rest, 1);
        if (!read_star_or_number(fm, rest, &spec->precision)) {
            return false;
        }
    }
    if (!rest->n) {
        return format_fail(fm->st, "ends in the middle of a '%'");
    }
    spec->type = rest->p[0];
    *rest = str_from_offset(*rest, 1);
    if (spec->width >= WIDEST || spec->precision >= 500) {
        return format_fail(fm->st, "is too wide");
    }
    zero &= !left && !is_any_of(spec->type, "srac");
    spec->align = left ? '<' : zero ? '=' : '>';
    spec->fill = zero ? STR("0") : STR(" ");
    return true;
}

static bool put_percent_whole(struct formatter *fm, struct format *spec,
                              value v)
{
    if (v.kind == VALUE_FLOAT && spec->type != 'x' && spec->type != 'X' &&
        spec->type != 'o' && v.as.f > -9e18 && v.as.f < 9e18) {
        v = value_int((int64_t)v.as.f);
    }
    if (!is_whole(v)) {
        return format_fail(fm->st, "wants a whole number");
    }
    int64_t i = whole_of(v);
    unsigned long long u = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    char text[600];
    int precision = (int)spec->precision;
    str prefix = STR("");
    if (spec->type == 'x' || spec->type == 'X' || spec->type == 'o') {
        if (spec->alternate) {
            prefix = spec->type == 'x'   ? STR("0x")
                     : spec->type == 'X' ? STR("0X")
                                         : STR("0o");
        }
        snprintf(text, sizeof text,
                 spec->type == 'x'   ? "%.*llx"
                 : spec->type == 'X' ? "%.*llX"
                                     : "%.*llo",
                 precision, u);
    } else {
        snprintf(text, sizeof text, "%.*llu", precision, u);
    }
    str sign = format_sign(spec, i < 0);
    format_aligned(fm->out, spec, '>',
                   arena_concat(fm->st->ctx->arena, sign, prefix),
                   str_from(text));
    return true;
}

static bool put_float(struct formatter *fm, struct format *spec, value v)
{
    char text[1024];
    if (!is_number(v)) {
        return format_fail(fm->st, "wants a number");
    }
    format_real(text, sizeof text, spec, number_of(v));
    bool negative = text[0] == '-';
    format_aligned(fm->out, spec, '>', format_sign(spec, negative),
                   str_from(text + negative));
    return true;
}

static bool put_percent_text(struct formatter *fm, struct format *spec, value v)
{
    str text;
    if (spec->type == 'r' || spec->type == 'a') {
        struct buf buf = {0};
        if (spec->type == 'a') {
            value_ascii(v, fm->st->ctx, &buf);
        } else {
            value_repr(v, fm->st->ctx, &buf);
        }
        text = buf_move(&buf, fm->st->ctx->arena);
        v = value_string(text);
    } else if (spec->type == 'c' && is_whole(v)) {
        struct buf buf = {0};
        utf8_put(&buf, (uint32_t)whole_of(v));
        text = buf_move(&buf, fm->st->ctx->arena);
        v = value_string(text);
    } else if (!state_text(fm->st, v, &text)) {
        return false;
    } else if (spec->type == 'c' &&
               (v.kind != VALUE_STRING || utf8_length(text) != 1)) {
        return format_fail(fm->st, "wants one character");
    }
    if (fm->safe && !is_number(v)) {
        text = markup_of(fm->st, v);
    }
    if (spec->precision >= 0) {
        text.n = utf8_offset(text, (size_t)spec->precision);
    }
    format_aligned(fm->out, spec, '>', STR(""), text);
    return true;
}

/* One "%..." whose '%' is taken already. */
static bool put_one(struct formatter *fm, str *rest)
{
    struct format spec;
    value v = value_undefined();
    bool named = str_at(*rest, 0) == '(';
    if (named) {
        size_t end = str_find_char(*rest, ')');
        if (end == STR_NONE || fm->args.kind != VALUE_DICT) {
            return format_fail(fm->st, "wants named values");
        }
        str name = str_sub(*rest, 1, end - 1);
        const value *found = dict_get_str(fm->args.as.dict, name);
        if (!found) {
            return state_fail(fm->st, "template-type",
                              "the format wants a '%.*s'", STR_ARG(name));
        }
        v = *found;
        *rest = str_from_offset(*rest, end + 1);
    }
    if (!read_spec(fm, rest, &spec)) {
        return false;
    }
    if (spec.type == '%') {
        buf_putc(fm->out, '%');
        return true;
    }
    if (!named && !next_arg(fm, &v)) {
        return false;
    }
    return is_any_of(spec.type, "srac")     ? put_percent_text(fm, &spec, v)
           : is_any_of(spec.type, "diuxXo") ? put_percent_whole(fm, &spec, v)
           : is_any_of(spec.type, "eEfFgG")
               ? put_float(fm, &spec, v)
               : format_fail(fm->st, "has an unknown letter behind '%'");
}

bool format_percent(struct jinja_state *st, value format, value args,
                    value *out)
{
    struct buf buf = {0};
    struct formatter fm = {
        .st = st, .args = args, .safe = is_safe(format), .out = &buf};
    str rest = value_str(format);
    while (rest.n && buf.n <= LIMIT_BYTES) {
        size_t at = str_find_char(rest, '%');
        buf_put(&buf, str_sub(rest, 0, at));
        rest = str_from_offset(rest, at);
        bool ends = !rest.n;
        rest = str_from_offset(rest, 1);
        if (!ends && !put_one(&fm, &rest)) {
            buf_free(&buf);
            return false;
        }
    }
    size_t n = args.kind == VALUE_TUPLE ? args.as.list->items.n : 1;
    if (buf.n <= LIMIT_BYTES && args.kind != VALUE_DICT && fm.next < n) {
        buf_free(&buf);
        return format_fail(st, "does not use all of the values");
    }
    return string_from(st, &buf, fm.safe, out);
}

void value_ascii(value v, struct render_context *ctx, struct buf *out)
{
    struct buf buf = {0};
    value_repr(v, ctx, &buf);
    str s = buf_str(&buf);
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        if (c < 0x80) {
            buf_putc(out, (char)c);
        } else {
            print_escape(c, out);
        }
    }
    buf_free(&buf);
}
