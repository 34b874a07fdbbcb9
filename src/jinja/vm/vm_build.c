/* SPDX-License-Identifier: MIT */
/* The instructions that make lists and maps, and take them apart. */
#include "jinja/vm/vm.h"

bool vm_build(struct jinja_state *st, enum opcode op, const value *items,
              size_t n, value *out)
{
    struct arena *arena = st->ctx->arena;
    value v = op == OP_DICT ? own_dict(st) : tuple_of(arena, items, n);
    if (op == OP_DICT) {
        for (; n; n--, items += 2) {
            if (!value_is_key(st, items[0])) {
                return false;
            }
            dict_set(v.as.dict, arena, items[0], items[1]);
        }
    } else if (op == OP_LIST) {
        v.kind = VALUE_LIST;
        v.flags = VALUE_OWN;
    }
    *out = v;
    return true;
}

bool vm_unpack(struct jinja_state *st, value v, size_t n, value *at)
{
    struct iter it;
    if (!iter_begin(st, v, &it)) {
        return false;
    }
    size_t length = iter_length(&it);
    if (length != n) {
        return state_fail(st, "template-type",
                          "%zu values can't be taken apart into %zu names",
                          length, n);
    }
    for (size_t i = n; i-- > 0;) {
        if (!iter_next(st, &it, &at[i])) {
            at[i] = value_undefined();
        }
    }
    return true;
}

bool vm_enlarge(struct jinja_state *st, const struct code *code,
                const struct insn *in, value of, value with)
{
    struct arena *arena = st->ctx->arena;
    struct iter it;
    value item;
    switch (in->op) {
    case OP_APPEND: list_push(of.as.list, arena, with); return true;
    case OP_EXTEND:
        if (!iter_all(st, with, &it)) {
            return false;
        }
        while (iter_next(st, &it, &item)) {
            list_push(of.as.list, arena, item);
        }
        return true;
    case OP_SET_KEY:
        dict_set(of.as.dict, arena, code->constants.p[in->a], with);
        return true;
    default:
        with = value_plain(with, st->ctx);
        if (with.kind != VALUE_DICT) {
            return state_fail(st, "template-type", "'**' takes a map, not %s",
                              value_kind_name(with));
        }
        dict_merge(of.as.dict, arena, with.as.dict);
        return true;
    }
}
