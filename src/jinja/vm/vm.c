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
#include "jinja/vm/vm.h"

enum { STACK_CHUNK = 4096 };

/* Anything but short strings and numbers. */
__attribute__((noinline)) static bool print_any(struct jinja_state *st,
                                                const value *v, bool autoescape)
{
    const struct module *module = module_of(*v);
    if (module) {
        return print_any(st, &module->text, autoescape);
    }
    if (!state_allows(st, *v, USE_TEXT)) {
        return false;
    }
    if (!autoescape || is_safe(*v) ||
        (v->kind != VALUE_STRING && v->kind < VALUE_DATE)) {
        value_print(*v, st->ctx, st->out);
    } else {
        html_escape_jinja(value_text(*v, st->ctx), st->out);
    }
    return state_has_room(st);
}

/* The end of what was printed, or NULL: it is not short. */
__attribute__((always_inline)) static inline char *
print_short(char *to, const value *v, bool autoescape)
{
    if (v->kind == VALUE_STRING && v->n <= SIMD16) {
        return autoescape && !(v->flags & VALUE_SAFE)
                   ? html_copy_clean(to, value_str(*v))
                   : copy16(to, v->as.p, v->n);
    }
    return v->kind == VALUE_INT ? put_int(to, v->as.i) : NULL;
}

/* Prints a text of at most CODE_TEXT_PAD bytes and a value. */
__attribute__((always_inline)) static inline bool
emit_value(struct jinja_state *st, str text, const value *v, bool autoescape)
{
    struct buf *out = st->out;
    buf_reserve(out, CODE_TEXT_PAD + SHORT_ROOM);
    char *to = out->p + out->n;
    memcpy(to, text.p, CODE_TEXT_PAD);
    to += text.n;
    char *end = print_short(to, v, autoescape);
    out->n = (size_t)((end ? end : to) - out->p);
    return end || print_any(st, v, autoescape);
}

bool vm_emit(struct jinja_state *st, value v)
{
    return print_any(st, &v, st->frame->autoescape);
}

bool vm_take_output(struct jinja_state *st, size_t from, value *out)
{
    str text = str_sub(buf_str(st->out), from, st->out->n - from);
    if (!state_makes(st, text.n)) {
        return false;
    }
    *out =
        value_string_as(arena_str(st->ctx->arena, text), st->frame->autoescape);
    st->out->n = from;
    return true;
}

/* The result of the filters of a set or filter block is markup, as the block's
 * text was. */
static bool as_markup(struct jinja_state *st, value *v)
{
    str text;
    if (!st->frame->autoescape) {
        return true;
    }
    if (!state_text(st, *v, &text)) {
        return false;
    }
    *v = value_markup(text);
    return true;
}

static inline void emit_text(struct buf *out, str text)
{
    buf_reserve(out, CODE_TEXT_PAD);
    memcpy(out->p + out->n, text.p, CODE_TEXT_PAD);
    out->n += text.n;
}

static bool put_long_text(struct jinja_state *st, str text)
{
    buf_put(st->out, text);
    return state_has_room(st);
}

/* --- longer instructions --- */

static value load_outer(const struct vm_frame *frame, uint32_t slot,
                        size_t depth)
{
    const struct closure *closure = frame->bond->closure;
    while (--depth) {
        closure = closure->enclosing;
    }
    return closure->slots[slot];
}

static bool test_truth(struct jinja_state *st, value v, bool *out)
{
    *out = v.kind == VALUE_BOOL ? v.as.b : value_truth(v, st->ctx);
    return state_allows(st, v, USE_TRUTH);
}

static bool set_escape(struct jinja_state *st, value *slot, value v)
{
    *slot = value_bool(st->frame->autoescape);
    return test_truth(st, v, &st->frame->autoescape);
}

/* Are the strings equal? False for some that are, because their flags differ.
 */
__attribute__((always_inline)) static inline bool same_key(const value *key,
                                                           const value *name)
{
    uint64_t heads[2];
    _Static_assert(offsetof(value, as) == sizeof *heads, "kind and length");
    memcpy(&heads[0], key, sizeof *heads);
    memcpy(&heads[1], name, sizeof *heads);
    return heads[0] == heads[1] && name->n <= 16 &&
           equal16(key->as.p, name->as.p, name->n);
}

