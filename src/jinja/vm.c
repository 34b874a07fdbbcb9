/* SPDX-License-Identifier: MIT */
/* The stack machine. Every function run (a template's root, a block, a
 * macro) is one frame:
 *
 *     slots            stack
 *     | a | b | loop | operands ...   |
 *     ^ frame->slots ^ frame->stack
 *
 * cut from chunks of values that live in the render's arena. Output goes
 * into one buffer; capturing notes where it stood and takes it back from
 * there. */
#include "jinja/vm.h"

#include "jinja/limits.h"
#include "jinja/ops.h"

enum { STACK_CHUNK = 4096 };

bool vm_emit(struct jinja_state *st, value v)
{
    struct buf *out = st->out;
    bool escapes = st->frame->autoescape;
    const value *module = vm_module_text(v);
    v = module ? *module : v;
    if (v.kind == VALUE_STRING) {
        if (escapes && !(v.flags & VALUE_SAFE)) {
            escape_into(value_str(v), out);
        } else {
            buf_put(out, value_str(v));
        }
    } else if (v.kind == VALUE_UNDEFINED) {
        return state_allows(st, v, USE_TEXT);
    } else if (escapes && v.kind >= VALUE_DATE) {
        escape_into(value_text(v, st->eval), out);
    } else {
        value_print(v, st->eval, out);
    }
    if (out->n - st->out_start > LIMIT_BYTES) {
        return state_fail(st, "template-limit",
                          "the output is longer than %d MiB",
                          LIMIT_BYTES >> 20);
    }
    return true;
}

bool vm_take_output(struct jinja_state *st, size_t from, value *out)
{
    str text = str_sub(buf_str(st->out), from, st->out->n - from);
    *out = value_string(arena_str(st->eval->arena, text));
    out->flags = st->frame->autoescape ? VALUE_SAFE : 0;
    st->out->n = from;
    return true;
}

static bool emit_text(struct jinja_state *st, str text)
{
    buf_put(st->out, text);
    return st->out->n - st->out_start <= LIMIT_BYTES ||
           state_fail(st, "template-limit", "the output is longer than %d MiB",
                      LIMIT_BYTES >> 20);
}

/* --- what takes more than three lines --------------------------------------
 */

static value load_outer(const struct frame *frame, uint32_t slot, size_t depth)
{
    const struct closure *closure = frame->bond.closure;
    while (--depth) {
        closure = closure->outer;
    }
    return closure->slots[slot];
}

static bool truth(struct jinja_state *st, value v, bool *out)
{
    *out = value_truth(v, st->eval);
    return v.kind != VALUE_UNDEFINED || state_allows(st, v, USE_TRUTH);
}

static value build(struct jinja_state *st, enum opcode op, const value *items,
                   size_t n)
{
    value v = op == OP_DICT ? own_dict(st) : value_tuple(st->eval->arena, n);
    if (op == OP_DICT) {
        for (size_t i = 0; i < n; i++) {
            dict_set(v.as.dict, st->eval->arena, items[2 * i],
                     items[2 * i + 1]);
        }
        return v;
    }
    for (size_t i = 0; i < n; i++) {
        v.as.list->items.p[i] = items[i];
    }
    if (op == OP_LIST) {
        v.kind = VALUE_LIST;
        v.flags = VALUE_OWN;
    }
    return v;
}

static bool extend(struct jinja_state *st, value list, value with)
{
    struct iter it;
    value item;
    if (!iter_begin(st, with, &it)) {
        return false;
    }
    while (iter_next(st, &it, &item)) {
        list_push(list.as.list, st->eval->arena, item);
    }
    return true;
}

static bool update(struct jinja_state *st, value dict, value with)
{
    if (with.kind != VALUE_DICT) {
        return state_fail(st, "template-type", "'**' takes a map, not %s",
                          value_kind_name(with));
    }
    for (size_t i = 0; i < with.as.dict->entries.n; i++) {
        const struct entry *entry = &with.as.dict->entries.p[i];
        dict_set(dict.as.dict, st->eval->arena, entry->key, entry->val);
    }
    return true;
}

/* The items, the first one on top: sp[-1] is where they go. */
static bool unpack(struct jinja_state *st, value v, size_t n, value *at)
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

static bool set_autoescape(struct jinja_state *st, value *slot, value v)
{
    *slot = value_bool(st->frame->autoescape);
    return truth(st, v, &st->frame->autoescape);
}

/* --- the loop --------------------------------------------------------------
 */

