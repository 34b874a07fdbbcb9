/* SPDX-License-Identifier: MIT */
/* Python's format specifications, "*>+12,.2f": the part after ':' in
 * "{:...}". */
#include <math.h>
#include <stdio.h>

#include "base/utf8.h"
#include "jinja/format/format.h"
#include "jinja/vm/state.h"

enum { MOST_DIGITS = 500, MOST_TEXT = 1024 };

static bool bad_spec(struct jinja_state *st, const char *what, str spec)
{
    return state_fail(st, "template-type", "the format '%.*s' %s",
                      STR_ARG(spec), what);
}

/* --- reading --- */

static bool skip_char(str *rest, char c)
{
    if (rest->n && rest->p[0] == c) {
        *rest = str_from_offset(*rest, 1);
        return true;
    }
    return false;
}

static void read_align(str *rest, struct format *format)
{
    size_t after = 0;
    if (rest->n) {
        utf8_next(*rest, &after);
    }
    if (after && after < rest->n && is_any_of(rest->p[after], "<>^=")) {
        format->fill = str_sub(*rest, 0, after);
        format->align = rest->p[after];
        *rest = str_from_offset(*rest, after + 1);
    } else if (rest->n && is_any_of(rest->p[0], "<>^=")) {
        format->align = rest->p[0];
        *rest = str_from_offset(*rest, 1);
    }
}

static bool read_format(struct jinja_state *st, str spec, bool number,
                        struct format *format)
{
    str rest = spec;
    *format = (struct format){.precision = -1};
    read_align(&rest, format);
    if (is_any_of(str_at(rest, 0), "+- ")) {
        format->sign = rest.p[0];
        rest = str_from_offset(rest, 1);
    }
    format->alternate = skip_char(&rest, '#');
    if (!format->fill.n && skip_char(&rest, '0')) {
        format->fill = STR("0");
        format->align = format->align ? format->align : number ? '=' : '\0';
    }
    format->width = (int64_t)str_take_number(&rest, LIMIT_BYTES);
    format->group = skip_char(&rest, ',')   ? ','
                    : skip_char(&rest, '_') ? '_'
                                            : '\0';
    if (skip_char(&rest, '.')) {
        if (!rest.n || !is_digit(rest.p[0])) {
            return bad_spec(st, "has no number after '.'", spec);
        }
        format->precision = (int64_t)str_take_number(&rest, LIMIT_BYTES);
    }
    if (rest.n > 1) {
        return bad_spec(st, "has an unknown form", spec);
    }
    format->type = rest.n ? rest.p[0] : '\0';
    format->fill = format->fill.n ? format->fill : STR(" ");
    if (format->width > LIMIT_BYTES / 4) {
        return state_fail(st, "template-limit", "a format of that width");
    }
    return true;
}

/* --- writing --- */

static void put_fill(struct buf *out, str fill, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        buf_put(out, fill);
    }
}

void format_aligned(struct buf *out, const struct format *format, char align,
                    str head, str text)
{
    size_t n = utf8_length(head) + utf8_length(text);
    size_t pad = (size_t)format->width > n ? (size_t)format->width - n : 0;
    align = format->align ? format->align : align;
    size_t left = align == '>' ? pad : align == '^' ? pad / 2 : 0;
    put_fill(out, format->fill, left);
    buf_put(out, head);
    put_fill(out, format->fill, align == '=' ? pad : 0);
    buf_put(out, text);
    put_fill(out, format->fill, align == '=' ? 0 : pad - left);
}

/* Digits in groups, at least `width` characters with zeros in front. */
static str grouped(struct arena *arena, str digits, char separator,
                   size_t group, size_t width)
{
    if (!separator) {
        return digits;
    }
    size_t room = (digits.n > width ? digits.n : width) * 2 + 4;
    char *p = arena_alloc(arena, room, 1);
    size_t at = room;
    size_t left = digits.n;
    for (size_t n = 0; left || room - at < width; n++) {
        if (n && n % group == 0) {
            p[--at] = separator;
        }
        p[--at] = left ? digits.p[--left] : '0';
    }
    return (str){p + at, room - at};
}

/* A number: its whole digits, and `rest`, the fraction and exponent. */
static void put_digits(struct jinja_state *st, struct buf *out,
                       struct format *format, str head, str digits, str rest)
{
    size_t group = is_any_of(format->type, "boxX") ? 4 : 3;
    size_t width = 0;
    bool zeros = format->align == '=' && str_eq(format->fill, STR("0"));
    if (zeros && (size_t)format->width > head.n + rest.n) {
        width = (size_t)format->width - head.n - rest.n;
    }
    struct arena *arena = st->ctx->arena;
    digits = grouped(arena, digits, format->group, group, width);
    format_aligned(out, format, '>', head, arena_concat(arena, digits, rest));
}

static str format_sign(const struct format *format, bool negative)
{
    return negative              ? STR("-")
           : format->sign == '+' ? STR("+")
           : format->sign == ' ' ? STR(" ")
                                 : STR("");
}

