/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "jinja/format/format.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

static bool overflow(struct jinja_state *st)
{
    return state_fail(st, "template-type",
                      "the result does not fit into a 64-bit number");
}

static bool by_zero(struct jinja_state *st)
{
    return state_fail(st, "template-type", "division by zero");
}

/* --- whole numbers --- */

static bool floor_div(struct jinja_state *st, int64_t a, int64_t b,
                      int64_t *out)
{
    if (b == 0) {
        return by_zero(st);
    }
    if (a == INT64_MIN && b == -1) {
        return overflow(st);
    }
    *out = a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
    return true;
}

static bool floor_mod(struct jinja_state *st, int64_t a, int64_t b,
                      int64_t *out)
{
    if (b == 0) {
        return by_zero(st);
    }
    int64_t rest = b == -1 ? 0 : a % b;
    *out = rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    return true;
}

static bool power(struct jinja_state *st, int64_t a, int64_t n, value *out)
{
    int64_t result = 1;
    if (n < 0) {
        if (a == 0) {
            return by_zero(st);
        }
        *out = value_float(pow((double)a, (double)n));
        return true;
    }
    if (a == 0 || a == 1 || a == -1) {
        result = a == 0 ? n == 0 : a == 1 || n % 2 == 0 ? 1 : -1;
        n = 0;
    }
    for (; n > 0; n--) {
        if (__builtin_mul_overflow(result, a, &result)) {
            return overflow(st);
        }
    }
    *out = value_int(result);
    return true;
}

static bool whole_op(struct jinja_state *st, enum opcode op, int64_t a,
                     int64_t b, value *out)
{
    int64_t i = 0;
    bool over = false;
    bool ok = true;
    switch ((int)op) {
    case OP_ADD: over = __builtin_add_overflow(a, b, &i); break;
    case OP_SUB: over = __builtin_sub_overflow(a, b, &i); break;
    case OP_MUL: over = __builtin_mul_overflow(a, b, &i); break;
    case OP_FLOORDIV: ok = floor_div(st, a, b, &i); break;
    case OP_MOD: ok = floor_mod(st, a, b, &i); break;
    default: return power(st, a, b, out);
    }
    *out = value_int(i);
    return over ? overflow(st) : ok;
}

/* --- floats --- */

static double float_mod(double a, double b)
{
    double rest = fmod(a, b);
    if (rest != 0 && (rest < 0) != (b < 0)) {
        rest += b;
    }
    return rest == 0 ? copysign(0.0, b) : rest;
}

static double float_floor_div(double a, double b)
{
    double rest = fmod(a, b);
    double quotient = (a - rest) / b;
    quotient -= rest != 0 && (rest < 0) != (b < 0);
    double f = floor(quotient);
    f += quotient - f > 0.5;
    return f == 0 ? copysign(0.0, a / b) : f;
}

static bool float_op(struct jinja_state *st, enum opcode op, double a, double b,
                     value *out)
{
    double f;
    if ((op == OP_DIV || op == OP_FLOORDIV || op == OP_MOD) && b == 0) {
        return by_zero(st);
    }
    switch ((int)op) {
    case OP_ADD: f = a + b; break;
    case OP_SUB: f = a - b; break;
    case OP_MUL: f = a * b; break;
    case OP_DIV: f = a / b; break;
    case OP_FLOORDIV: f = float_floor_div(a, b); break;
    case OP_MOD: f = float_mod(a, b); break;
    default:
        if (a == 0 && b < 0) {
            return by_zero(st);
        }
        f = pow(a, b);
        if ((isinf(f) || isnan(f)) && isfinite(a) && isfinite(b)) {
            return state_fail(st, "template-type",
                              "this power is no number, or too large a one");
        }
        break;
    }
    *out = value_float(f);
    return true;
}

/* --- strings and lists --- */

static bool add_strings(struct jinja_state *st, value a, value b, value *out)
{
    if ((uint64_t)a.n + b.n > LIMIT_BYTES) {
        return state_fail(st, "template-limit",
                          "this makes a string of more than %d MiB",
                          LIMIT_BYTES >> 20);
    }
    if (!state_makes(st, (uint64_t)a.n + b.n)) {
        return false;
    }
    bool safe = is_safe(a) || is_safe(b);
    str x = safe ? markup_of(st, a) : value_str(a);
    str y = safe ? markup_of(st, b) : value_str(b);
    *out = value_string_as(arena_concat(st->ctx->arena, x, y), safe);
    return true;
}

static bool add_lists(struct jinja_state *st, value a, value b, value *out)
{
    const struct list *x = a.as.list;
    const struct list *y = b.as.list;
    if (!own_sequence(st, a.kind, x->items.n + y->items.n, out)) {
        return false;
    }
    value *p = out->as.list->items.p;
    for (size_t i = 0; i < x->items.n; i++) {
        *p++ = x->items.p[i];
    }
    for (size_t i = 0; i < y->items.n; i++) {
        *p++ = y->items.p[i];
    }
    return true;
}

