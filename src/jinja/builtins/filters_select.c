/* SPDX-License-Identifier: MIT */
/* map, select and their kin: filters that apply a filter or a test, named by
 * a string, to every item. */
#include "jinja/builtins/builtins.h"
#include "jinja/env.h"
#include "jinja/vm/measure.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

/* The filter or test named by args[first], and a call of it with what stands
 * behind: args[0] is set for every item. */
struct applied {
    const struct jinja_builtin *builtin;
    struct jinja_call call;
    value *args;
};

static bool report_unknown(struct jinja_call *call, str name, bool test)
{
    const struct jinja *env = call->state->env;
    struct diag *diag = state_report(call->state, DIAG_ERROR, "template-filter",
                                     "there is no %s '%.*s'",
                                     test ? "test" : "filter", STR_ARG(name));
    if (diag) {
        diag_did_you_mean(
            diag,
            test ? str_nearest(name, env->test_names.p, env->test_names.n)
                 : str_nearest(name, env->filter_names.p, env->filter_names.n));
    }
    return false;
}

static bool apply_begin(struct jinja_call *call, size_t first, bool test,
                        struct applied *ap)
{
    str name;
    if (!state_text(call->state, call->args[first], &name)) {
        return false;
    }
    ap->builtin = test ? env_test(call->state->env, name)
                       : env_filter(call->state->env, name);
    if (!ap->builtin) {
        return report_unknown(call, name, test);
    }
    size_t n = call->nargs - first;
    ap->args = ARENA_ARRAY(call->ctx->arena, value, n);
    for (size_t i = 1; i < n; i++) {
        ap->args[i] = call->args[first + i];
    }
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
    return v.kind != VALUE_UNDEFINED || state_allows(call->state, v, USE_TRUTH);
}

/* --- map -------------------------------------------------------------------
 */

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
    if (!apply_begin(call, 1, false, &ap) ||
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

/* --- select ----------------------------------------------------------------
 */

/* by_attribute: args[1] is the attribute, the test follows; without a test
 * it's truth that counts. */
static bool choose(struct jinja_call *call, bool by_attribute, bool wanted,
                   value *out)
{
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
    if (call->nargs > first && !apply_begin(call, first, true, &ap)) {
        return false;
    }
    if (!iter_all(call->state, call->args[0], &it)) {
        return false;
    }
    *out = own_list(call->state);
    while (iter_next(call->state, &it, &item)) {
        value tested = item;
        value result;
        if (by_attribute &&
            !attribute_of(call, item, call->args[1], NULL, &tested)) {
            return false;
        }
        if (!ap.builtin) {
            result = tested;
        } else if (!apply(&ap, tested, &result)) {
            return false;
        }
        if (result.kind == VALUE_UNDEFINED &&
            !state_allows(call->state, result, USE_TRUTH)) {
            return false;
        }
        if (value_truth(result, call->ctx) == wanted) {
            list_push(out->as.list, call->ctx->arena, item);
        }
    }
    return true;
}

static bool filter_select(struct jinja_call *call, value *out)
{
    return choose(call, false, true, out);
}

static bool filter_reject(struct jinja_call *call, value *out)
{
    return choose(call, false, false, out);
}

static bool filter_selectattr(struct jinja_call *call, value *out)
{
    return choose(call, true, true, out);
}

static bool filter_rejectattr(struct jinja_call *call, value *out)
{
    return choose(call, true, false, out);
}

static const struct jinja_builtin entries[] = {
    {STR_INIT("map"), STR_INIT("map(*args, **kwargs)"),
     STR_INIT("a filter, or attribute='...', applied to every item"),
     filter_map},
    {STR_INIT("select"), STR_INIT("select(*args, **kwargs)"),
     STR_INIT("the items that pass a test"), filter_select},
    {STR_INIT("reject"), STR_INIT("reject(*args, **kwargs)"),
     STR_INIT("the items that don't"), filter_reject},
    {STR_INIT("selectattr"), STR_INIT("selectattr(*args, **kwargs)"),
     STR_INIT("the items whose attribute passes a test"), filter_selectattr},
    {STR_INIT("rejectattr"), STR_INIT("rejectattr(*args, **kwargs)"),
     STR_INIT("the items whose attribute does not"), filter_rejectattr},
};

const struct builtin_table select_filters = {entries,
                                             sizeof entries / sizeof *entries};
