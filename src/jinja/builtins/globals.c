/* SPDX-License-Identifier: MIT */
/* range, dict, namespace, cycler, joiner. */
#include "jinja/builtins/builtins.h"
#include "jinja/vm/ops.h"
#include "jinja/vm/vm.h"

static bool global_range(struct jinja_call *call, value *out)
{
    int64_t part[3] = {0, 0, 1};
    if (call->nargs < 1 || call->nargs > 3 || call->nnames) {
        return jinja_fail(call, "template-call",
                          "range takes one to three whole numbers");
    }
    for (size_t i = 0; i < call->nargs; i++) {
        if (!arg_int(call, i, "range", &part[i])) {
            return false;
        }
    }
    if (call->nargs == 1) {
        part[1] = part[0];
        part[0] = 0;
    }
    if (part[2] == 0) {
        return jinja_fail(call, "template-type", "range can't step by 0");
    }
    *out = range_value(call->state, part[0], part[1], part[2]);
    return true;
}

/* dict(other, a=1) */
static bool fill_dict(struct jinja_call *call, struct dict *dict)
{
    size_t positional = call->nargs - call->nnames;
    struct arena *arena = call->ctx->arena;
    if (positional > 1) {
        return jinja_fail(call, "template-call",
                          "this takes one map and names");
    }
    if (positional && call->args[0].kind == VALUE_DICT) {
        dict_merge(dict, arena, call->args[0].as.dict);
    } else if (positional && call->args[0].kind == VALUE_UNDEFINED) {
        return state_undefined(call->state, call->args[0]);
    } else if (positional) {
        struct iter it;
        value pair;
        if (!iter_all(call->state, call->args[0], &it)) {
            return false;
        }
        while (iter_next(call->state, &it, &pair)) {
            if (!value_is_sequence(pair) || pair.as.list->items.n != 2) {
                return jinja_fail(call, "template-type",
                                  "a map is made of pairs");
            }
            if (!value_is_key(call->state, pair.as.list->items.p[0])) {
                return false;
            }
            dict_set(dict, arena, pair.as.list->items.p[0],
                     pair.as.list->items.p[1]);
        }
    }
    args_named(call, dict);
    return true;
}

static bool global_dict(struct jinja_call *call, value *out)
{
    *out = own_dict(call->state);
    return fill_dict(call, out->as.dict);
}

/* --- namespace --- */

struct namespace
{
    struct object object;
    struct dict *dict;
};

static value namespace_get(const struct object *self,
                           struct render_context *ctx, str name)
{
    (void)ctx;
    const struct namespace *ns = (const struct namespace *)self;
    const value *found = dict_get_str(ns->dict, name);
    return found ? *found : value_undefined();
}

static void namespace_print(const struct object *self,
                            struct render_context *ctx, struct buf *out)
{
    const struct namespace *ns = (const struct namespace *)self;
    buf_put(out, STR("<Namespace "));
    value_repr(value_of_dict(ns->dict), ctx, out);
    buf_putc(out, '>');
}

static const struct object_class namespace_class = {
    .name = "a namespace", .get = namespace_get, .print = namespace_print};

static bool global_namespace(struct jinja_call *call, value *out)
{
    struct namespace *ns = ARENA_NEW(call->ctx->arena, struct namespace);
    ns->object.class = &namespace_class;
    ns->dict = ARENA_NEW(call->ctx->arena, struct dict);
    *out = value_object(&ns->object);
    return fill_dict(call, ns->dict);
}

bool namespace_set(struct jinja_state *st, value of, value name, value v)
{
    if (of.kind == VALUE_UNDEFINED) {
        return state_undefined(st, of);
    }
    if (of.kind != VALUE_OBJECT || of.as.object->class != &namespace_class) {
        return state_fail(st, "template-type",
                          "only the attributes of a namespace can be set, "
                          "not those of %s",
                          value_kind_name(of));
    }
    const struct namespace *ns = (const struct namespace *)of.as.object;
    dict_set(ns->dict, st->ctx->arena, name, v);
    return true;
}

/* --- cycler and joiner --- */

/* A joiner is one of nothing and the separator, where it stays. */
struct cycler {
    struct object object;
    value items; /* a tuple */
    size_t *at;
};

static value cycler_get(const struct object *self, struct render_context *ctx,
                        str name)
{
    (void)ctx;
    const struct cycler *cycler = (const struct cycler *)self;
    return str_eq(name, STR("current"))
               ? cycler->items.as.list->items.p[*cycler->at]
               : value_undefined();
}

static value cycler_call(const struct object *self, struct render_context *ctx,
                         str name, const value *args, size_t nargs, bool *found)
{
    (void)ctx;
    (void)args;
    (void)nargs;
    const struct cycler *cycler = (const struct cycler *)self;
    const struct list *list = cycler->items.as.list;
    *found = true;
    if (str_eq(name, STR("next"))) {
        value current = list->items.p[*cycler->at];
        *cycler->at = (*cycler->at + 1) % list->items.n;
        return current;
    }
    if (str_eq(name, STR("reset"))) {
        *cycler->at = 0;
        return value_none();
    }
    *found = false;
    return value_undefined();
}

static const struct object_class cycler_class = {
    .name = "a cycler", .get = cycler_get, .call = cycler_call};

static value new_cycler(struct jinja_call *call,
                        const struct object_class *class, const value *items,
                        size_t n)
{
    struct arena *arena = call->ctx->arena;
    struct cycler *cycler = ARENA_NEW(arena, struct cycler);
    cycler->object.class = class;
    cycler->at = ARENA_NEW(arena, size_t);
    cycler->items = tuple_of(arena, items, n);
    return value_object(&cycler->object);
}

static bool global_cycler(struct jinja_call *call, value *out)
{
    if (!call->nargs) {
        return jinja_fail(call, "template-call",
                          "a cycler needs something to go round");
    }
    *out = new_cycler(call, &cycler_class, call->args, call->nargs);
    return true;
}

static value joiner_call(const struct object *self, struct render_context *ctx,
                         str name, const value *args, size_t nargs, bool *found)
{
    (void)ctx;
    (void)args;
    (void)nargs;
    const struct cycler *joiner = (const struct cycler *)self;
    value current = joiner->items.as.list->items.p[*joiner->at];
    *found = name.n == 0;
    *joiner->at = 1;
    return current;
}

static const struct object_class joiner_class = {.name = "a joiner",
                                                 .call = joiner_call};

static bool global_joiner(struct jinja_call *call, value *out)
{
    const value *separator = jinja_arg(call, 0, "sep");
    value items[] = {value_string(STR("")),
                     separator ? *separator : value_string(STR(", "))};
    *out = new_cycler(call, &joiner_class, items, 2);
    return true;
}

static const struct jinja_builtin entries[] = {
    JINJA_BUILTIN("range", "(*args)",
                  "whole numbers: range(stop), range(start, stop, step)",
                  global_range),
    JINJA_BUILTIN("dict", "(*args, **kwargs)", "a map", global_dict),
    JINJA_BUILTIN("namespace", "(*args, **kwargs)",
                  "names that loops and blocks can set", global_namespace),
    JINJA_BUILTIN("cycler", "(*args)", "goes round its items with .next()",
                  global_cycler),
    JINJA_BUILTIN("joiner", "(sep=', ')",
                  "nothing at the first call, then the separator",
                  global_joiner),
};

const struct builtin_table builtin_functions = BUILTIN_TABLE(entries);
