/* SPDX-License-Identifier: MIT */
/* Python's format specifications, "*>+12,.2f": what stands behind ':' in
 * "{:...}". */
#include <math.h>
#include <stdio.h>

#include "base/utf8.h"
#include "jinja/format/format.h"
#include "jinja/limits.h"
#include "jinja/vm/state.h"

/* [[fill]align][sign][#][0][width][,_][.precision][type] */
struct mini {
    str fill;
    char align; /* '\0': as the kind of value has it */
    char sign;
    bool alternate;
    char group;
    int64_t width;
    int64_t precision; /* -1: none */
    char type;         /* '\0': none */
};

enum { MOST_DIGITS = 500, MOST_TEXT = 1024 };

static bool bad_spec(struct jinja_state *st, const char *what, str spec)
{
    return state_fail(st, "template-type", "the format '%.*s' %s",
                      STR_ARG(spec), what);
}

/* --- reading ---------------------------------------------------------------
 */

static bool is_align(char c)
{
    return c == '<' || c == '>' || c == '^' || c == '=';
}

static bool skip_char(str *rest, char c)
{
    if (rest->n && rest->p[0] == c) {
        *rest = str_from_offset(*rest, 1);
        return true;
    }
    return false;
}

static int64_t skip_number(str *rest)
{
    int64_t n = 0;
    while (rest->n && is_digit(rest->p[0])) {
        n = n > LIMIT_BYTES ? n : n * 10 + (rest->p[0] - '0');
        *rest = str_from_offset(*rest, 1);
    }
    return n;
}

static void read_align(str *rest, struct mini *mini)
{
    size_t after = 0;
    if (rest->n) {
        utf8_next(*rest, &after);
    }
    if (after && after < rest->n && is_align(rest->p[after])) {
        mini->fill = str_sub(*rest, 0, after);
        mini->align = rest->p[after];
        *rest = str_from_offset(*rest, after + 1);
    } else if (rest->n && is_align(rest->p[0])) {
        mini->align = rest->p[0];
        *rest = str_from_offset(*rest, 1);
    }
}

static bool read_mini(struct jinja_state *st, str spec, bool number,
                      struct mini *mini)
{
    str rest = spec;
    *mini = (struct mini){.precision = -1};
    read_align(&rest, mini);
    if (rest.n && (rest.p[0] == '+' || rest.p[0] == '-' || rest.p[0] == ' ')) {
        mini->sign = rest.p[0];
        rest = str_from_offset(rest, 1);
    }
    mini->alternate = skip_char(&rest, '#');
    if (!mini->fill.n && skip_char(&rest, '0')) {
        mini->fill = STR("0");
        mini->align = mini->align ? mini->align : number ? '=' : '\0';
    }
    mini->width = skip_number(&rest);
    mini->group = skip_char(&rest, ',')   ? ','
                  : skip_char(&rest, '_') ? '_'
                                          : '\0';
    if (skip_char(&rest, '.')) {
        if (!rest.n || !is_digit(rest.p[0])) {
            return bad_spec(st, "has no number behind '.'", spec);
        }
        mini->precision = skip_number(&rest);
    }
    if (rest.n > 1) {
        return bad_spec(st, "has an unknown form", spec);
    }
    mini->type = rest.n ? rest.p[0] : '\0';
    mini->fill = mini->fill.n ? mini->fill : STR(" ");
    if (mini->width > LIMIT_BYTES / 4) {
        return state_fail(st, "template-limit", "a format of that width");
    }
    return true;
}

/* --- writing ---------------------------------------------------------------
 */

static void put_fill(struct buf *out, str fill, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        buf_put(out, fill);
    }
}

