/* SPDX-License-Identifier: MIT */
/* printf formatting as in Python: "%s" % x. */
#include "jinja/format/format.h"

#include <stdio.h>

#include "base/utf8.h"
#include "jinja/limits.h"
#include "jinja/vm/state.h"

struct spec {
    bool left;
    bool zero;
    bool plus;
    bool space;
    bool alternate;
    int64_t width;
    int64_t precision; /* -1: none */
    char type;
};

struct formatter {
    struct jinja_state *st;
    value args;
    size_t next; /* of a tuple */
    bool safe;   /* the format is markup: text is escaped */
    struct buf *out;
};

enum { WIDEST = 10000 };

static bool bad_format(struct jinja_state *st, const char *what)
{
    return state_fail(st, "template-type", "the format %s", what);
}

static bool next_arg(struct formatter *fm, value *out)
{
    if (fm->args.kind == VALUE_TUPLE) {
        if (fm->next >= fm->args.as.list->items.n) {
            return bad_format(fm->st, "wants more values than there are");
        }
        *out = fm->args.as.list->items.p[fm->next++];
        return true;
    }
    if (fm->next++) {
        return bad_format(fm->st, "wants more values than there are");
    }
    *out = fm->args;
    return true;
}

static bool read_star_or_number(struct formatter *fm, str s, size_t *i,
                                int64_t *out)
{
    value v = value_none();
    if (*i < s.n && s.p[*i] == '*') {
        ++*i;
        if (!next_arg(fm, &v)) {
            return false;
        }
        *out = is_whole(v) ? whole_of(v) : 0;
        return is_whole(v) || bad_format(fm->st, "wants a number for '*'");
    }
    for (; *i < s.n && is_digit(s.p[*i]) && *out < WIDEST; ++*i) {
        *out = *out * 10 + (s.p[*i] - '0');
    }
    return true;
}

static bool read_spec(struct formatter *fm, str s, size_t *i, struct spec *spec)
{
    *spec = (struct spec){.precision = -1};
    for (; *i < s.n; ++*i) {
        char c = s.p[*i];
        spec->left |= c == '-';
        spec->zero |= c == '0';
        spec->plus |= c == '+';
        spec->space |= c == ' ';
        spec->alternate |= c == '#';
        if (c != '-' && c != '0' && c != '+' && c != ' ' && c != '#') {
            break;
        }
    }
    if (!read_star_or_number(fm, s, i, &spec->width)) {
        return false;
    }
    if (spec->width < 0) {
        spec->left = true;
        spec->width = spec->width > -WIDEST ? -spec->width : WIDEST;
    }
    if (*i < s.n && s.p[*i] == '.') {
        ++*i;
        spec->precision = 0;
        if (!read_star_or_number(fm, s, i, &spec->precision)) {
            return false;
        }
    }
    if (*i >= s.n) {
        return bad_format(fm->st, "ends in the middle of a '%'");
    }
    spec->type = s.p[(*i)++];
    if (spec->width >= WIDEST || spec->precision >= 500) {
        return bad_format(fm->st, "is too wide");
    }
    return true;
}

/* sign and digits, padded to the width: zeros go between them. */
static void put_padded(struct formatter *fm, const struct spec *spec, str sign,
                       str text)
{
    size_t n = sign.n + utf8_length(text);
    size_t pad = spec->width > 0 && (size_t)spec->width > n
                     ? (size_t)spec->width - n
                     : 0;
    for (size_t i = 0; !spec->left && !spec->zero && i < pad; i++) {
        buf_putc(fm->out, ' ');
    }
    buf_put(fm->out, sign);
    for (size_t i = 0; !spec->left && spec->zero && i < pad; i++) {
        buf_putc(fm->out, '0');
    }
    buf_put(fm->out, text);
    for (size_t i = 0; spec->left && i < pad; i++) {
        buf_putc(fm->out, ' ');
    }
}

static void put_percent_number(struct formatter *fm, struct spec *spec,
                               bool negative, str prefix, str digits)
{
    str sign = negative      ? STR("-")
               : spec->plus  ? STR("+")
               : spec->space ? STR(" ")
                             : STR("");
    str both = arena_concat(fm->st->ctx->arena, sign, prefix);
    put_padded(fm, spec, both, digits);
}

