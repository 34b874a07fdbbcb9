/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "jinja/chars.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

bool value_truth(value v, struct render_context *ctx)
{
    switch (v.kind) {
    case VALUE_UNDEFINED:
    case VALUE_NONE: return false;
    case VALUE_BOOL: return v.as.b;
    case VALUE_INT: return v.as.i != 0;
    case VALUE_FLOAT: return v.as.f != 0;
    case VALUE_STRING: return v.n != 0;
    case VALUE_LIST:
    case VALUE_TUPLE: return v.as.list->items.n != 0;
    case VALUE_DICT: return v.as.dict->entries.n != 0;
    case VALUE_OBJECT: {
        const struct object_class *class = v.as.object->class;
        if (class->truth) {
            return class->truth(v.as.object, ctx);
        }
        if (class->plain) {
            return value_truth(class->plain(v.as.object, ctx), ctx);
        }
        return !class->length || class->length(v.as.object, ctx) > 0;
    }
    default: return true;
    }
}

/* --- numbers --- */

enum { DIGITS_ROOM = 512 };

/* The digits of f >= 0 without zeros at the end; returns the exponent of the
 * first one. precision 0: the fewest that read back as f. Up to 15 always
 * survive, so the search starts there; only the smallest numbers have fewer. */
static int digits_of(double f, int precision, char digits[DIGITS_ROOM])
{
    char text[DIGITS_ROOM + 8];
    int n = precision ? precision : f < 1e-300 ? 1 : 15;
    do {
        snprintf(text, sizeof text, "%.*e", n - 1, f);
    } while (!precision && n++ < 17 && strtod(text, NULL) != f);
    char *to = digits;
    const char *p = text;
    for (; *p && *p != 'e'; p++) {
        if (is_digit(*p)) {
            *to++ = *p;
        }
    }
    while (to > digits + 1 && to[-1] == '0') {
        to--;
    }
    *to = '\0';
    return (int)strtol(p + 1, NULL, 10);
}

