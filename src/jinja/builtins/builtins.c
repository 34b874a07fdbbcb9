/* SPDX-License-Identifier: MIT */
#include "jinja/builtins/builtins.h"

#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

void builtins_add(struct jinja *jinja)
{
    const struct builtin_table *const filters[] = {
        &string_filters, &html_filters,  &number_filters,
        &list_filters,   &order_filters, &select_filters,
        &url_filters,    &wrap_filters,  &pprint_filters};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        jinja_add_filters(jinja, filters[i]->entries, filters[i]->n);
    }
    jinja_add_tests(jinja, builtin_tests.entries, builtin_tests.n);
    jinja_add_functions(jinja, builtin_functions.entries, builtin_functions.n);
}

static bool wrong_kind(struct jinja_call *call, const char *name,
                       const char *wanted, value v)
{
    if (v.kind == VALUE_UNDEFINED) {
        return state_undefined(call->state, v);
    }
    return jinja_fail(call, "template-type", "'%s' wants %s, and this is %s",
                      name, wanted, value_kind_name(v));
}

bool arg_int(struct jinja_call *call, size_t position, const char *name,
             int64_t *out)
{
    const value *v = jinja_arg(call, position, name);
    if (!v || v->kind == VALUE_NONE) {
        return true;
    }
    if (!is_whole(*v)) {
        return wrong_kind(call, name, "a whole number", *v);
    }
    *out = whole_of(*v);
    return true;
}

bool arg_str(struct jinja_call *call, size_t position, const char *name,
             str *out)
{
    const value *v = jinja_arg(call, position, name);
    return !v || v->kind == VALUE_NONE || state_text(call->state, *v, out);
}

bool arg_bool(struct jinja_call *call, size_t position, const char *name,
              bool *out)
{
    const value *v = jinja_arg(call, position, name);
    if (v) {
        *out = value_truth(*v, call->ctx);
    }
    return true;
}

bool subject_as_text(struct jinja_call *call, str *out)
{
    return state_text(call->state, call->args[0], out);
}

/* --- attributes ------------------------------------------------------------
 */

static bool all_digits(str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (!is_digit(s.p[i])) {
            return false;
        }
    }
    return s.n > 0 && s.n < 18;
}

static bool one_step(struct jinja_call *call, value of, str part, value *out)
{
    if (all_digits(part)) {
        int64_t i = 0;
        for (size_t k = 0; k < part.n; k++) {
            i = i * 10 + (part.p[k] - '0');
        }
        return ops_item(call->state, of, value_int(i), out);
    }
    return ops_item(call->state, of, value_string(part), out);
}

bool attribute_of(struct jinja_call *call, value of, value attribute,
                  const value *otherwise, value *out)
{
    value v = of;
    if (attribute.kind != VALUE_STRING) {
        if (!ops_item(call->state, of, attribute, &v)) {
            return false;
        }
    } else {
        str rest = value_str(attribute);
        str part;
        while (str_split(&rest, '.', &part)) {
            if (otherwise && v.kind == VALUE_UNDEFINED) {
                break;
            }
            if (!one_step(call, v, part, &v)) {
                return false;
            }
        }
    }
    *out = v.kind == VALUE_UNDEFINED && otherwise ? *otherwise : v;
    return true;
}