/* head (the sign), then text, in the width. */
static void put_aligned(struct buf *out, const struct mini *mini, char align,
                        str head, str text)
{
    size_t n = utf8_length(head) + utf8_length(text);
    size_t pad = (size_t)mini->width > n ? (size_t)mini->width - n : 0;
    align = mini->align ? mini->align : align;
    size_t left = align == '>' ? pad : align == '^' ? pad / 2 : 0;
    put_fill(out, mini->fill, left);
    buf_put(out, head);
    put_fill(out, mini->fill, align == '=' ? pad : 0);
    buf_put(out, text);
    put_fill(out, mini->fill, align == '=' ? 0 : pad - left);
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

/* The number's digits from its first to its last; what is behind the whole
 * ones is `rest`. */
static void put_digits(struct jinja_state *st, struct buf *out,
                       struct mini *mini, str head, str digits, str rest)
{
    size_t group = mini->type == 'b' || mini->type == 'o' ||
                           mini->type == 'x' || mini->type == 'X'
                       ? 4
                       : 3;
    size_t width = 0;
    bool zeros = mini->align == '=' && str_eq(mini->fill, STR("0"));
    if (zeros && (size_t)mini->width > head.n + rest.n) {
        width = (size_t)mini->width - head.n - rest.n;
    }
    struct arena *arena = st->ctx->arena;
    digits = grouped(arena, digits, mini->group, group, width);
    put_aligned(out, mini, '>', head, arena_concat(arena, digits, rest));
}

static str sign_of(const struct mini *mini, bool negative)
{
    return negative            ? STR("-")
           : mini->sign == '+' ? STR("+")
           : mini->sign == ' ' ? STR(" ")
                               : STR("");
}

static str digits_in(char *end, uint64_t u, unsigned base, bool upper)
{
    char *p = end;
    do {
        *--p = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[u % base];
        u /= base;
    } while (u);
    return (str){p, (size_t)(end - p)};
}

static bool put_spec_whole(struct jinja_state *st, struct buf *out,
                           struct mini *mini, int64_t i, str spec)
{
    char text[72];
    char type = mini->type;
    unsigned base = type == 'b'                  ? 2
                    : type == 'o'                ? 8
                    : type == 'x' || type == 'X' ? 16
                                                 : 10;
    if (mini->precision >= 0 || (mini->group == ',' && base != 10) ||
        (mini->group && type == 'n')) {
        return bad_spec(st, "does not fit a whole number", spec);
    }
    uint64_t u = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    str digits = digits_in(text + sizeof text, u, base, type == 'X');
    str head = sign_of(mini, i < 0);
    if (mini->alternate && base != 10) {
        str prefix = arena_printf(st->ctx->arena, "0%c", type);
        head = arena_concat(st->ctx->arena, head, prefix);
    }
    put_digits(st, out, mini, head, digits, STR(""));
    return true;
}

static bool put_char(struct jinja_state *st, struct buf *out, struct mini *mini,
                     int64_t i, str spec)
{
    if (mini->sign || mini->alternate || mini->group || mini->precision >= 0 ||
        i < 0 || i > 0x10FFFF) {
        return bad_spec(st, "does not fit a character", spec);
    }
    struct buf text = {0};
    utf8_put(&text, (uint32_t)i);
    put_aligned(out, mini, '>', STR(""), buf_str(&text));
    buf_free(&text);
    return true;
}

/* Without a type a float keeps a digit behind the point: 3.0, not 3. */
static void print_general(char *text, size_t n, double f, int precision)
{
    precision = precision ? precision : 1;
    snprintf(text, n, "%.*e", precision - 1, f);
    str made = str_from(text);
    size_t e = str_find_char(made, 'e');
    int exponent = 0;
    sscanf(text + e + 1, "%d", &exponent);
    if (exponent < -4 || exponent >= precision - 1) {
        size_t end = e;
        while (end && str_find_char(str_sub(made, 0, e), '.') != STR_NONE &&
               (text[end - 1] == '0' || text[end - 1] == '.')) {
            end--;
            if (text[end] == '.') {
                break;
            }
        }
        memmove(text + end, text + e, made.n - e + 1);
        return;
    }
    snprintf(text, n, "%.*g", precision, f);
    made = str_from(text);
    if (str_find_char(made, '.') == STR_NONE && made.n + 3 < n) {
        memcpy(text + made.n, ".0", 3);
    }
}

static void print_real(char *text, size_t n, const struct mini *mini, double f)
{
    int precision = mini->precision < 0 ? 6 : (int)mini->precision;
    bool alternate = mini->alternate;
    switch (mini->type) {
    case 'e':
        snprintf(text, n, alternate ? "%#.*e" : "%.*e", precision, f);
        break;
    case 'E':
        snprintf(text, n, alternate ? "%#.*E" : "%.*E", precision, f);
        break;
    case 'g':
    case 'n':
        snprintf(text, n, alternate ? "%#.*g" : "%.*g", precision, f);
        break;
    case 'G':
        snprintf(text, n, alternate ? "%#.*G" : "%.*G", precision, f);
        break;
    case 'F':
        snprintf(text, n, alternate ? "%#.*F" : "%.*F", precision, f);
        break;
    default:
        snprintf(text, n, alternate ? "%#.*f" : "%.*f", precision, f);
        break;
    }
}

static bool put_real(struct jinja_state *st, struct buf *out, struct mini *mini,
                     double f, str spec)
{
    char text[MOST_TEXT];
    if (mini->precision > MOST_DIGITS) {
        return bad_spec(st, "has too many digits", spec);
    }
    bool negative = signbit(f) && !isnan(f);
    f = negative ? -f : f;
    if (mini->type == '\0' && mini->precision < 0) {
        struct buf plain = {0};
        print_float(f, &plain);
        snprintf(text, sizeof text, "%.*s", STR_ARG(buf_str(&plain)));
        buf_free(&plain);
    } else if (mini->type == '\0' && isfinite(f)) {
        print_general(text, sizeof text, f, (int)mini->precision);
    } else {
        print_real(text, sizeof text, mini, mini->type == '%' ? f * 100 : f);
    }
    str all = str_from(text);
    size_t whole = 0;
    while (whole < all.n && is_digit(all.p[whole])) {
        whole++;
    }
    if (!isfinite(f)) {
        mini->group = '\0';
        whole = all.n;
    }
    str rest = str_from_offset(all, whole);
    if (mini->type == '%') {
        rest = arena_concat(st->ctx->arena, rest, STR("%"));
    }
    put_digits(st, out, mini, sign_of(mini, negative), str_sub(all, 0, whole),
               rest);
    return true;
}

static bool put_spec_text(struct jinja_state *st, struct buf *out,
                          struct mini *mini, str s, str spec)
{
    if (mini->sign || mini->alternate || mini->group || mini->align == '=' ||
        (mini->type && mini->type != 's')) {
        return bad_spec(st, "does not fit a text", spec);
    }
    if (mini->precision >= 0) {
        s = str_sub(s, 0, utf8_offset(s, (size_t)mini->precision));
    }
    put_aligned(out, mini, '<', STR(""), s);
    return true;
}

static bool one_of(char c, const char *set)
{
    return str_find_char(str_from(set), c) != STR_NONE;
}

bool format_spec(struct jinja_state *st, value v, str spec, struct buf *out)
{
    struct mini mini;
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
    if (!is_number(v) && v.kind != VALUE_STRING) {
        return state_fail(st, "template-type", "%s has no formats like '%.*s'",
                          value_kind_name(v), STR_ARG(spec));
    }
    if (!read_mini(st, spec, is_number(v), &mini)) {
        return false;
    }
    if (v.kind == VALUE_STRING) {
        return put_spec_text(st, out, &mini, value_str(v), spec);
    }
    if (is_whole(v) && mini.type == 'c') {
        return put_char(st, out, &mini, whole_of(v), spec);
    }
    if (is_whole(v) && (!mini.type || one_of(mini.type, "dboxXn"))) {
        return put_spec_whole(st, out, &mini, whole_of(v), spec);
    }
    if ((!mini.type || one_of(mini.type, "eEfFgGn%")) &&
        !(mini.type == 'n' && mini.group)) {
        return put_real(st, out, &mini, number_of(v), spec);
    }
    return bad_spec(st, "does not fit a number", spec);
}
