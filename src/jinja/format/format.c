/* SPDX-License-Identifier: MIT */
/* printf formatting as in Python: "%s" % x. */
#include "jinja/format/format.h"

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
    *out = is_whole(v) ? value_whole(v) : 0;
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
    if (v.kind == VALUE_FLOAT && !is_any_of(spec->type, "xXo") &&
        v.as.f > -9e18 && v.as.f < 9e18) {
        v = value_int((int64_t)v.as.f);
    }
    if (!is_whole(v)) {
        return format_fail(fm->st, "wants a whole number");
    }
    format_whole(fm->st, fm->out, spec, value_whole(v));
    return true;
}

static bool put_percent_float(struct formatter *fm, struct format *spec,
                              value v)
{
    if (!value_is_number(v)) {
        return format_fail(fm->st, "wants a number");
    }
    format_float(fm->st, fm->out, spec, number_of(v));
    return true;
}

static bool put_percent_text(struct formatter *fm, struct format *spec, value v)
{
    str text;
    if (spec->type == 'c' && is_whole(v)) {
        struct buf buf = {0};
        utf8_put(&buf, (uint32_t)value_whole(v));
        v = value_string(buf_move(&buf, fm->st->ctx->arena));
    }
    if ((is_any_of(spec->type, "ra") &&
         !format_convert(fm->st, spec->type, &v)) ||
        !state_text(fm->st, v, &text)) {
        return false;
    }
    if (spec->type == 'c' &&
        (v.kind != VALUE_STRING || utf8_length(text) != 1)) {
        return format_fail(fm->st, "wants one character");
    }
    if (fm->safe && !value_is_number(v)) {
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
               ? put_percent_float(fm, &spec, v)
               : format_fail(fm->st, "has an unknown letter after '%'");
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

static void put_ascii(str s, struct buf *out)
{
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        if (c < 0x80) {
            buf_putc(out, (char)c);
        } else {
            print_escape(c, out);
        }
    }
}

bool format_convert(struct jinja_state *st, char how, value *v)
{
    struct buf buf = {0};
    struct buf ascii = {0};
    if (how == 's') {
        value_print(*v, st->ctx, &buf);
        return string_from(st, &buf, is_safe(*v), v);
    }
    value_repr(*v, st->ctx, &buf);
    if (how == 'r') {
        return string_from(st, &buf, false, v);
    }
    put_ascii(buf_str(&buf), &ascii);
    buf_free(&buf);
    return string_from(st, &ascii, false, v);
}
