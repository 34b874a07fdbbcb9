/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/chars.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/vm.h"

static bool answer(value *out, bool yes)
{
    *out = value_bool(yes);
    return true;
}

/* variant: a mask of the kinds that pass. */
static bool test_kind(struct jinja_call *call, value *out)
{
    return answer(out, call->variant >> call->args[0].kind & 1);
}

static bool test_bool(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    return answer(out, v.kind == VALUE_BOOL && v.as.b == call->variant);
}

static bool remainder_is(struct jinja_call *call, value by, int wanted,
                         value *out)
{
    value rest = value_none();
    return ops_binary(call->state, OP_MOD, call->args[0], by, &rest) &&
           answer(out, value_is_number(rest) && number_of(rest) == wanted);
}

static bool test_parity(struct jinja_call *call, value *out)
{
    return remainder_is(call, value_int(2), call->variant, out);
}

/* A call by `select` may lack the argument, which the compiler can't check. */
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

static bool is_undefined(const struct jinja_call *call,
                         enum jinja_undefined mode)
{
    return call->args[0].kind == VALUE_UNDEFINED &&
           call->state->env->options.undefined == mode;
}

static bool test_sequence(struct jinja_call *call, value *out)
{
    return answer(out, value_is_iterable(call->args[0]) &&
                           !is_undefined(call, JINJA_STRICT));
}

static bool test_iterable(struct jinja_call *call, value *out)
{
    if (is_undefined(call, JINJA_STRICT)) {
        return state_undefined(call->state, call->args[0]);
    }
    return answer(out, value_is_iterable(call->args[0]));
}

static bool test_callable(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    return answer(out, v.kind == VALUE_FUNCTION || value_is_loop(v) ||
                           v.kind == VALUE_UNDEFINED);
}

static bool test_escaped(struct jinja_call *call, value *out)
{
    return answer(out, is_safe(call->args[0]) ||
                           is_undefined(call, JINJA_CHAINABLE));
}

static bool test_sameas(struct jinja_call *call, value *out)
{
    value other = value_none();
    if (!need_argument(call, &other)) {
        return false;
    }
    value v = call->args[0];
    bool container = value_is_sequence(v) || v.kind == VALUE_DICT;
    return answer(out, v.kind == other.kind &&
                           (container ? v.as.list == other.as.list
                                      : values_equal(call->state, v, other)));
}

/* Some letter of the case `variant`, and none of the other one. */
static bool test_case(struct jinja_call *call, value *out)
{
    str s;
    bool upper = call->variant == CASE_UPPER;
    bool any = false;
    if (!state_text(call->state, call->args[0], &s)) {
        return false;
    }
    for (size_t i = 0; i < s.n;) {
        uint32_t c = utf8_next(s, &i);
        if (upper ? char_is_lower(c) : char_is_upper(c)) {
            return answer(out, false);
        }
        any |= upper ? char_is_upper(c) : char_is_lower(c);
    }
    return answer(out, any);
}

/* variant: the opcode of the operator. */
static bool test_compare(struct jinja_call *call, value *out)
{
    value other = value_none();
    return need_argument(call, &other) &&
           ops_compare(call->state, (enum opcode)call->variant, call->args[0],
                       other, out);
}

/* Whether a built-in of the kind `variant` has that name. */
static bool test_builtin(struct jinja_call *call, value *out)
{
    str name;
    return value_is_key(call->state, call->args[0]) &&
           state_text(call->state, call->args[0], &name) &&
           answer(out, env_builtin(call->state->env,
                                   (enum jinja_kind)call->variant, name));
}

#define TEST_KIND(name, help, mask)                                            \
    JINJA_VARIANT(name, "()", help, test_kind, mask)
#define TEST_COMPARE(name, help, op)                                           \
    JINJA_VARIANT(name, "(other)", help, test_compare, op)

enum { NUMBERS = 1 << VALUE_INT | 1 << VALUE_FLOAT | 1 << VALUE_BOOL };

static const struct jinja_builtin entries[] = {
    TEST_KIND("defined", "there is such a thing", ~(1 << VALUE_UNDEFINED)),
    TEST_KIND("undefined", "there is none", 1 << VALUE_UNDEFINED),
    TEST_KIND("none", "it is none", 1 << VALUE_NONE),
    TEST_KIND("number", "a number, or a boolean", NUMBERS),
    TEST_KIND("integer", "a whole number", 1 << VALUE_INT),
    TEST_KIND("float", "a number with a fraction", 1 << VALUE_FLOAT),
    TEST_KIND("boolean", "true or false", 1 << VALUE_BOOL),
    TEST_KIND("string", "text", 1 << VALUE_STRING),
    TEST_KIND("mapping", "a map", 1 << VALUE_DICT),
    JINJA_VARIANT("odd", "()", "an odd number", test_parity, 1),
    JINJA_VARIANT("even", "()", "an even number", test_parity, 0),
    JINJA_BUILTIN("divisibleby", "(num)", "without a remainder",
                  test_divisibleby),
    JINJA_VARIANT("true", "()", "true itself", test_bool, true),
    JINJA_VARIANT("false", "()", "false itself", test_bool, false),
    JINJA_BUILTIN("sequence", "()", "has a length and items", test_sequence),
    JINJA_BUILTIN("iterable", "()", "a loop can go through it", test_iterable),
    JINJA_BUILTIN("callable", "()", "can be called", test_callable),
    JINJA_BUILTIN("escaped", "()", "is markup", test_escaped),
    JINJA_VARIANT("in", "(seq)", "is one of its items", test_compare, OP_IN),
    JINJA_BUILTIN("sameas", "(other)", "is the very same", test_sameas),
    JINJA_VARIANT("upper", "()", "all in capitals", test_case, CASE_UPPER),
    JINJA_VARIANT("lower", "()", "all in small letters", test_case, CASE_LOWER),
    TEST_COMPARE("eq", "==", OP_EQ),
    TEST_COMPARE("equalto", "==", OP_EQ),
    TEST_COMPARE("==", "==", OP_EQ),
    TEST_COMPARE("ne", "!=", OP_NE),
    TEST_COMPARE("!=", "!=", OP_NE),
    TEST_COMPARE("lt", "<", OP_LT),
    TEST_COMPARE("lessthan", "<", OP_LT),
    TEST_COMPARE("<", "<", OP_LT),
    TEST_COMPARE("le", "<=", OP_LE),
    TEST_COMPARE("<=", "<=", OP_LE),
    TEST_COMPARE("gt", ">", OP_GT),
    TEST_COMPARE("greaterthan", ">", OP_GT),
    TEST_COMPARE(">", ">", OP_GT),
    TEST_COMPARE("ge", ">=", OP_GE),
    TEST_COMPARE(">=", ">=", OP_GE),
    JINJA_VARIANT("filter", "()", "the name of a filter", test_builtin,
                  JINJA_FILTERS),
    JINJA_VARIANT("test", "()", "the name of a test", test_builtin,
                  JINJA_TESTS),
};

const struct builtin_table builtin_tests = BUILTIN_TABLE(entries);