/* NOLINTNEXTLINE(readability-function-size): the one dispatch loop */
static bool execute(struct jinja_state *st, struct frame *f)
{
    const struct code *code = f->code;
    value *slots = f->slots;
    value *sp = f->stack; /* the first free one */
    bool ok = true;
    bool is = false;
    for (size_t pc = 0; ok;) {
        const struct insn in = code->insns[pc];
        f->pc = pc++;
        switch ((enum opcode)in.op) {
        case OP_HALT: return true;
        case OP_EMIT_TEXT: ok = emit_text(st, code->texts[in.a]); break;
        case OP_EMIT: ok = vm_emit(st, *--sp); break;
        case OP_CONST: *sp++ = code->constants[in.a]; break;
        case OP_LOAD: *sp++ = slots[in.a]; break;
        case OP_LOAD_OUTER: *sp++ = load_outer(f, in.a, in.b); break;
        case OP_LOAD_NAME:
            *sp++ = context_get(st, f->bond.context, code->names[in.a]);
            break;
        case OP_STORE: slots[in.a] = *--sp; break;
        case OP_STORE_NAME:
            context_set(st, f->bond.context, code->names[in.a], *--sp);
            break;
        case OP_STORE_ATTR:
            sp -= 2;
            ok = namespace_set(st, sp[1], code->constants[in.a], sp[0]);
            break;
        case OP_POP: sp--; break;
        case OP_DUP:
            sp[0] = sp[-1];
            sp++;
            break;
        case OP_SWAP: {
            value top = sp[-1];
            sp[-1] = sp[-2];
            sp[-2] = top;
            break;
        }
        case OP_TUCK: {
            value top = sp[-1];
            *sp++ = top;
            sp[-2] = sp[-3];
            sp[-3] = top;
            break;
        }
        case OP_ATTR:
            ok =
                ops_attr(st, sp[-1], value_str(code->constants[in.a]), &sp[-1]);
            break;
        case OP_ITEM:
            sp--;
            ok = ops_item(st, sp[-1], sp[0], &sp[-1]);
            break;
        case OP_SLICE:
            sp -= 3;
            ok = ops_slice(st, sp[-1], sp, &sp[-1]);
            break;
        case OP_LIST:
        case OP_TUPLE:
        case OP_DICT:
            sp -= in.op == OP_DICT ? 2 * (size_t)in.a : in.a;
            *sp = build(st, (enum opcode)in.op, sp, in.a);
            sp++;
            break;
        case OP_APPEND:
            sp--;
            list_push(sp[-1].as.list, st->eval->arena, sp[0]);
            break;
        case OP_EXTEND:
            sp--;
            ok = extend(st, sp[-1], sp[0]);
            break;
        case OP_SET_KEY:
            sp--;
            dict_set(sp[-1].as.dict, st->eval->arena, code->constants[in.a],
                     sp[0]);
            break;
        case OP_UPDATE:
            sp--;
            ok = update(st, sp[-1], sp[0]);
            break;
        case OP_UNPACK:
            ok = unpack(st, sp[-1], in.a, sp - 1);
            sp += (ptrdiff_t)in.a - 1;
            break;
        case OP_NOT:
        case OP_NEG:
        case OP_POS:
            ok = ops_unary(st, (enum opcode)in.op, sp[-1], &sp[-1]);
            break;
        case OP_ADD:
        case OP_SUB:
        case OP_MUL:
        case OP_DIV:
        case OP_FLOORDIV:
        case OP_MOD:
        case OP_POW:
        case OP_EQ:
        case OP_NE:
        case OP_LT:
        case OP_LE:
        case OP_GT:
        case OP_GE:
        case OP_IN:
        case OP_NOT_IN:
            sp--;
            ok = ops_binary(st, (enum opcode)in.op, sp[-1], sp[0], &sp[-1]);
            break;
        case OP_CONCAT:
            sp -= in.a;
            ok = ops_concat(st, sp, in.a, f->autoescape, sp);
            sp++;
            break;
        case OP_JUMP: pc = in.a; break;
        case OP_JUMP_FALSE:
            ok = truth(st, *--sp, &is);
            pc = is ? pc : in.a;
            break;
        case OP_JUMP_FALSE_KEEP:
        case OP_JUMP_TRUE_KEEP:
            ok = truth(st, sp[-1], &is);
            pc = is == (in.op == OP_JUMP_TRUE_KEEP) ? in.a : pc;
            sp -= pc != in.a;
            break;
        case OP_JUMP_GIVEN:
            pc = value_is_missing(slots[in.b]) ? pc : in.a;
            break;
        case OP_FILTER:
        case OP_TEST:
            sp -= code->sites[in.a].spread ? 3 : code->sites[in.a].nargs;
            ok = vm_filter(st, &code->sites[in.a], sp, in.op == OP_TEST);
            sp++;
            break;
        case OP_CALL:
            sp -= code->sites[in.a].spread ? 2 : code->sites[in.a].nargs;
            ok = vm_call(st, &code->sites[in.a], sp);
            break;
        case OP_CALL_METHOD:
            sp -= code->sites[in.a].spread ? 2 : code->sites[in.a].nargs;
            ok = vm_call_method(st, &code->sites[in.a], sp);
            break;
        case OP_LOOP: ok = loop_begin(st, *--sp, in.b, &slots[in.a]); break;
        case OP_NEXT:
            ok = loop_next(st, slots[in.b], sp, &is);
            sp += is;
            pc = is ? pc : in.a;
            break;
        case OP_JUMP_RAN: pc = loop_has_run(slots[in.b]) ? in.a : pc; break;
        case OP_RAN: loop_ran(slots[in.a]); break;
        case OP_RECURSE: ok = loop_recurse(st, code->codes[in.a], *--sp); break;
        case OP_CAPTURE: slots[in.a] = value_int((int64_t)st->out->n); break;
        case OP_END_CAPTURE:
            ok = vm_take_output(st, (size_t)slots[in.a].as.i, sp++);
            break;
        case OP_AUTOESCAPE: ok = set_autoescape(st, &slots[in.a], *--sp); break;
        case OP_END_AUTOESCAPE: f->autoescape = slots[in.a].as.b; break;
        case OP_MACRO: *sp++ = vm_macro(st, code->codes[in.a]); break;
        case OP_BLOCK: ok = vm_block(st, code->names[in.a], NULL); break;
        case OP_BLOCK_SCOPED:
            ok = vm_block(st, code->lookups[in.a].block, &code->lookups[in.a]);
            break;
        case OP_SUPER: ok = vm_super(st, in.a, sp++); break;
        case OP_SELF: ok = vm_self(st, code->names[in.a], sp++); break;
        case OP_EXTENDS:
            ok = vm_extends(st, &code->lookups[in.a], *--sp);
            break;
        case OP_INCLUDE:
            ok = vm_include(st, &code->lookups[in.a], *--sp);
            break;
        case OP_IMPORT:
            ok = vm_import(st, &code->lookups[in.a], &sp[-1]);
            break;
        case OP_EXPORT:
            ok = vm_export(st, sp[-1], code->names[in.a], sp);
            sp++;
            break;
        case N_OPCODES: return false;
        }
    }
    return false;
}

