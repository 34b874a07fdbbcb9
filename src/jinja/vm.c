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

bool vm_too_long(struct jinja_state *st)
{
    return state_fail(st, "template-limit", "the output is longer than %d MiB",
                      LIMIT_BYTES >> 20);
}

/* What is neither a string nor a number. */
static bool emit_other(struct jinja_state *st, value v)
{
    const value *module = vm_module_text(v);
    if (module) {
        return vm_emit(st, *module);
    }
    if (v.kind == VALUE_UNDEFINED) {
        return state_allows(st, v, USE_TEXT);
    }
    if (st->frame->autoescape && v.kind >= VALUE_DATE) {
        escape_into(value_text(v, st->eval), st->out);
    } else {
        value_print(v, st->eval, st->out);
    }
    return true;
}

__attribute__((always_inline)) static inline bool
print(struct jinja_state *st, const value *v, bool autoescape)
{
    if (v->kind == VALUE_STRING) {
        if (autoescape && !(v->flags & VALUE_SAFE)) {
            escape_into(value_str(*v), st->out);
        } else {
            put_short(st->out, value_str(*v));
        }
    } else if (v->kind == VALUE_INT) {
        print_int(v->as.i, st->out);
    } else {
        return emit_other(st, *v);
    }
    return true;
}

bool vm_emit(struct jinja_state *st, value v)
{
    return print(st, &v, st->frame->autoescape) &&
           (st->out->n <= st->out_most || vm_too_long(st));
}

bool vm_take_output(struct jinja_state *st, size_t from, value *out)
{
    str text = str_sub(buf_str(st->out), from, st->out->n - from);
    *out = value_string(arena_str(st->eval->arena, text));
    out->flags = st->frame->autoescape ? VALUE_SAFE : 0;
    st->out->n = from;
    return true;
}

/* Whatever a filter block's filter made of it. */
static bool emit_raw(struct jinja_state *st, value v)
{
    str text;
    return text_of(st, v, &text) && vm_emit(st, value_markup(text));
}

/* What a set block's filter made is markup as the block's text was. */
static bool as_markup(struct jinja_state *st, value *v)
{
    str text;
    if (!st->frame->autoescape) {
        return true;
    }
    if (!text_of(st, *v, &text)) {
        return false;
    }
    *v = value_markup(text);
    return true;
}

