/* SPDX-License-Identifier: MIT */
#include "jinja/builtins/builtins.h"

#include "jinja/vm/ops.h"

void builtins_add(struct jinja *jinja)
{
    const struct builtin_table *const filters[] = {
        &string_filters, &html_filters,  &number_filters,
        &list_filters,   &order_filters, &select_filters,
        &url_filters,    &wrap_filters,  &pprint_filters};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        jinja_add(jinja, JINJA_FILTERS, filters[i]->entries, filters[i]->n);
    }
    jinja_add(jinja, JINJA_TESTS, builtin_tests.entries, builtin_tests.n);
    jinja_add(jinja, JINJA_FUNCTIONS, builtin_functions.entries,
              builtin_functions.n);
}

/* --- arguments and results --- */

const value *arg_given(const struct jinja_call *call, size_t position,
                       const char *name)
{
    const value *v = jinja_arg(call, position, name);
    return v && v->kind != VALUE_NONE ? v : NULL;
}

bool arg_int(struct jinja_call *call, size_t position, const char *name,
             int64_t *out)
{
    const value *v = arg_given(call, position, name);
    if (v && v->kind == VALUE_UNDEFINED) {
        return state_undefined(call->state, *v);
    }
    if (v && !is_whole(*v)) {
        return jinja_fail(call, "template-type",
                          "'%s' wants a whole number, and this is %s", name,
                          value_kind_name(*v));
    }
    *out = v ? value_whole(*v) : *out;
    return true;
}

bool arg_str(struct jinja_call *call, size_t position, const char *name,
             str *out)
{
    const value *v = arg_given(call, position, name);
    return !v || state_text(call->state, *v, out);
}

bool arg_bool(const struct jinja_call *call, size_t position, const char *name,
              bool otherwise)
{
    const value *v = jinja_arg(call, position, name);
    return v ? value_truth(*v, call->ctx) : otherwise;
}

bool subject_is(struct jinja_call *call, const char *filter,
                enum value_kind kind)
{
    return call->args[0].kind == kind ||
           jinja_fail(call, "template-type", "%s takes %s, not %s", filter,
                      kind == VALUE_DICT ? "a map" : "text",
                      value_kind_name(call->args[0]));
}

void args_named(struct jinja_call *call, struct dict *to)
{
    size_t first = call->nargs - call->nnames;
    for (size_t i = 0; i < call->nnames; i++) {
        dict_set(to, call->ctx->arena, value_string(call->names[i]),
                 call->args[first + i]);
    }
}

/* --- attributes --- */

/* Part "12" of an attribute is the number 12. */
static value part_key(str part)
{
    int64_t i;
    bool number =
        part.n < 18 && is_digit(str_at(part, 0)) && str_to_int(part, &i);
    return number ? value_int(i) : value_string(part);
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
            if (!ops_item(call->state, v, part_key(part), &v)) {
                return false;
            }
        }
    }
    *out = v.kind == VALUE_UNDEFINED && otherwise ? *otherwise : v;
    return true;
}