/* --- frames ----------------------------------------------------------------
 */

static value *take_stack(struct jinja_state *st, size_t n)
{
    if ((size_t)(st->stack_end - st->stack_next) < n) {
        size_t size = n > STACK_CHUNK ? n : STACK_CHUNK;
        st->stack_next = ARENA_ARRAY(st->eval->arena, value, size);
        st->stack_end = st->stack_next + size;
    }
    value *p = st->stack_next;
    st->stack_next += n;
    return p;
}

static void set_locals(struct frame *f, const value *args, size_t nargs)
{
    for (size_t i = 0; i < nargs; i++) {
        f->slots[i] = args[i];
    }
    for (size_t i = nargs; i < f->code->nslots; i++) {
        f->slots[i] = value_undefined();
    }
}

bool vm_run(struct jinja_state *st, const struct code *code,
            const struct bond *bond, const value *args, size_t nargs)
{
    if (st->depth >= LIMIT_CALLS) {
        return state_fail(st, "template-limit",
                          "includes, blocks and macros are nested more than "
                          "%d deep",
                          LIMIT_CALLS);
    }
    struct frame f = {.code = code,
                      .up = st->frame,
                      .bond = *bond,
                      .closure = bond->closure,
                      .autoescape = code->kind >= CODE_MACRO
                                        ? bond->autoescape
                                        : code->template->autoescape,
                      .text_from = st->out->n};
    value *next = st->stack_next;
    value *end = st->stack_end;
    if (code->captured) {
        f.slots = ARENA_ARRAY(st->eval->arena, value, code->nslots);
        f.stack = take_stack(st, code->nstack);
        f.closure = ARENA_NEW(st->eval->arena, struct closure);
        *f.closure = (struct closure){f.slots, bond->closure};
    } else {
        f.slots = take_stack(st, code->nslots + code->nstack);
        f.stack = f.slots + code->nslots;
    }
    set_locals(&f, args, nargs);
    const struct site *site = st->site;
    st->site = NULL;
    st->frame = &f;
    st->depth++;
    bool ok = execute(st, &f);
    if (ok && f.parent) {
        st->out->n = f.text_from;
        f.pc = f.extends_pc;
        ok = vm_template_parent(st, &f);
    }
    st->depth--;
    st->site = site;
    st->frame = f.up;
    st->stack_next = next;
    st->stack_end = end;
    return ok;
}

bool vm_capture(struct jinja_state *st, const struct code *code,
                const struct bond *bond, const value *args, size_t nargs,
                value *out)
{
    size_t from = st->out->n;
    return vm_run(st, code, bond, args, nargs) && vm_take_output(st, from, out);
}