__attribute__((noinline)) static const value *
attr_anywhere(struct jinja_state *st, struct insn *in, const value *name,
              const value *of, value *made)
{
    uint8_t hint = 0;
    const value *found =
        of->kind == VALUE_DICT
            ? dict_get_hint(of->as.dict, value_str(*name), &hint)
            : NULL;
    if (found) {
        atomic_store_explicit(&in->hint, hint, memory_order_relaxed);
        return found;
    }
    return ops_attr(st, *of, value_str(*name), made) ? made : NULL;
}

/* The short way for most attributes: keys of maps, at the place where this
 * instruction found the last one. *made is room for a value that is stored
 * nowhere. NULL: reported. */
__attribute__((always_inline)) static inline const value *
load_attr(struct jinja_state *st, const struct code *code, struct insn *in,
          const value *of, value *made)
{
    const value *name = &code->constants.p[in->a];
    uint8_t hint = atomic_load_explicit(&in->hint, memory_order_relaxed);
    if (of->kind == VALUE_DICT && hint < of->as.dict->entries.n) {
        const struct entry *entry = &of->as.dict->entries.p[hint];
        if (same_key(&entry->key, name)) {
            return &entry->val;
        }
    }
    return attr_anywhere(st, in, name, of, made);
}

/* Longer texts are charged as steps, by ops_compare(). */
enum { SHORT_TEXT = 1024 };

/* The short way for most comparisons: of whole numbers, and whether strings are
 * equal. */
static inline bool run_compare(enum opcode op, const value *a, const value *b,
                               value *out)
{
    bool is;
    if (a->kind == VALUE_STRING && b->kind == VALUE_STRING &&
        (op == OP_EQ || op == OP_NE) && a->n < SHORT_TEXT) {
        is = str_eq(value_str(*a), value_str(*b)) == (op == OP_EQ);
    } else if (a->kind == VALUE_INT && b->kind == VALUE_INT) {
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
    } else {
        return false;
    }
    *out = (value){.kind = VALUE_BOOL, .as.b = is};
    return true;
}

static inline bool push_value(value *sp, const value *v)
{
    if (v) {
        *sp = *v;
    }
    return v;
}

static inline void swap_top(value *sp)
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