static inline void put_text(struct buf *out, str text)
{
    if (__builtin_expect(text.n <= CODE_TEXT_PAD, 1)) {
        buf_reserve(out, CODE_TEXT_PAD);
        memcpy(out->p + out->n, text.p, CODE_TEXT_PAD);
        out->n += text.n;
    } else {
        buf_put(out, text);
    }
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

static bool build(struct jinja_state *st, enum opcode op, const value *items,
                  size_t n, value *out)
{
    value v = op == OP_DICT ? own_dict(st) : value_tuple(st->eval->arena, n);
    if (op == OP_DICT) {
        for (size_t i = 0; i < n; i++) {
            if (!value_is_key(st, items[2 * i])) {
                return false;
            }
            dict_set(v.as.dict, st->eval->arena, items[2 * i],
                     items[2 * i + 1]);
        }
        *out = v;
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        v.as.list->items.p[i] = items[i];
    }
    if (op == OP_LIST) {
        v.kind = VALUE_LIST;
        v.flags = VALUE_OWN;
    }
    *out = v;
    return true;
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

static inline bool same_name(const char *a, const char *b, size_t n)
{
    uint64_t words[4];
    if (n > 16 || n < 4) {
        return memcmp(a, b, n) == 0;
    }
    if (n >= 8) {
        memcpy(&words[0], a, 8);
        memcpy(&words[1], a + n - 8, 8);
        memcpy(&words[2], b, 8);
        memcpy(&words[3], b + n - 8, 8);
        return words[0] == words[2] && words[1] == words[3];
    }
    uint32_t halves[4];
    memcpy(&halves[0], a, 4);
    memcpy(&halves[1], a + n - 4, 4);
    memcpy(&halves[2], b, 4);
    memcpy(&halves[3], b + n - 4, 4);
    return halves[0] == halves[2] && halves[1] == halves[3];
}

__attribute__((noinline)) static bool attr_anywhere(struct jinja_state *st,
                                                    _Atomic uint8_t *kept,
                                                    str name, value *of)
{
    uint8_t hint = 0;
    const value *found =
        of->kind == VALUE_DICT ? dict_get_hint(of->as.dict, name, &hint) : NULL;
    if (!found) {
        return ops_attr(st, *of, name, of);
    }
    atomic_store_explicit(kept, hint, memory_order_relaxed);
    *of = *found;
    return true;
}

/* What most attributes are: keys of maps, in the place where the last one
 * was that this instruction has seen. */
static inline bool attr(struct jinja_state *st, const struct code *code,
                        const struct insn *in, value *of)
{
    const value *name = &code->constants[in->a];
    _Atomic uint8_t *kept = &code->hints[in - code->insns];
    if (of->kind == VALUE_DICT) {
        const struct dict *dict = of->as.dict;
        uint8_t hint = atomic_load_explicit(kept, memory_order_relaxed);
        const struct entry *entry =
            hint < dict->entries.n ? &dict->entries.p[hint] : NULL;
        if (entry && entry->key.kind == VALUE_STRING &&
            entry->key.n == name->n &&
            same_name(entry->key.as.p, name->as.p, name->n)) {
            *of = entry->val;
            return true;
        }
    }
    return attr_anywhere(st, kept, value_str(*name), of);
}

/* What most comparisons are about: whole numbers. */
static inline bool order_ints(enum opcode op, const value *a, const value *b,
                              value *out)
{
    if (a->kind != VALUE_INT || b->kind != VALUE_INT) {
        return false;
    }
    bool is;
    int64_t x = a->as.i;
    int64_t y = b->as.i;
    switch ((int)op) {
    case OP_EQ: is = x == y; break;
    case OP_NE: is = x != y; break;
    case OP_LT: is = x < y; break;
    case OP_LE: is = x <= y; break;
    case OP_GT: is = x > y; break;
    case OP_GE: is = x >= y; break;
    default: return false;
    }
    *out = (value){.kind = VALUE_BOOL, .as.b = is};
    return true;
}

/* Whose attribute a fused instruction reads. */
static inline value owner(struct jinja_state *st, const struct frame *f,
                          const struct insn *in)
{
    return in->op == OP_LOCAL_ATTR || in->op == OP_EMIT_LOCAL_ATTR
               ? f->slots[in->b]
               : context_get(st, f->bond.context, f->code->names[in->b]);
}

static inline void swap(value *sp)
{
    value top = sp[-1];
    sp[-1] = sp[-2];
    sp[-2] = top;
}

static value *copy_top(value *sp)
{
    sp[0] = sp[-1];
    return sp + 1;
}

static value *tuck(value *sp)
{
    swap(sp);
    sp[0] = sp[-2];
    return sp + 1;
}

static bool enlarge(struct jinja_state *st, const struct code *code,
                    const struct insn *in, value of, value with)
{
    struct arena *arena = st->eval->arena;
    switch (in->op) {
    case OP_APPEND: list_push(of.as.list, arena, with); return true;
    case OP_EXTEND: return extend(st, of, with);
    case OP_SET_KEY:
        dict_set(of.as.dict, arena, code->constants[in->a], with);
        return true;
    default: return update(st, of, with);
    }
}

static bool find_other(struct jinja_state *st, unsigned op,
                       const struct lookup *look, value *name)
{
    switch (op) {
    case OP_EXTENDS: return vm_extends(st, look, *name);
    case OP_INCLUDE: return vm_include(st, look, *name);
    default: return vm_import(st, look, name);
    }
}

static bool call(struct jinja_state *st, enum opcode op,
                 const struct site *site, value *args)
{
    switch ((int)op) {
    case OP_CALL: return vm_call(st, site, args);
    case OP_CALL_METHOD: return vm_call_method(st, site, args);
    case OP_EMIT_CALL: return vm_emit_call(st, site, args);
    default: return vm_emit_method(st, site, args);
    }
}

/* --- the loop --------------------------------------------------------------
 */

/* NOLINTNEXTLINE: the one dispatch loop */
static bool execute(struct jinja_state *st, struct frame *f)
{
    const struct code *const code = f->code;
    const struct insn *const insns = code->insns;
    value *slots = f->slots;
    value *sp = f->stack; /* the first free one */
    bool ok = true;
    bool is = false;
    const value *what;
    struct buf *const out = st->out;
    for (const struct insn *next = insns; ok;) {
        const struct insn *const in = next++;
        f->at = in;
        const unsigned op = in->op;
        switch (op) {
        case OP_HALT: return true;
        case OP_EMIT_TEXT: put_text(out, code->texts[in->a]); goto printed;
        case OP_EMIT_LOCAL:
            put_text(out, code->texts[in->text]);
            what = &slots[in->a];
            goto print;
        case OP_EMIT_FILTER:
            sp -= code->sites[in->a].spread ? 3 : code->sites[in->a].nargs;
            ok = vm_filter(st, &code->sites[in->a], sp, true);
            what = sp;
            goto print;
        case OP_EMIT_NAME_ATTR:
        case OP_EMIT_LOCAL_ATTR:
            put_text(out, code->texts[in->text]);
            *sp++ = owner(st, f, in);
            /* fall through */
        case OP_EMIT_ATTR:
            ok = attr(st, code, in, &sp[-1]);
            /* fall through */
        case OP_EMIT:
            what = --sp;
        print:
            ok = ok && print(st, what, f->autoescape);
        printed:
            ok = ok && (out->n <= st->out_most || vm_too_long(st));
            break;
        case OP_EMIT_RAW: ok = emit_raw(st, *--sp); break;
        case OP_MARKUP: ok = as_markup(st, &sp[-1]); break;
        case OP_CONST: *sp++ = code->constants[in->a]; break;
        case OP_LOAD: *sp++ = slots[in->a]; break;
        case OP_LOAD_OUTER: *sp++ = load_outer(f, in->a, in->b); break;
        case OP_LOAD_NAME:
            *sp++ = context_get(st, f->bond.context, code->names[in->a]);
            break;
        case OP_STORE: slots[in->a] = *--sp; break;
        case OP_STORE_NAME:
            context_set(st, f->bond.context, code->names[in->a], *--sp);
            break;
        case OP_STORE_ATTR:
            sp -= 2;
            ok = namespace_set(st, sp[1], code->constants[in->a], sp[0]);
            break;
        case OP_POP: sp--; break;
        case OP_DUP: sp = copy_top(sp); break;
        case OP_SWAP: swap(sp); break;
        case OP_TUCK: sp = tuck(sp); break;
        case OP_NAME_ATTR:
        case OP_LOCAL_ATTR: *sp++ = owner(st, f, in); /* fall through */
        case OP_ATTR: ok = attr(st, code, in, &sp[-1]); break;
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
            sp -= op == OP_DICT ? 2 * (size_t)in->a : in->a;
            ok = build(st, (enum opcode)op, sp, in->a, sp);
            sp++;
            break;
        case OP_APPEND:
        case OP_EXTEND:
        case OP_SET_KEY:
        case OP_UPDATE:
            sp--;
            ok = enlarge(st, code, in, sp[-1], sp[0]);
            break;
        case OP_UNPACK:
            ok = unpack(st, sp[-1], in->a, sp - 1);
            sp += (ptrdiff_t)in->a - 1;
            break;
        case OP_NOT:
        case OP_NEG:
        case OP_POS:
            ok = ops_unary(st, (enum opcode)op, sp[-1], &sp[-1]);
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
            ok = order_ints((enum opcode)op, &sp[-1], &sp[0], &sp[-1]) ||
                 ops_binary(st, (enum opcode)op, sp[-1], sp[0], &sp[-1]);
            break;
        case OP_CONCAT:
            sp -= in->a;
            ok = ops_concat(st, sp, in->a, f->autoescape, sp);
            sp++;
            break;
        case OP_JUMP: next = insns + in->a; break;
        case OP_JUMP_FALSE:
            ok = truth(st, *--sp, &is);
            next = is ? next : insns + in->a;
            break;
        case OP_JUMP_FALSE_KEEP:
        case OP_JUMP_TRUE_KEEP:
            ok = truth(st, sp[-1], &is);
            is = is == (op == OP_JUMP_TRUE_KEEP);
            next = is ? insns + in->a : next;
            sp -= !is;
            break;
        case OP_JUMP_GIVEN:
            next = value_is_missing(slots[in->b]) ? next : insns + in->a;
            break;
        case OP_FILTER:
        case OP_TEST:
            sp -= code->sites[in->a].spread ? 3 : code->sites[in->a].nargs;
            ok = vm_filter(st, &code->sites[in->a], sp, false);
            sp++;
            break;
        case OP_CALL:
        case OP_CALL_METHOD:
        case OP_EMIT_CALL:
        case OP_EMIT_METHOD:
            sp -= code->sites[in->a].spread ? 2 : code->sites[in->a].nargs;
            ok = call(st, (enum opcode)op, &code->sites[in->a], sp);
            sp -= op == OP_EMIT_CALL || op == OP_EMIT_METHOD;
            break;
        case OP_LOOP: ok = loop_begin(st, *--sp, in->b, &slots[in->a]); break;
        case OP_NEXT:
            ok = loop_next(st, loop_of(slots[in->b]), sp, &is);
            sp += is;
            next = is ? next : insns + in->a;
            break;
        case OP_JUMP_RAN:
            next = loop_has_run(slots[in->b]) ? insns + in->a : next;
            break;
        case OP_RAN: loop_ran(slots[in->a]); break;
        case OP_RECURSE:
            ok = loop_recurse(st, code->codes[in->a], *--sp);
            break;
        case OP_CAPTURE: slots[in->a] = value_int((int64_t)st->out->n); break;
        case OP_END_CAPTURE:
            ok = vm_take_output(st, (size_t)slots[in->a].as.i, sp++);
            break;
        case OP_AUTOESCAPE:
            ok = set_autoescape(st, &slots[in->a], *--sp);
            break;
        case OP_END_AUTOESCAPE: f->autoescape = slots[in->a].as.b; break;
        case OP_MACRO: *sp++ = vm_macro(st, code->codes[in->a]); break;
        case OP_BLOCK: ok = vm_block(st, code->names[in->a], NULL); break;
        case OP_BLOCK_SCOPED:
            ok =
                vm_block(st, code->lookups[in->a].block, &code->lookups[in->a]);
            break;
        case OP_SUPER: ok = vm_super(st, in->a, sp++); break;
        case OP_SELF: ok = vm_self(st, code->names[in->a], sp++); break;
        case OP_EXTENDS:
        case OP_INCLUDE:
        case OP_IMPORT:
            ok = find_other(st, op, &code->lookups[in->a], &sp[-1]);
            sp -= op != OP_IMPORT;
            break;
        case OP_EXPORT:
            ok = vm_export(st, sp[-1], code->names[in->a], sp);
            sp++;
            break;
        case OP_EMIT_SUPER: ok = vm_super(st, in->a, NULL); break;
        case OP_NEXT_LOCAL:
            ok = loop_next(st, loop_of(slots[in->b]), &slots[in->b + 1], &is);
            next = is ? next : insns + in->a;
            break;
        case OP_AGAIN:
            put_text(out, code->texts[in->text]);
            ok = loop_next(st, loop_of(slots[in->b]), &slots[in->b + 1], &is);
            next = is ? insns + in->a : next;
            goto printed;
        case N_OPCODES:
        default: __builtin_unreachable(); /* code comes from compile.c alone */
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
    for (; nargs < f->code->nparams; nargs++) {
        f->slots[nargs] = f->code->missing[nargs];
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
        f.at = f.extends_at;
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