void format_whole(struct jinja_state *st, struct buf *out,
                  struct format *format, int64_t i)
{
    char text[MOST_DIGITS + 72];
    char *p = text + sizeof text;
    char type = format->type;
    unsigned base = type == 'b'                  ? 2
                    : type == 'o'                ? 8
                    : type == 'x' || type == 'X' ? 16
                                                 : 10;
    const char *figures = type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    uint64_t u = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    do {
        *--p = figures[u % base];
        u /= base;
    } while (u || text + sizeof text - p < format->precision);
    str head = format_sign(format, i < 0);
    if (format->alternate && base != 10) {
        str prefix = arena_printf(st->ctx->arena, "0%c", type);
        head = arena_concat(st->ctx->arena, head, prefix);
    }
    put_digits(st, out, format, head,
               (str){p, (size_t)(text + sizeof text - p)}, STR(""));
}

static bool put_char(struct jinja_state *st, struct buf *out,
                     struct format *format, int64_t i, str spec)
{
    if (format->sign || format->alternate || format->group ||
        format->precision >= 0 || i < 0 || i > 0x10FFFF) {
        return bad_spec(st, "does not fit a character", spec);
    }
    struct buf text = {0};
    utf8_put(&text, (uint32_t)i);
    format_aligned(out, format, '>', STR(""), buf_str(&text));
    buf_free(&text);
    return true;
}

/* Prints f as type, precision and `#` have it. */
static void print_real(char *text, size_t n, const struct format *format,
                       double f)
{
#define PRINT(letter)                                                          \
    snprintf(text, n, format->alternate ? "%#.*" letter : "%.*" letter,        \
             precision, f)
    int precision = format->precision < 0 ? 6 : (int)format->precision;
    switch (format->type) {
    case 'e': PRINT("e"); break;
    case 'E': PRINT("E"); break;
    case 'g':
    case 'n': PRINT("g"); break;
    case 'G': PRINT("G"); break;
    case 'F': PRINT("F"); break;
    default: PRINT("f"); break;
    }
#undef PRINT
}

void format_float(struct jinja_state *st, struct buf *out,
                  struct format *format, double f)
{
    char text[MOST_TEXT];
    bool negative = signbit(f) && !isnan(f);
    f = negative ? -f : f;
    str all;
    if (format->type == '\0') {
        struct buf plain = {0};
        int precision = (int)format->precision;
        print_float(f, precision < 0 ? 0 : precision ? precision : 1, &plain);
        all = buf_move(&plain, st->ctx->arena);
    } else {
        print_real(text, sizeof text, format,
                   format->type == '%' ? f * 100 : f);
        all = str_from(text);
    }
    size_t whole = str_skip(all, 0, "0123456789");
    if (!isfinite(f)) {
        format->group = '\0';
        whole = all.n;
    }
    str rest = str_from_offset(all, whole);
    if (format->type == '%') {
        rest = arena_concat(st->ctx->arena, rest, STR("%"));
    }
    put_digits(st, out, format, format_sign(format, negative),
               str_sub(all, 0, whole), rest);
}

static bool put_spec_text(struct jinja_state *st, struct buf *out,
                          struct format *format, str s, str spec)
{
    if (format->sign || format->alternate || format->group ||
        format->align == '=' || (format->type && format->type != 's')) {
        return bad_spec(st, "does not fit a text", spec);
    }
    if (format->precision >= 0) {
        s = str_sub(s, 0, utf8_offset(s, (size_t)format->precision));
    }
    format_aligned(out, format, '<', STR(""), s);
    return true;
}

bool format_spec(struct jinja_state *st, value v, str spec, struct buf *out)
{
    struct format format;
    str text;
    if (!spec.n) {
        if (!state_text(st, v, &text)) {
            return false;
        }
        buf_put(out, text);
        return true;
    }
    if (v.kind == VALUE_DATE) {
        date_format(value_to_date(v), spec, out);
        return true;
    }
    if (!value_is_number(v) && v.kind != VALUE_STRING) {
        return state_fail(st, "template-type", "%s has no formats like '%.*s'",
                          value_kind_name(v), STR_ARG(spec));
    }
    if (!read_format(st, spec, value_is_number(v), &format)) {
        return false;
    }
    if (v.kind == VALUE_STRING) {
        return put_spec_text(st, out, &format, value_str(v), spec);
    }
    if (is_whole(v) && format.type == 'c') {
        return put_char(st, out, &format, value_whole(v), spec);
    }
    if (is_whole(v) && (!format.type || is_any_of(format.type, "dboxXn"))) {
        if (format.precision >= 0 ||
            (format.group == ',' && is_any_of(format.type, "boxX")) ||
            (format.group && format.type == 'n')) {
            return bad_spec(st, "does not fit a whole number", spec);
        }
        format_whole(st, out, &format, value_whole(v));
        return true;
    }
    if ((format.type && !is_any_of(format.type, "eEfFgGn%")) ||
        (format.type == 'n' && format.group)) {
        return bad_spec(st, "does not fit a number", spec);
    }
    if (format.precision > MOST_DIGITS) {
        return bad_spec(st, "has too many digits", spec);
    }
    format_float(st, out, &format, number_of(v));
    return true;
}