void print_float(double f, int precision, struct buf *out)
{
    char digits[DIGITS_ROOM] = "";
    if (!isfinite(f)) {
        buf_put(out, isnan(f) ? STR("nan") : f < 0 ? STR("-inf") : STR("inf"));
        return;
    }
    int exponent = digits_of(fabs(f), precision, digits);
    int n = (int)strlen(digits);
    buf_put(out, signbit(f) ? STR("-") : STR(""));
    if (exponent < -4 || exponent >= (precision ? precision - 1 : 16)) {
        buf_putc(out, digits[0]);
        if (n > 1) {
            buf_printf(out, ".%s", digits + 1);
        }
        buf_printf(out, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
        return;
    }
    for (int i = exponent < 0 ? exponent : 0; i <= exponent + 1 || i < n; i++) {
        if (i == exponent + 1) {
            buf_putc(out, '.');
        }
        buf_putc(out, (char)(i >= 0 && i < n ? digits[i] : '0'));
    }
}

/* clang-format off */
#define TEN(c) {c, '0'}, {c, '1'}, {c, '2'}, {c, '3'}, {c, '4'}, \
               {c, '5'}, {c, '6'}, {c, '7'}, {c, '8'}, {c, '9'}
static const char digit_pairs[101][2] = {
    TEN('0'), TEN('1'), TEN('2'), TEN('3'), TEN('4'),
    TEN('5'), TEN('6'), TEN('7'), TEN('8'), TEN('9'),
};
/* clang-format on */

/* Up to four digits, which most numbers have. */
static inline char *put_few_digits(char *to, uint32_t u)
{
    const char *low = digit_pairs[u % 100];
    if (u >= 100) {
        const char *high = digit_pairs[u / 100];
        size_t skip = u < 1000;
        memcpy(to, high + skip,
               2); /* a second digit that does not count is overwritten */
        memcpy(to + 2 - skip, low, 2);
        return to + 4 - skip;
    }
    size_t skip = u < 10;
    memcpy(to, low + skip, 2);
    return to + 2 - skip;
}

__attribute__((noinline)) static char *put_long_int(char *to, int64_t i)
{
    char text[SHORT_ROOM];
    size_t at = sizeof text;
    uint64_t u = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    for (; u >= 100; u /= 100) {
        at -= 2;
        memcpy(&text[at], digit_pairs[u % 100], 2);
    }
    *to = '-';
    to = put_few_digits(to + (i < 0), (uint32_t)u);
    memcpy(to, &text[at], sizeof text - at);
    return to + sizeof text - at;
}

char *put_int(char *to, int64_t i)
{
    return i >= 0 && i < 10000 ? put_few_digits(to, (uint32_t)i)
                               : put_long_int(to, i);
}

void print_int(int64_t i, struct buf *out)
{
    buf_reserve(out, SHORT_ROOM);
    out->n = (size_t)(put_int(out->p + out->n, i) - out->p);
}

/* --- repr --- */

void print_escape(uint32_t c, struct buf *out)
{
    if (c < 0x100) {
        buf_printf(out, "\\x%02x", (unsigned)c);
    } else if (c < 0x10000) {
        buf_printf(out, "\\u%04x", (unsigned)c);
    } else {
        buf_printf(out, "\\U%08x", (unsigned)c);
    }
}

static void repr_char(uint32_t c, char quote, struct buf *out)
{
    if (c == '\n' || c == '\t' || c == '\r') {
        buf_printf(out, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
    } else if (c == '\\' || c == (uint32_t)quote) {
        buf_printf(out, "\\%c", (char)c);
    } else if (char_is_printable(c)) {
        utf8_put(out, c);
    } else {
        print_escape(c, out);
    }
}

static void repr_str(str s, struct buf *out)
{
    bool single = str_find_char(s, '\'') != STR_NONE;
    bool twice = str_find_char(s, '"') != STR_NONE;
    char quote = single && !twice ? '"' : '\'';
    buf_putc(out, quote);
    for (size_t i = 0; i < s.n;) {
        repr_char(utf8_next(s, &i), quote, out);
    }
    buf_putc(out, quote);
}

enum { PRINT_DEPTH = 100 };

static void repr_list(value v, struct render_context *ctx, struct buf *out)
{
    const struct list *list = v.as.list;
    bool tuple = v.kind == VALUE_TUPLE;
    buf_putc(out, tuple ? '(' : '[');
    for (size_t i = 0; i < list->items.n; i++) {
        if (i) {
            buf_put(out, STR(", "));
        }
        value_repr(list->items.p[i], ctx, out);
    }
    if (tuple && list->items.n == 1) {
        buf_putc(out, ',');
    }
    buf_putc(out, tuple ? ')' : ']');
}

static void repr_dict(const struct dict *dict, struct render_context *ctx,
                      struct buf *out)
{
    buf_putc(out, '{');
    for (size_t i = 0; i < dict->entries.n; i++) {
        if (i) {
            buf_put(out, STR(", "));
        }
        value_repr(dict->entries.p[i].key, ctx, out);
        buf_put(out, STR(": "));
        value_repr(dict->entries.p[i].val, ctx, out);
    }
    buf_putc(out, '}');
}

/* A list may hold itself if templates append, and so may a namespace: the depth
 * ends that. */
void value_repr(value v, struct render_context *ctx, struct buf *out)
{
    if (ctx->depth > PRINT_DEPTH || out->n > LIMIT_BYTES) {
        buf_put(out, STR("..."));
        return;
    }
    ctx->depth++;
    switch (v.kind) {
    case VALUE_UNDEFINED: buf_put(out, STR("Undefined")); break;
    case VALUE_STRING:
        if (v.flags & VALUE_SAFE) {
            buf_put(out, STR("Markup("));
        }
        repr_str(value_str(v), out);
        if (v.flags & VALUE_SAFE) {
            buf_putc(out, ')');
        }
        break;
    case VALUE_LIST:
    case VALUE_TUPLE: repr_list(v, ctx, out); break;
    case VALUE_DICT: repr_dict(v.as.dict, ctx, out); break;
    default: value_print(v, ctx, out); break;
    }
    ctx->depth--;
}

static void print_object(value v, struct render_context *ctx, struct buf *out)
{
    const struct object_class *class = v.as.object->class;
    if (class->print) {
        class->print(v.as.object, ctx, out);
    } else if (class->plain) {
        value_repr(class->plain(v.as.object, ctx), ctx, out);
    } else {
        buf_printf(out, "<%s>", class->name);
    }
}

str function_name(const struct function *f)
{
    return f->code ? f->code->name : f->builtin ? f->builtin->name : f->method;
}

void value_print(value v, struct render_context *ctx, struct buf *out)
{
    switch (v.kind) {
    case VALUE_UNDEFINED: break;
    case VALUE_NONE: buf_put(out, STR("None")); break;
    case VALUE_BOOL: buf_put(out, v.as.b ? STR("True") : STR("False")); break;
    case VALUE_INT: print_int(v.as.i, out); break;
    case VALUE_FLOAT: print_float(v.as.f, 0, out); break;
    case VALUE_STRING: buf_put(out, value_str(v)); break;
    case VALUE_DATE: date_print(value_to_date(v), out); break;
    case VALUE_OBJECT: print_object(v, ctx, out); break;
    case VALUE_FUNCTION: {
        const struct function *f = v.as.function;
        if (f->code && f->code->kind == CODE_CALLER) {
            buf_put(out, STR("<Macro anonymous>"));
        } else {
            buf_printf(out, "<%s '%.*s'>", f->code ? "Macro" : "function",
                       STR_ARG(function_name(f)));
        }
        break;
    }
    default: value_repr(v, ctx, out); break;
    }
}

/* --- strings --- */

str value_text(value v, struct render_context *ctx)
{
    if (v.kind == VALUE_STRING) {
        return value_str(v);
    }
    struct buf buf = {0};
    value_print(v, ctx, &buf);
    return buf_move(&buf, ctx->arena);
}

bool state_text(struct jinja_state *st, value v, str *out)
{
    if (!state_allows(st, v, USE_TEXT)) {
        return false;
    }
    *out = value_text(v, st->ctx);
    return v.kind == VALUE_STRING || state_makes(st, out->n);
}

struct buf state_buf(struct jinja_state *st)
{
    struct buf buf = st->spare;
    st->spare = (struct buf){0};
    return buf;
}

static void give_back(struct jinja_state *st, struct buf *buf)
{
    if (st->silent || st->spare.p) {
        buf_free(buf);
    } else {
        st->spare = *buf;
        st->spare.n = 0;
    }
}

bool string_from(struct jinja_state *st, struct buf *buf, bool safe, value *out)
{
    bool fits = buf->n <= LIMIT_BYTES;
    if (fits && !state_makes(st, buf->n)) {
        buf_free(buf);
        return false;
    }
    if (fits) {
        *out = value_string_as(arena_str(st->ctx->arena, buf_str(buf)), safe);
    }
    give_back(st, buf);
    return fits || state_fail(st, "template-limit",
                              "this makes a string of more than %d MiB",
                              LIMIT_BYTES >> 20);
}

str markup_of(struct jinja_state *st, value v)
{
    str text = value_text(v, st->ctx);
    if (is_safe(v) || !html_needs_escape(text)) {
        return text;
    }
    struct buf buf = state_buf(st);
    html_escape_jinja(text, &buf);
    text = arena_str(st->ctx->arena, buf_str(&buf));
    give_back(st, &buf);
    return text;
}

void jinja_print(value v, struct render_context *ctx, struct buf *out)
{
    value_print(v, ctx, out);
}