static value *tuck_top(value *sp)
{
    swap_top(sp);
    sp[0] = sp[-2];
    return sp + 1;
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

/* --- the loop --- */

/* NOLINTNEXTLINE: the one dispatch loop */
static bool execute(struct jinja_state *st, struct vm_frame *f)
{
    const struct code *const code = f->code;
    struct insn *const insns = code->insns.p;
    value *slots = f->slots;
    value *sp = f->stack; /* the first free one */
    bool ok = true;
    bool is = false;
    const value *what;
    struct insn *in = insns;
    while (ok) {
        f->at = in;
        switch (in->op) {
        case OP_HALT: emit_text(st->out, code->texts.p[in->text]); return true;
        case OP_EMIT_TEXT: emit_text(st->out, code->texts.p[in->a]); break;
        case OP_EMIT_LONG: ok = put_long_text(st, code->texts.p[in->a]); break;
        case OP_EMIT_LOCAL: what = &slots[in->a]; goto print;
        case OP_EMIT_FILTER:
            sp -= code->calls.p[in->a].spread ? 3 : code->calls.p[in->a].nargs;
            ok = vm_filter(st, &code->calls.p[in->a], sp);
            what = sp;
            goto print;
        case OP_EMIT_NAME_ATTR:
            what = context_at(st, f->bond->context, code->names.p[in->b]);
            goto print_attr;
        case OP_EMIT_LOCAL_ATTR: what = &slots[in->b]; goto print_attr;
        case OP_EMIT_ATTR:
            what = --sp;
        print_attr:
            what = load_attr(st, code, in, what, sp);
            ok = what;
            goto print;
        case OP_EMIT:
            what = --sp;
        print:
            ok = ok &&
                 emit_value(st, code->texts.p[in->text], what, f->autoescape);
            break;
        case OP_MARKUP: ok = as_markup(st, &sp[-1]); break;
        case OP_CONST: *sp++ = code->constants.p[in->a]; break;
        case OP_LOAD: *sp++ = slots[in->a]; break;
        case OP_LOAD_OUTER: *sp++ = load_outer(f, in->a, in->b); break;
        case OP_LOAD_NAME:
            *sp++ = *context_at(st, f->bond->context, code->names.p[in->a]);
            break;
        case OP_STORE: slots[in->a] = *--sp; break;
        case OP_STORE_NAME:
            context_set(st, f->bond->context, code->names.p[in->a], *--sp);
            break;
        case OP_STORE_ATTR:
            sp -= 2;
            ok = namespace_set(st, sp[1], code->constants.p[in->a], sp[0]);
            break;
        case OP_POP: sp--; break;
        case OP_DUP: sp = copy_top(sp); break;
        case OP_SWAP: swap_top(sp); break;
        case OP_TUCK: sp = tuck_top(sp); break;
        case OP_NAME_ATTR:
            what = context_at(st, f->bond->context, code->names.p[in->b]);
            goto push_attr;
        case OP_LOCAL_ATTR: what = &slots[in->b]; goto push_attr;
        case OP_ATTR:
            what = --sp;
        push_attr:
            ok = push_value(sp, load_attr(st, code, in, what, sp));
            sp++;
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
            sp -= in->op == OP_DICT ? 2 * (size_t)in->a : in->a;
            ok = vm_build(st, (enum opcode)in->op, sp, in->a, sp);
            sp++;
            break;
        case OP_APPEND:
        case OP_EXTEND:
        case OP_SET_KEY:
        case OP_UPDATE:
            sp--;
            ok = vm_enlarge(st, code, in, sp[-1], sp[0]);
            break;
        case OP_UNPACK:
            ok = vm_unpack(st, sp[-1], in->a, sp - 1);
            sp += (ptrdiff_t)in->a - 1;
            break;
        case OP_NOT:
        case OP_NEG:
        case OP_POS:
            ok = ops_unary(st, (enum opcode)in->op, sp[-1], &sp[-1]);
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
            ok = run_compare((enum opcode)in->op, &sp[-1], &sp[0], &sp[-1]) ||
                 ops_binary(st, (enum opcode)in->op, sp[-1], sp[0], &sp[-1]);
            break;
        case OP_CONCAT:
            sp -= in->a;
            ok = ops_concat(st, sp, in->a, f->autoescape, sp);
            sp++;
            break;
        case OP_JUMP: ok = is = state_has_room(st); goto branch;
        case OP_JUMP_FALSE:
            ok = test_truth(st, *--sp, &is);
            is = !is;
            goto branch;
        case OP_JUMP_FALSE_KEEP:
        case OP_JUMP_TRUE_KEEP:
            ok = test_truth(st, sp[-1], &is);
            is = is == (in->op == OP_JUMP_TRUE_KEEP);
            sp -= !is;
            goto branch;
        case OP_JUMP_GIVEN: is = !value_is_missing(slots[in->b]); goto branch;
        case OP_FILTER:
        case OP_TEST:
            sp -= code->calls.p[in->a].spread ? 3 : code->calls.p[in->a].nargs;
            ok = vm_filter(st, &code->calls.p[in->a], sp);
            sp++;
            break;
        case OP_CALL:
        case OP_CALL_METHOD:
        case OP_EMIT_CALL:
        case OP_EMIT_METHOD:
            sp -= code->calls.p[in->a].spread ? 2 : code->calls.p[in->a].nargs;
            ok = vm_call(st, (enum opcode)in->op, &code->calls.p[in->a], sp);
            sp -= in->op == OP_EMIT_CALL || in->op == OP_EMIT_METHOD;
            break;
        case OP_LOOP: ok = loop_begin(st, *--sp, in->b, &slots[in->a]); break;
        case OP_NEXT:
            ok = loop_next(st, loop_of(slots[in->b]), sp, &is);
            sp += is;
            is = !is;
            goto branch;
        case OP_JUMP_RAN: is = loop_has_run(slots[in->b]); goto branch;
        case OP_RAN: loop_of(slots[in->a])->ran = true; break;
        case OP_RECURSE:
            ok = loop_recurse(st, code->codes.p[in->a], *--sp);
            break;
        case OP_CAPTURE: slots[in->a] = value_int((int64_t)st->out->n); break;
        case OP_END_CAPTURE:
            ok = vm_take_output(st, (size_t)slots[in->a].as.i, sp++);
            break;
        case OP_AUTOESCAPE: ok = set_escape(st, &slots[in->a], *--sp); break;
        case OP_END_AUTOESCAPE: f->autoescape = slots[in->a].as.b; break;
        case OP_MACRO: *sp++ = vm_macro(st, code->codes.p[in->a]); break;
        case OP_BLOCK: ok = vm_block(st, code->names.p[in->a], NULL); break;
        case OP_BLOCK_SCOPED:
            ok = vm_block(st, code->lookups.p[in->a].block,
                          &code->lookups.p[in->a]);
            break;
        case OP_SUPER: ok = vm_super(st, in->a, sp++); break;
        case OP_SELF: ok = vm_self(st, code->names.p[in->a], sp++); break;
        case OP_EXTENDS:
        case OP_INCLUDE:
        case OP_IMPORT:
            ok = find_other(st, in->op, &code->lookups.p[in->a], &sp[-1]);
            sp -= in->op != OP_IMPORT;
            break;
        case OP_EXPORT:
            ok = vm_export(st, sp[-1], code->names.p[in->a], sp);
            sp++;
            break;
        case OP_EMIT_SUPER: ok = vm_super(st, in->a, NULL); break;
        case OP_NEXT_LOCAL:
            ok = loop_next(st, loop_of(slots[in->b]), &slots[in->b + 1], &is);
            is = !is;
            goto branch;
        case OP_AGAIN:
            emit_text(st->out, code->texts.p[in->text]);
            ok = state_has_room(st) &&
                 loop_next(st, loop_of(slots[in->b]), &slots[in->b + 1], &is);
            goto branch;
        case N_OPCODES:
        default: __builtin_unreachable(); /* code comes from compile.c alone */
        }
        is = false;
    branch:
        in = is ? insns + in->a : in + 1;
    }
    return false;
}

/* --- frames --- */

static inline value *take_stack(struct jinja_state *st, size_t n)
{
    if ((size_t)(st->stack_end - st->stack_next) < n) {
        size_t size = n > STACK_CHUNK ? n : STACK_CHUNK;
        st->stack_next = ARENA_ARRAY(st->ctx->arena, value, size);
        st->stack_end = st->stack_next + size;
    }
    value *p = st->stack_next;
    st->stack_next += n;
    return p;
}

/* Keeps the locals for inner functions, which may use them later. */
static void keep_locals(struct jinja_state *st, struct vm_frame *f)
{
    struct arena *arena = st->ctx->arena;
    f->slots = ARENA_ARRAY(arena, value, f->code->nslots);
    f->closure = ARENA_NEW(arena, struct closure);
    *f->closure = (struct closure){f->slots, f->bond->closure};
}

static inline void set_locals(const struct code *code, value *slots,
                              const value *args, size_t nargs)
{
    size_t i = 0;
    for (; i < nargs; i++) {
        slots[i] = args[i];
    }
    for (; i < code->nparams; i++) {
        slots[i] = code->missing[i];
    }
    for (; i < code->nslots; i++) {
        slots[i] = (value){.kind = VALUE_UNDEFINED};
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
    if (!state_steps(st, 1) || !state_has_room(st)) {
        return false;
    }
    struct vm_frame f = {.code = code,
                         .up = st->frame,
                         .bond = bond,
                         .closure = bond->closure,
                         .autoescape = code->kind >= CODE_MACRO
                                           ? bond->autoescape
                                           : code->template->autoescape,
                         .text_from = st->out->n};
    value *next = st->stack_next;
    value *end = st->stack_end;
    f.slots = take_stack(st, code->nslots + code->nstack);
    f.stack = f.slots + code->nslots;
    if (code->captured) {
        keep_locals(st, &f);
    }
    set_locals(code, f.slots, args, nargs);
    const struct call_site *site = st->call_site;
    st->call_site = NULL;
    st->frame = &f;
    st->depth++;
    struct profile_run run;
    if (__builtin_expect(st->profile != NULL, 0)) {
        measure_enter(st, code, &run);
    }
    bool ok = execute(st, &f);
    if (ok && f.parent) {
        st->out->n = f.text_from;
        f.at = f.extends_at;
        ok = vm_template_parent(st, &f);
    }
    if (__builtin_expect(st->profile != NULL, 0)) {
        measure_leave(st, &run);
    }
    st->depth--;
    st->call_site = site;
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