static bool put_percent_whole(struct formatter *fm, struct spec *spec, value v)
{
    if (v.kind == VALUE_FLOAT && spec->type != 'x' && spec->type != 'X' &&
        spec->type != 'o' && v.as.f > -9e18 && v.as.f < 9e18) {
        v = value_int((int64_t)v.as.f);
    }
    if (!is_whole(v)) {
        return bad_format(fm->st, "wants a whole number");
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
    put_percent_number(fm, spec, i < 0, prefix, str_from(text));
    return true;
}

static bool put_float(struct formatter *fm, struct spec *spec, value v)
{
    char text[1024];
    if (!is_number(v)) {
        return bad_format(fm->st, "wants a number");
    }
    double f = number_of(v);
    int precision = spec->precision < 0 ? 6 : (int)spec->precision;
    switch (spec->type) {
    case 'e': snprintf(text, sizeof text, "%.*e", precision, f); break;
    case 'E': snprintf(text, sizeof text, "%.*E", precision, f); break;
    case 'g': snprintf(text, sizeof text, "%.*g", precision, f); break;
    case 'G': snprintf(text, sizeof text, "%.*G", precision, f); break;
    default: snprintf(text, sizeof text, "%.*f", precision, f); break;
    }
    bool negative = text[0] == '-';
    put_percent_number(fm, spec, negative, STR(""), str_from(text + negative));
    return true;
}

static bool put_percent_text(struct formatter *fm, struct spec *spec, value v)
{
    str text;
    if (spec->type == 'r' || spec->type == 'a') {
        struct buf buf = {0};
        if (spec->type == 'a') {
            value_ascii(v, fm->st->ctx, &buf);
        } else {
            value_repr(v, fm->st->ctx, &buf);
        }
        text = arena_str(fm->st->ctx->arena, buf_str(&buf));
        buf_free(&buf);
        v = value_string(text);
    } else if (spec->type == 'c' && is_whole(v)) {
        struct buf buf = {0};
        utf8_put(&buf, (uint32_t)whole_of(v));
        text = arena_str(fm->st->ctx->arena, buf_str(&buf));
        buf_free(&buf);
        v = value_string(text);
    } else if (!state_text(fm->st, v, &text)) {
        return false;
    } else if (spec->type == 'c' &&
               (v.kind != VALUE_STRING || utf8_length(text) != 1)) {
        return bad_format(fm->st, "wants one character");
    }
    if (fm->safe && !is_number(v)) {
        text = markup_of(fm->st, v);
    }
    if (spec->precision >= 0) {
        text.n = utf8_offset(text, (size_t)spec->precision);
    }
    spec->zero = false;
    put_padded(fm, spec, STR(""), text);
    return true;
}

static bool put_arg(struct formatter *fm, struct spec *spec, value v)
{
    switch (spec->type) {
    case 's':
    case 'r':
    case 'a':
    case 'c': return put_percent_text(fm, spec, v);
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o': return put_percent_whole(fm, spec, v);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return put_float(fm, spec, v);
    default: return bad_format(fm->st, "has an unknown letter behind '%'");
    }
}

/* One "%..." whose '%' is taken already. */
static bool put_one(struct formatter *fm, str s, size_t *i)
{
    struct spec spec;
    value v = value_undefined();
    bool named = *i < s.n && s.p[*i] == '(';
    if (named) {
        size_t end = str_find_char(str_from_offset(s, *i), ')');
        if (end == STR_NONE || fm->args.kind != VALUE_DICT) {
            return bad_format(fm->st, "wants named values");
        }
        str name = str_sub(s, *i + 1, end - 1);
        const value *found = dict_get_str(fm->args.as.dict, name);
        if (!found) {
            return state_fail(fm->st, "template-type",
                              "the format wants a '%.*s'", STR_ARG(name));
        }
        v = *found;
        *i += end + 1;
    }
    if (!read_spec(fm, s, i, &spec)) {
        return false;
    }
    if (spec.type == '%') {
        buf_putc(fm->out, '%');
        return true;
    }
    if (!named && !next_arg(fm, &v)) {
        return false;
    }
    return put_arg(fm, &spec, v);
}

bool format_percent(struct jinja_state *st, value format, value args,
                    value *out)
{
    struct buf buf = {0};
    struct formatter fm = {
        .st = st, .args = args, .safe = is_safe(format), .out = &buf};
    str s = value_str(format);
    for (size_t i = 0; i < s.n && buf.n <= LIMIT_BYTES;) {
        if (s.p[i] != '%') {
            buf_putc(&buf, s.p[i++]);
            continue;
        }
        i++;
        if (!put_one(&fm, s, &i)) {
            buf_free(&buf);
            return false;
        }
    }
    size_t n = args.kind == VALUE_TUPLE ? args.as.list->items.n : 1;
    if (buf.n <= LIMIT_BYTES && args.kind != VALUE_DICT && fm.next < n) {
        buf_free(&buf);
        return bad_format(st, "does not use all of the values");
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
        } else if (c < 0x100) {
            buf_printf(out, "\\x%02x", (unsigned)c);
        } else if (c < 0x10000) {
            buf_printf(out, "\\u%04x", (unsigned)c);
        } else {
            buf_printf(out, "\\U%08x", (unsigned)c);
        }
    }
    buf_free(&buf);
}
