/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "jinja/builtins/builtins.h"
#include "jinja/chars.h"
#include "jinja/vm/ops.h"

static bool need_number(struct jinja_call *call, value v)
{
    if (v.kind == VALUE_UNDEFINED) {
        return state_undefined(call->state, v);
    }
    return value_is_number(v) ||
           jinja_fail(call, "template-type", "this needs a number, not %s",
                      value_kind_name(v));
}

static bool filter_abs(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    if (!need_number(call, v)) {
        return false;
    }
    if (v.kind == VALUE_FLOAT) {
        *out = value_float(fabs(v.as.f));
        return true;
    }
    return ops_unary(call->state, value_whole(v) < 0 ? OP_NEG : OP_POS, v, out);
}

/* Text without '_' between digits, NUL-terminated; NULL: too long or not a
 * number at all. */
static const char *plain_digits(struct jinja_call *call, str s)
{
    s = str_strip(s, (str){NULL, 0}, true, true);
    if (!s.n || s.n > 400) {
        return NULL;
    }
    char *p = arena_alloc(call->ctx->arena, s.n + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '_' && i && is_alnum(s.p[i - 1]) && i + 1 < s.n &&
            is_alnum(s.p[i + 1])) {
            continue;
        }
        p[n++] = s.p[i];
    }
    p[n] = '\0';
    return p;
}

static bool parse_whole(const char *p, int64_t base, int64_t *out)
{
    char *end;
    const char *digits = p + (*p == '-' || *p == '+');
    errno = 0;
    char letter = base == 8 ? 'o' : base == 2 ? 'b' : '\0';
    if (letter && digits[0] == '0' && to_lower(digits[1]) == letter) {
        digits += 2;
    } else if (base == 10 || base == 16) {
        digits = p;
    }
    long long i = strtoll(digits, &end, (int)base);
    if (*end || errno || end == digits) {
        return false;
    }
    *out = digits != p && *p == '-' ? -i : i;
    return true;
}

static bool parse_float(const char *p, double *out)
{
    char *end;
    /* strtod also reads hexadecimal, which Python's float() does not */
    for (const char *c = p; *c; c++) {
        if (*c == 'x' || *c == 'X') {
            return false;
        }
    }
    *out = strtod(p, &end);
    return end != p && !*end;
}

static bool too_large(struct jinja_call *call)
{
    return jinja_fail(call, "template-limit",
                      "this whole number is larger than 64 bits");
}

static bool filter_int(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    int64_t base = 10;
    int64_t i = 0;
    double f = 0;
    const value *otherwise = jinja_arg(call, 0, "default");
    if (v.kind == VALUE_UNDEFINED) {
        return state_undefined(call->state, v);
    }
    if (!arg_int(call, 1, "base", &base)) {
        return false;
    }
    bool is_text = v.kind == VALUE_STRING;
    const char *p = is_text ? plain_digits(call, value_str(v)) : NULL;
    *out = otherwise ? *otherwise : value_int(0);
    errno = 0;
    if (is_whole(v)) {
        *out = value_int(value_whole(v));
    } else if (p && base >= 2 && base <= 36 && parse_whole(p, base, &i)) {
        *out = value_int(i);
    } else if (p && errno == ERANGE) {
        return too_large(call);
    } else if (v.kind == VALUE_FLOAT || (p && parse_float(p, &f))) {
        f = is_text ? f : v.as.f;
        if (isfinite(f) && fabs(f) >= 0x1p63) {
            return too_large(call);
        }
        if (isinf(f)) {
            return jinja_fail(call, "template-type",
                              "infinity is no whole number");
        }
        if (!isnan(f)) {
            *out = value_int((int64_t)f);
        }
    }
    return true;
}

static bool filter_float(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    double f;
    const value *otherwise = jinja_arg(call, 0, "default");
    *out = otherwise ? *otherwise : value_float(0);
    if (v.kind == VALUE_UNDEFINED) {
        return state_undefined(call->state, v);
    }
    if (value_is_number(v)) {
        *out = value_float(number_of(v));
    } else if (v.kind == VALUE_STRING) {
        const char *p = plain_digits(call, value_str(v));
        if (p && parse_float(p, &f)) {
            *out = value_float(f);
        }
    }
    return true;
}

/* To the nearest, ties to even, of the exact binary value: what printf does.
 */
static double round_common(double f, int digits)
{
    char text[400];
    if (digits >= 0) {
        snprintf(text, sizeof text, "%.*f", digits > 40 ? 40 : digits, f);
        return strtod(text, NULL);
    }
    double by = pow(10, -digits);
    return nearbyint(f / by) * by;
}

static bool filter_round(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    int64_t precision = 0;
    str method = STR("common");
    if (!arg_int(call, 0, "precision", &precision) ||
        !arg_str(call, 1, "method", &method) || !need_number(call, v)) {
        return false;
    }
    precision = precision > 300 ? 300 : precision < -300 ? -300 : precision;
    double f = number_of(v);
    double by = pow(10, (double)precision);
    if (str_eq(method, STR("ceil"))) {
        *out = value_float((ceil(f * by) + 0.0) / by);
    } else if (str_eq(method, STR("floor"))) {
        *out = value_float((floor(f * by) + 0.0) / by);
    } else if (!str_eq(method, STR("common"))) {
        return jinja_fail(call, "template-call",
                          "round goes by 'common', 'ceil' or 'floor'");
    } else if (is_whole(v)) {
        *out = value_int(precision >= 0
                             ? value_whole(v)
                             : (int64_t)round_common(f, (int)precision));
    } else {
        *out =
            value_float(fabs(f) > 1e300 ? f : round_common(f, (int)precision));
    }
    return true;
}

static bool filter_filesizeformat(struct jinja_call *call, value *out)
{
    static const char *const units = "kMGTPEZY";
    bool binary = arg_bool(call, 0, "binary", false);
    value v = call->args[0];
    double f;
    if (v.kind == VALUE_STRING) {
        const char *p = plain_digits(call, value_str(v));
        if (!p || !parse_float(p, &f)) {
            return need_number(call, v);
        }
    } else if (!need_number(call, v)) {
        return false;
    } else {
        f = number_of(v);
    }
    struct arena *arena = call->ctx->arena;
    double base = binary ? 1024 : 1000;
    if (f == 1) {
        *out = value_string(STR("1 Byte"));
    } else if (f < base) {
        *out = value_string(arena_printf(arena, "%lld Bytes", (long long)f));
    } else {
        double unit = base;
        size_t i = 0;
        for (; f >= unit * base && units[i + 1]; i++) {
            unit *= base;
        }
        char letter = binary && i == 0 ? 'K' : units[i];
        *out = value_string(arena_printf(arena, "%.1f %c%s", f / unit, letter,
                                         binary ? "iB" : "B"));
    }
    return true;
}

static const struct jinja_builtin entries[] = {
    JINJA_BUILTIN("abs", "()", "without the sign", filter_abs),
    JINJA_BUILTIN("int", "(default=0, base=10)", "as a whole number",
                  filter_int),
    JINJA_BUILTIN("float", "(default=0.0)", "as a number with a fraction",
                  filter_float),
    JINJA_BUILTIN("round", "(precision=0, method='common')",
                  "rounded; also by 'ceil' or 'floor'", filter_round),
    JINJA_BUILTIN("filesizeformat", "(binary=false)",
                  "bytes for people: 1.5 kB", filter_filesizeformat),
};

const struct builtin_table number_filters = BUILTIN_TABLE(entries);
