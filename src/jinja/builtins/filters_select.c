/* SPDX-License-Identifier: MIT */
/* map, select and their kin: filters that apply a filter or a test, named by
 * a string, to every item. */
#include "jinja/builtins/builtins.h"
#include "jinja/vm/vm.h"

/* The filter or test named by args[first], and a call of it with the arguments
 * after that: args[0] is set for every item. */
struct applied {
    const struct jinja_builtin *builtin;
    struct jinja_call call;
    value *args;
};

static bool apply_begin(struct jinja_call *call, size_t first,
                        enum jinja_kind kind, struct applied *ap)
{
    const struct jinja *env = call->state->env;
    str name;
    if (!state_text(call->state, call->args[first], &name)) {
        return false;
    }
    ap->builtin = env_builtin(env, kind, name);
    if (!ap->builtin) {
        struct diag *diag = state_report(
            call->state, DIAG_ERROR, "template-filter", "there is no %s '%.*s'",
            kind == JINJA_TESTS ? "test" : "filter", STR_ARG(name));
        if (diag) {
            diag_did_you_mean(diag, env_nearest(env, kind, name));
        }
        return false;
    }
    size_t n = call->nargs - first;
    ap->args = ARENA_ARRAY(call->ctx->arena, value, n);
    memcpy(ap->args, call->args + first, n * sizeof(value));
    ap->call = *call;
    ap->call.args = ap->args;
    ap->call.nargs = n;
    ap->call.subject = 1;
    return true;
}

static bool apply(struct applied *ap, value item, value *out)
{
    ap->args[0] = item;
    *out = value_undefined();
    return builtin_call(&ap->call, ap->builtin, PROFILE_FILTER, out);
}

/* none, false and 0 are as good as an empty list. */
static bool is_nothing(struct jinja_call *call, bool *out)
{
    value v = call->args[0];
    *out = !value_truth(v, call->ctx);
    return state_allows(call->state, v, USE_TRUTH);
}

/* --- map --- */

static bool map_attribute(struct jinja_call *call, value *out)
{
    const value *attribute = jinja_arg(call, 99, "attribute");
    const value *otherwise = jinja_arg(call, 99, "default");
    struct iter it;
    value item;
    if (!iter_all(call->state, call->args[0], &it)) {
        return false;
    }
    *out = own_list(call->state);
    while (iter_next(call->state, &it, &item)) {
        if (!attribute_of(call, item, *attribute, otherwise, &item)) {
            return false;
        }
        list_push(out->as.list, call->ctx->arena, item);
    }
    return true;
}

static bool filter_map(struct jinja_call *call, value *out)
{
    struct applied ap;
    struct iter it;
    value item;
    value result;
    bool empty;
    if (!is_nothing(call, &empty) || empty) {
        *out = own_list(call->state);
        return empty;
    }
    if (call->nargs == call->nnames + 1 && jinja_arg(call, 99, "attribute")) {
        return map_attribute(call, out);
    }
    if (call->nargs < 2 || call->nargs - call->nnames < 2) {
        return jinja_fail(call, "template-call",
                          "map takes a filter's name or attribute='...'");
    }
    if (!apply_begin(call, 1, JINJA_FILTERS, &ap) ||
        !iter_all(call->state, call->args[0], &it)) {
        return false;
    }
    *out = own_list(call->state);
    while (iter_next(call->state, &it, &item)) {
        if (!apply(&ap, item, &result)) {
            return false;
        }
        list_push(out->as.list, call->ctx->arena, result);
    }
    return true;
}

/* --- select --- */

enum { SELECT_TRUE = 1, SELECT_ATTRIBUTE = 2 };

/* variant: whether the items that pass are taken (SELECT_TRUE), and whether
 * args[1] is an attribute (SELECT_ATTRIBUTE), with the test after it. Without
 * a test an item passes if it is true. */
static bool filter_select(struct jinja_call *call, value *out)
{
    bool by_attribute = call->variant & SELECT_ATTRIBUTE;
    bool wanted = call->variant & SELECT_TRUE;
    size_t first = by_attribute ? 2 : 1;
    struct applied ap = {0};
    struct iter it;
    value item;
    bool empty;
    if (!is_nothing(call, &empty) || empty) {
        *out = own_list(call->state);
        return empty;
    }
    if (by_attribute && call->nargs < 2) {
        return jinja_fail(call, "template-call",
                          "this takes the name of an attribute");
    }
    if (call->nargs > first && !apply_begin(call, first, JINJA_TESTS, &ap)) {
        return false;
    }
    if (!iter_all(call->state, call->args[0], &it)) {
        return false;
    }
    *out = own_list(call->state);
    while (iter_next(call->state, &it, &item)) {
        value v = item;
        if ((by_attribute &&
             !attribute_of(call, item, call->args[1], NULL, &v)) ||
            (ap.builtin && !apply(&ap, v, &v)) ||
            !state_allows(call->state, v, USE_TRUTH)) {
            return false;
        }
        if (value_truth(v, call->ctx) == wanted) {
            list_push(out->as.list, call->ctx->arena, item);
        }
    }
    return true;
}

static const struct jinja_builtin entries[] = {
    JINJA_BUILTIN("map", "(*args, **kwargs)",
                  "a filter, or attribute='...', applied to every item",
                  filter_map),
    JINJA_VARIANT("select", "(*args, **kwargs)", "the items that pass a test",
                  filter_select, SELECT_TRUE),
    JINJA_VARIANT("reject", "(*args, **kwargs)", "the items that don't",
                  filter_select, 0),
    JINJA_VARIANT("selectattr", "(*args, **kwargs)",
                  "the items whose attribute passes a test", filter_select,
                  SELECT_ATTRIBUTE | SELECT_TRUE),
    JINJA_VARIANT("rejectattr", "(*args, **kwargs)",
                  "the items whose attribute does not", filter_select,
                  SELECT_ATTRIBUTE),
};

const struct builtin_table select_filters = BUILTIN_TABLE(entries);