/* s * n */
static bool repeat_string(struct jinja_state *st, value s, int64_t n,
                          value *out)
{
    uint64_t times = n > 0 ? (uint64_t)n : 0;
    uint64_t size = s.kind == VALUE_STRING ? s.n : s.as.list->items.n;
    if (size && times > LIMIT_BYTES / size) {
        return state_fail(st, "template-limit", "this makes %s too long",
                          value_kind_name(s));
    }
    if (s.kind == VALUE_STRING) {
        struct buf buf = {0};
        for (uint64_t i = 0; i < times && size; i++) {
            buf_put(&buf, value_str(s));
        }
        return string_from(st, &buf, is_safe(s), out);
    }
    if (!own_sequence(st, s.kind, (size_t)(size * times), out)) {
        return false;
    }
    for (size_t i = 0; i < size * times; i++) {
        out->as.list->items.p[i] = s.as.list->items.p[i % size];
    }
    return true;
}

static bool repeatable(value v)
{
    return v.kind == VALUE_STRING || value_is_sequence(v);
}

bool ops_concat(struct jinja_state *st, const value *parts, size_t n,
                bool autoescape, value *out)
{
    bool safe = false;
    for (size_t i = 0; i < n; i++) {
        if (!state_allows(st, parts[i], USE_TEXT)) {
            return false;
        }
        safe |= is_safe(parts[i]) && autoescape;
    }
    struct buf buf = {0};
    for (size_t i = 0; i < n && buf.n <= LIMIT_BYTES; i++) {
        if (!safe || is_safe(parts[i])) {
            value_print(parts[i], st->ctx, &buf);
        } else {
            html_escape_jinja(value_text(parts[i], st->ctx), &buf);
        }
    }
    return string_from(st, &buf, safe, out);
}

/* --- all of them --- */

static const char *sign_of(enum opcode op)
{
    switch ((int)op) {
    case OP_ADD: return "+";
    case OP_SUB: return "-";
    case OP_MUL: return "*";
    case OP_DIV: return "/";
    case OP_FLOORDIV: return "//";
    case OP_MOD: return "%";
    default: return "**";
    }
}

static bool no_such_op(struct jinja_state *st, enum opcode op, value a, value b)
{
    if (!state_allows(st, a, USE_VALUE) || !state_allows(st, b, USE_VALUE)) {
        return false;
    }
    struct diag *diag = state_report(st, DIAG_ERROR, "template-type",
                                     "'%s' can't join %s and %s", sign_of(op),
                                     value_kind_name(a), value_kind_name(b));
    if (diag && op == OP_ADD && !st->call_site &&
        (a.kind == VALUE_STRING || b.kind == VALUE_STRING)) {
        diag_hint(diag, "'~' joins anything as text");
    }
    return false;
}

bool ops_binary(struct jinja_state *st, enum opcode op, value a, value b,
                value *out)
{
    if (op >= OP_EQ) {
        return ops_compare(st, op, a, b, out);
    }
    if (value_is_number(a) && value_is_number(b)) {
        bool whole = is_whole(a) && is_whole(b);
        if (whole && op != OP_DIV) {
            return whole_op(st, op, value_whole(a), value_whole(b), out);
        }
        if (whole && value_whole(b)) {
            /* rounded once: both may have more digits than a double */
            *out = value_float((double)((long double)value_whole(a) /
                                        (long double)value_whole(b)));
            return true;
        }
        return float_op(st, op, number_of(a), number_of(b), out);
    }
    if (op == OP_ADD && a.kind == VALUE_STRING && b.kind == VALUE_STRING) {
        return add_strings(st, a, b, out);
    }
    if (op == OP_ADD && value_is_sequence(a) && a.kind == b.kind) {
        return add_lists(st, a, b, out);
    }
    if (op == OP_MUL && repeatable(a) && is_whole(b)) {
        return repeat_string(st, a, value_whole(b), out);
    }
    if (op == OP_MUL && repeatable(b) && is_whole(a)) {
        return repeat_string(st, b, value_whole(a), out);
    }
    if (op == OP_MOD && a.kind == VALUE_STRING) {
        return format_percent(st, a, b, out);
    }
    return no_such_op(st, op, a, b);
}

bool ops_unary(struct jinja_state *st, enum opcode op, value a, value *out)
{
    if (op == OP_NOT) {
        *out = value_bool(!value_truth(a, st->ctx));
        return state_allows(st, a, USE_TRUTH);
    }
    if (a.kind == VALUE_FLOAT) {
        *out = value_float(op == OP_NEG ? -a.as.f : a.as.f);
        return true;
    }
    if (is_whole(a)) {
        int64_t i = value_whole(a);
        if (op == OP_NEG && i == INT64_MIN) {
            return overflow(st);
        }
        *out = value_int(op == OP_NEG ? -i : i);
        return true;
    }
    return state_allows(st, a, USE_VALUE) &&
           state_fail(st, "template-type", "'%s' can't be in front of %s",
                      op == OP_NEG ? "-" : "+", value_kind_name(a));
}
