/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/chars.h"
#include "jinja/vm/arith.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/vm.h"

static bool answer_test(value *out, bool yes)
{
    *out = value_bool(yes);
    return true;
}

static bool test_defined(struct jinja_call *call, value *out)
{
    return answer_test(out, call->args[0].kind != VALUE_UNDEFINED);
}

static bool test_undefined(struct jinja_call *call, value *out)
{
    return answer_test(out, call->args[0].kind == VALUE_UNDEFINED);
}

static bool test_none(struct jinja_call *call, value *out)
{
    return answer_test(out, call->args[0].kind == VALUE_NONE);
}

static bool remainder_is(struct jinja_call *call, value by, int64_t wanted,
                         value *out)
{
    value rest = value_none();
    if (!ops_binary(call->state, OP_MOD, call->args[0], by, &rest)) {
        return false;
    }
    return answer_test(out,
                       is_number(rest) && number_of(rest) == (double)wanted);
}

static bool test_odd(struct jinja_call *call, value *out)
{
    return remainder_is(call, value_int(2), 1, out);
}

static bool test_even(struct jinja_call *call, value *out)
{
    return remainder_is(call, value_int(2), 0, out);
}

static bool need_argument(struct jinja_call *call, value *out)
{
    if (call->nargs < 2) {
        return jinja_fail(call, "template-call",
                          "this test needs something to test against");
    }
    *out = call->args[1];
    return true;
}

static bool test_divisibleby(struct jinja_call *call, value *out)
{
    value by = value_none();
    return need_argument(call, &by) && remainder_is(call, by, 0, out);
}

static bool test_number(struct jinja_call *call, value *out)
{
    return answer_test(out, is_number(call->args[0]));
}

static bool test_integer(struct jinja_call *call, value *out)
{
    return answer_test(out, call->args[0].kind == VALUE_INT);
}

static bool test_float(struct jinja_call *call, value *out)
{
    return answer_test(out, call->args[0].kind == VALUE_FLOAT);
}

static bool test_boolean(struct jinja_call *call, value *out)
{
    return answer_test(out, call->args[0].kind == VALUE_BOOL);
}

static bool test_true(struct jinja_call *call, value *out)
{
    return answer_test(out,
                       call->args[0].kind == VALUE_BOOL && call->args[0].as.b);
}

static bool test_false(struct jinja_call *call, value *out)
{
    return answer_test(out,
                       call->args[0].kind == VALUE_BOOL && !call->args[0].as.b);
}

static bool test_string(struct jinja_call *call, value *out)
{
    return answer_test(out, call->args[0].kind == VALUE_STRING);
}

static bool test_mapping(struct jinja_call *call, value *out)
{
    return answer_test(out, call->args[0].kind == VALUE_DICT);
}

static bool is_undefined(const struct jinja_call *call,
                         enum jinja_undefined mode)
{
    return call->args[0].kind == VALUE_UNDEFINED &&
           call->state->env->options.undefined == mode;
}

static bool test_sequence(struct jinja_call *call, value *out)
{
    return answer_test(out, value_is_iterable(call->args[0]) &&
                                !is_undefined(call, JINJA_STRICT));
}

static bool test_iterable(struct jinja_call *call, value *out)
{
    if (is_undefined(call, JINJA_STRICT)) {
        return state_undefined(call->state, call->args[0]);
    }
    return answer_test(out, value_is_iterable(call->args[0]));
}

static bool test_callable(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    return answer_test(out, v.kind == VALUE_FUNCTION || value_is_loop(v) ||
                                v.kind == VALUE_UNDEFINED);
}

static bool test_escaped(struct jinja_call *call, value *out)
{
    return answer_test(out, is_safe(call->args[0]) ||
                                is_undefined(call, JINJA_CHAINABLE));
}

static bool test_in(struct jinja_call *call, value *out)
{
    value container = value_none();
    bool in;
    return need_argument(call, &container) &&
           value_in(call->state, call->args[0], container, &in) &&
           answer_test(out, in);
}

static bool test_sameas(struct jinja_call *call, value *out)
{
    value other = value_none();
    if (!need_argument(call, &other)) {
        return false;
    }
    value v = call->args[0];
    bool container = value_is_sequence(v) || v.kind == VALUE_DICT;
    bool same = v.kind == other.kind &&
                (container ? v.as.list == other.as.list
                           : values_equal(call->state, v, other));
    return answer_test(out, same);
}

