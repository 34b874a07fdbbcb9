/* SPDX-License-Identifier: MIT */
/* `loop`: the state of a for loop is the object that templates see. */
#include "jinja/vm/vm.h"

static size_t rounds_begun(const struct loop *loop)
{
    return loop->items ? loop->it.i : loop->count;
}

static value length_less(const struct loop *loop, int64_t n)
{
    return value_int((int64_t)iter_length(&loop->it) - n);
}

static value loop_get(const struct object *self, struct render_context *ctx,
                      str name)
{
    const struct loop *loop = (const struct loop *)self;
    int64_t count = (int64_t)rounds_begun(loop);
    int64_t depth = (int64_t)loop->bond.loop_depth;
    if (str_eq(name, STR("index"))) {
        return value_int(count);
    }
    if (str_eq(name, STR("index0"))) {
        return value_int(count - 1);
    }
    if (str_eq(name, STR("first"))) {
        return value_bool(count == 1);
    }
    if (str_eq(name, STR("last"))) {
        return value_bool(loop->it.i >= loop->it.n);
    }
    if (str_eq(name, STR("length"))) {
        return length_less(loop, 0);
    }
    if (str_eq(name, STR("revindex"))) {
        return length_less(loop, count - 1);
    }
    if (str_eq(name, STR("revindex0"))) {
        return length_less(loop, count);
    }
    if (str_eq(name, STR("depth"))) {
        return value_int(depth + 1);
    }
    if (str_eq(name, STR("depth0"))) {
        return value_int(depth);
    }
    if (str_eq(name, STR("previtem"))) {
        size_t i = loop->it.i;
        return !loop->items ? loop->previous
               : i > 1      ? loop->items[i - 2]
                            : value_undefined();
    }
    if (str_eq(name, STR("nextitem"))) {
        struct jinja_state st = {.ctx = ctx, .silent = true};
        struct iter it = loop->it;
        value item;
        return iter_next(&st, &it, &item) ? item : value_undefined();
    }
    return value_undefined();
}

static const str loop_names[] = {
    STR_INIT("index"),     STR_INIT("index0"),   STR_INIT("revindex"),
    STR_INIT("revindex0"), STR_INIT("first"),    STR_INIT("last"),
    STR_INIT("length"),    STR_INIT("depth"),    STR_INIT("depth0"),
    STR_INIT("previtem"),  STR_INIT("nextitem"), STR_INIT("cycle"),
    STR_INIT("changed")};

static void loop_print(const struct object *self, struct render_context *ctx,
                       struct buf *out)
{
    (void)ctx;
    const struct loop *loop = (const struct loop *)self;
    buf_printf(out, "<LoopContext %zu/%zu>", rounds_begun(loop),
               iter_length(&loop->it));
}

static const struct object_class loop_class = {.name = "the loop",
                                               .get = loop_get,
                                               .print = loop_print,
                                               .names = loop_names,
                                               .nnames = sizeof loop_names /
                                                         sizeof *loop_names};

bool value_is_loop(value v)
{
    return v.kind == VALUE_OBJECT && v.as.object->class == &loop_class;
}

bool loop_begin(struct jinja_state *st, value iterable, bool tested,
                value *slot)
{
    struct loop *loop = ARENA_NEW(st->ctx->arena, struct loop);
    loop->object.class = &loop_class;
    loop->tested = tested;
    if (st->frame->code->kind == CODE_LOOP) {
        loop->code = st->frame->code;
        loop->bond = *st->frame->bond;
    }
    *slot = value_object(&loop->object);
    if (iterable.kind != VALUE_UNDEFINED && !value_is_iterable(iterable)) {
        return state_fail(st, "template-type", "can't loop over %s",
                          value_kind_name(iterable));
    }
    if (st->profile) { /* every round passes through loop_step */
        loop->run = measure_loop(st);
    } else if (value_is_sequence(iterable) && !(iterable.flags & VALUE_OWN)) {
        loop->items = iterable.as.list->items.p;
    }
    return iter_begin(st, iterable, &loop->it);
}

bool loop_step(struct jinja_state *st, struct loop *loop, value *item,
               bool *more)
{
    if (!state_steps(st, 1)) {
        return false;
    }
    *more = iter_next(st, &loop->it, item);
    if (*more) {
        loop->count++;
        loop->previous = loop->current;
        loop->current = *item;
    }
    if (loop->run && *more) {
        profile_loop_round(st->profile, loop->run);
    } else if (loop->run) {
        profile_loop_end(st->profile, loop->run);
    }
    return true;
}

bool loop_has_run(value v)
{
    const struct loop *loop = loop_of(v);
    return loop->ran || (!loop->tested && rounds_begun(loop));
}

/* --- recursion and methods --- */

bool loop_recurse(struct jinja_state *st, const struct code *code,
                  value iterable)
{
    struct bond bond = *st->frame->bond;
    bond.closure = st->frame->closure;
    bond.autoescape = st->frame->autoescape;
    bond.loop_depth = 0;
    return vm_run(st, code, &bond, &iterable, 1);
}

bool loop_call(struct jinja_state *st, value v, struct jinja_call *call,
               value *out)
{
    const struct loop *loop = loop_of(v);
    if (!loop->code) {
        return state_fail(st, "template-call",
                          "loop(...) needs a loop that says 'recursive'");
    }
    if (call->nargs != 1 || call->nnames) {
        return state_fail(st, "template-call",
                          "loop(...) takes one argument, the items");
    }
    struct bond bond = loop->bond;
    bond.loop_depth++;
    return vm_capture(st, loop->code, &bond, call->args, 1, out);
}

static bool changed(struct jinja_state *st, struct loop *loop,
                    struct jinja_call *call)
{
    value now = tuple_of(st->ctx->arena, call->args, call->nargs);
    bool is = loop->changed.kind == VALUE_UNDEFINED ||
              !values_equal(st, loop->changed, now);
    loop->changed = now;
    return is;
}

bool loop_method(struct jinja_state *st, value v, str name,
                 struct jinja_call *call, value *out)
{
    struct loop *loop = loop_of(v);
    if (str_eq(name, STR("changed"))) {
        *out = value_bool(changed(st, loop, call));
        return true;
    }
    if (str_eq(name, STR("cycle"))) {
        if (!call->nargs) {
            return state_fail(st, "template-call",
                              "loop.cycle(...) needs something to go round");
        }
        *out = call->args[(rounds_begun(loop) - 1) % call->nargs];
        return true;
    }
    struct diag *diag =
        state_report(st, DIAG_ERROR, "template-call",
                     "the loop has no method '%.*s'", STR_ARG(name));
    if (diag) {
        diag_did_you_mean(diag,
                          str_nearest(name, loop_names, loop_class.nnames));
    }
    return false;
}