/* Some letter, and none of the other case. */
static bool only_case(struct jinja_call *call, bool upper, value *out)
{
    str s;
    bool any = false;
    if (!state_text(call->state, call->args[0], &s)) {
        return false;
    }
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        if (upper ? char_is_lower(c) : char_is_upper(c)) {
            return answer_test(out, false);
        }
        any |= upper ? char_is_upper(c) : char_is_lower(c);
    }
    return answer_test(out, any);
}

static bool test_upper(struct jinja_call *call, value *out)
{
    return only_case(call, true, out);
}

static bool test_lower(struct jinja_call *call, value *out)
{
    return only_case(call, false, out);
}

static bool answer_compare(struct jinja_call *call, enum opcode op, value *out)
{
    value other = value_none();
    return need_argument(call, &other) &&
           ops_compare(call->state, op, call->args[0], other, out);
}

static bool test_eq(struct jinja_call *call, value *out)
{
    return answer_compare(call, OP_EQ, out);
}

static bool test_ne(struct jinja_call *call, value *out)
{
    return answer_compare(call, OP_NE, out);
}

static bool test_lt(struct jinja_call *call, value *out)
{
    return answer_compare(call, OP_LT, out);
}

static bool test_le(struct jinja_call *call, value *out)
{
    return answer_compare(call, OP_LE, out);
}

static bool test_gt(struct jinja_call *call, value *out)
{
    return answer_compare(call, OP_GT, out);
}

static bool test_ge(struct jinja_call *call, value *out)
{
    return answer_compare(call, OP_GE, out);
}

static bool test_filter(struct jinja_call *call, value *out)
{
    str name;
    return value_is_key(call->state, call->args[0]) &&
           state_text(call->state, call->args[0], &name) &&
           answer_test(out, env_filter(call->state->env, name) != NULL);
}

static bool test_test(struct jinja_call *call, value *out)
{
    str name;
    return value_is_key(call->state, call->args[0]) &&
           state_text(call->state, call->args[0], &name) &&
           answer_test(out, env_test(call->state->env, name) != NULL);
}

#define TEST(name, signature, help, call)                                      \
    {                                                                          \
        STR_INIT(name), STR_INIT(signature), STR_INIT(help), call              \
    }

static const struct jinja_builtin entries[] = {
    TEST("defined", "defined()", "there is such a thing", test_defined),
    TEST("undefined", "undefined()", "there is none", test_undefined),
    TEST("none", "none()", "it is none", test_none),
    TEST("odd", "odd()", "an odd number", test_odd),
    TEST("even", "even()", "an even number", test_even),
    TEST("divisibleby", "divisibleby(num)", "without a remainder",
         test_divisibleby),
    TEST("number", "number()", "a number, or a boolean", test_number),
    TEST("integer", "integer()", "a whole number", test_integer),
    TEST("float", "float()", "a number with a fraction", test_float),
    TEST("boolean", "boolean()", "true or false", test_boolean),
    TEST("true", "true()", "true itself", test_true),
    TEST("false", "false()", "false itself", test_false),
    TEST("string", "string()", "text", test_string),
    TEST("mapping", "mapping()", "a map", test_mapping),
    TEST("sequence", "sequence()", "has a length and items", test_sequence),
    TEST("iterable", "iterable()", "a loop can go through it", test_iterable),
    TEST("callable", "callable()", "can be called", test_callable),
    TEST("escaped", "escaped()", "is markup", test_escaped),
    TEST("in", "in(seq)", "is one of its items", test_in),
    TEST("sameas", "sameas(other)", "is the very same", test_sameas),
    TEST("upper", "upper()", "all in capitals", test_upper),
    TEST("lower", "lower()", "all in small letters", test_lower),
    TEST("eq", "eq(other)", "==", test_eq),
    TEST("equalto", "equalto(other)", "==", test_eq),
    TEST("==", "==(other)", "==", test_eq),
    TEST("ne", "ne(other)", "!=", test_ne),
    TEST("!=", "!=(other)", "!=", test_ne),
    TEST("lt", "lt(other)", "<", test_lt),
    TEST("lessthan", "lessthan(other)", "<", test_lt),
    TEST("<", "<(other)", "<", test_lt),
    TEST("le", "le(other)", "<=", test_le),
    TEST("<=", "<=(other)", "<=", test_le),
    TEST("gt", "gt(other)", ">", test_gt),
    TEST("greaterthan", "greaterthan(other)", ">", test_gt),
    TEST(">", ">(other)", ">", test_gt),
    TEST("ge", "ge(other)", ">=", test_ge),
    TEST(">=", ">=(other)", ">=", test_ge),
    TEST("filter", "filter()", "the name of a filter", test_filter),
    TEST("test", "test()", "the name of a test", test_test),
};

const struct builtin_table builtin_tests = {entries,
                                            sizeof entries / sizeof *entries};
