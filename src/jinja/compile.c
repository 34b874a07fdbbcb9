/* SPDX-License-Identifier: MIT */
#include "jinja/compile.h"

#include "jinja/limits.h"

/* --- instructions --- */

static const struct {
    int8_t pops;
    int8_t pushes;
} effects[] = {
#define OPCODE(name, operand, pops, pushes, meaning) {pops, pushes},
#include "jinja/opcodes.h"
#undef OPCODE
};

const char *opcode_name(enum opcode op)
{
    static const char *const names[] = {
#define OPCODE(name, operand, pops, pushes, meaning) #name,
#include "jinja/opcodes.h"
#undef OPCODE
    };
    return names[op];
}

struct diag *compile_error(struct compiler *c, uint32_t off, size_t len,
                           const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct diag *diag =
        diag_vadd(c->diags, DIAG_ERROR, span_of(c->template->source, off, len),
                  code, format, args);
    va_end(args);
    c->ok = false;
    return diag;
}

static size_t popped(const struct unit *unit, enum opcode op, size_t a)
{
    if (effects[op].pops >= 0) {
        return (size_t)effects[op].pops;
    }
    if (op == OP_DICT) {
        return 2 * a;
    }
    if (op == OP_FILTER || op == OP_TEST || op == OP_CALL ||
        op == OP_CALL_METHOD) {
        const struct call_site *site = &unit->code->calls.p[a];
        size_t subject = op == OP_CALL || op == OP_CALL_METHOD;
        return site->spread ? 3 : site->nargs + subject;
    }
    return a;
}

/* Notes that instruction pc, the last one, comes from c->off. */
static void note_place(struct compiler *c, size_t pc)
{
    struct unit *unit = c->unit;
    struct place_run here = {(uint32_t)pc, c->off, c->len};
    if (unit->code->places.n) {
        struct place_run *last =
            &unit->code->places.p[unit->code->places.n - 1];
        if (last->off == here.off && last->len == here.len) {
            return;
        }
        if (last->pc == pc) {
            *last = here;
            return;
        }
    }
    *VEC_PUSH(&unit->code->places, c->arena) = here;
}

static enum opcode fused(enum opcode first, enum opcode second)
{
    static const uint8_t pairs[][3] = {
        {OP_LOAD, OP_ATTR, OP_LOCAL_ATTR},
        {OP_LOAD_NAME, OP_ATTR, OP_NAME_ATTR},
        {OP_LOAD, OP_EMIT, OP_EMIT_LOCAL},
        {OP_ATTR, OP_EMIT, OP_EMIT_ATTR},
        {OP_LOCAL_ATTR, OP_EMIT, OP_EMIT_LOCAL_ATTR},
        {OP_NAME_ATTR, OP_EMIT, OP_EMIT_NAME_ATTR},
        {OP_FILTER, OP_EMIT, OP_EMIT_FILTER},
        {OP_CALL, OP_EMIT, OP_EMIT_CALL},
        {OP_CALL_METHOD, OP_EMIT, OP_EMIT_METHOD},
        {OP_SUPER, OP_EMIT, OP_EMIT_SUPER},
        {OP_NEXT, OP_STORE, OP_NEXT_LOCAL},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i][0] == first && pairs[i][1] == second) {
            return pairs[i][2];
        }
    }
    return N_OPCODES;
}

/* Fuses the last instruction and this one into one, if there is such an
 * instruction and no jump leads between the two. */
static bool fuse(struct unit *unit, enum opcode op, size_t a)
{
    if (!unit->code->insns.n || unit->label == unit->code->insns.n ||
        (op != OP_EMIT && op != OP_ATTR && op != OP_STORE)) {
        return false;
    }
    struct insn *last = &unit->code->insns.p[unit->code->insns.n - 1];
    enum opcode both = fused((enum opcode)last->op, op);
    if (both == N_OPCODES ||
        (both == OP_NEXT_LOCAL && a != (size_t)last->b + 1) ||
        (both == OP_NAME_ATTR && last->a > UINT16_MAX)) {
        return false;
    }
    if (both == OP_LOCAL_ATTR || both == OP_NAME_ATTR) {
        last->b = (uint16_t)last->a;
        last->a = (uint32_t)a;
    }
    last->op = (uint8_t)both;
    return true;
}

/* Makes the text that is printed before the last instruction a part of that, if
 * the instruction can print a text and no jump leads between the two. */
static void join_text(struct unit *unit)
{
    size_t n = unit->code->insns.n;
    struct insn *last = &unit->code->insns.p[n - 1];
    bool prints_text = last->op == OP_EMIT_LOCAL ||
                       last->op == OP_EMIT_LOCAL_ATTR ||
                       last->op == OP_EMIT_NAME_ATTR || last->op == OP_AGAIN ||
                       last->op == OP_HALT;
    if (n < 2 || unit->label == n - 1 || !prints_text ||
        last[-1].op != OP_EMIT_TEXT) {
        return;
    }
    last->text = last[-1].a;
    last[-1] = *last;
    unit->code->insns.n--;
    if (unit->code->places.n &&
        unit->code->places.p[unit->code->places.n - 1].pc == n - 1) {
        unit->code->places.n--;
    }
}

uint32_t emit_b(struct compiler *c, enum opcode op, size_t a, size_t b)
{
    struct unit *unit = c->unit;
    bool one = fuse(unit, op, a);
    if (!one) {
        *VEC_PUSH(&unit->code->insns, c->arena) = (struct insn){
            .op = (uint8_t)op, .b = (uint16_t)b, .a = (uint32_t)a};
    }
    join_text(unit);
    if (!one || op != OP_STORE) { /* storing never fails */
        note_place(c, unit->code->insns.n - 1);
    }
    unit->depth -= popped(unit, op, a);
    unit->depth += effects[op].pushes >= 0 ? (size_t)effects[op].pushes : a;
    if (unit->depth + 1 > unit->code->nstack) {
        unit->code->nstack = unit->depth + 1;
    }
    return (uint32_t)unit->code->insns.n - 1;
}

uint32_t emit(struct compiler *c, enum opcode op, size_t a)
{
    return emit_b(c, op, a, 0);
}

void emit_label(struct compiler *c, uint32_t jump)
{
    c->unit->code->insns.p[jump].a = emit_here(c);
    c->unit->label = emit_here(c);
}

uint32_t emit_here(const struct compiler *c)
{
    return (uint32_t)c->unit->code->insns.n;
}

/* The number of the key in the map; a new key gets `next`. */
static uint32_t number_in_map(struct compiler *c, struct map *map, str key,
                              size_t next)
{
    void **known = map_put(map, c->arena, key);
    *known = *known ? *known : (void *)(uintptr_t)(next + 1);
    return (uint32_t)((uintptr_t)*known - 1);
}

uint32_t constant_number(struct compiler *c, value v)
{
    struct unit *unit = c->unit;
    uint32_t next = (uint32_t)unit->code->constants.n;
    uint32_t number =
        v.kind == VALUE_STRING
            ? number_in_map(c, &unit->known_texts, value_str(v), next)
            : next;
    if (number == next) {
        *VEC_PUSH(&unit->code->constants, c->arena) = v;
    }
    return number;
}

uint32_t name_number(struct compiler *c, str s)
{
    const struct context_name *name = env_name(c->env, s);
    struct unit *unit = c->unit;
    uint32_t number =
        number_in_map(c, &unit->known_names, name->s, unit->code->names.n);
    if (number == unit->code->names.n) {
        *VEC_PUSH(&unit->code->names, c->arena) = name;
    }
    return number;
}

uint32_t new_slot(struct compiler *c)
{
    return (uint32_t)c->unit->code->nslots++;
}

/* --- scopes --- */

void scope_begin(struct compiler *c)
{
    struct scope *scope = ARENA_NEW(c->arena, struct scope);
    scope->up = c->unit->scope;
    c->unit->scope = scope;
}

void scope_end(struct compiler *c)
{
    c->unit->scope = c->unit->scope->up;
}

static const struct local *local_in(const struct scope *scope,
                                    const struct context_name *name)
{
    uintptr_t number = (uintptr_t)map_get(&scope->known, name->s);
    return number ? &scope->locals.p[number - 1] : NULL;
}

void scope_add(struct compiler *c, const struct context_name *name,
               uint32_t slot)
{
    struct scope *scope = c->unit->scope;
    *VEC_PUSH(&scope->locals, c->arena) = (struct local){name, slot};
    *map_put(&scope->known, c->arena, name->s) =
        (void *)(uintptr_t)scope->locals.n;
}

uint32_t declare(struct compiler *c, str s)
{
    const struct context_name *name = env_name(c->env, s);
    const struct local *local = local_in(c->unit->scope, name);
    if (local) {
        return local->slot;
    }
    uint32_t slot = new_slot(c);
    scope_add(c, name, slot);
    return slot;
}

static const struct local *find_local(const struct unit *unit,
                                      const struct scope *from,
                                      const struct context_name *name,
                                      size_t *depth)
{
    *depth = 0;
    for (; unit; unit = unit->enclosing, (*depth)++) {
        const struct scope *scope = *depth ? unit->scope : from;
        for (; scope; scope = scope->up) {
            const struct local *local = local_in(scope, name);
            if (local) {
                return local;
            }
        }
    }
    return NULL;
}

bool is_local(const struct compiler *c, str s)
{
    size_t depth;
    const struct context_name *name = map_get(&c->env->names, s);
    return name && find_local(c->unit, c->unit->scope, name, &depth);
}

/* The current function reads a local of the function `depth` levels around:
 * all in between must keep their locals. */
static void mark_captured(struct unit *unit, size_t depth)
{
    for (; depth; depth--) {
        unit = unit->enclosing;
        unit->code->captured = true;
    }
}

static void load_from(struct compiler *c, const struct scope *from, str s)
{
    size_t depth;
    const struct local *local =
        find_local(c->unit, from, env_name(c->env, s), &depth);
    if (!local) {
        emit(c, OP_LOAD_NAME, name_number(c, s));
    } else if (depth) {
        mark_captured(c->unit, depth);
        emit_b(c, OP_LOAD_OUTER, local->slot, depth);
    } else {
        emit(c, OP_LOAD, local->slot);
    }
}

void emit_load(struct compiler *c, str name)
{
    load_from(c, c->unit->scope, name);
}

static void inherit_one(void *context, str s)
{
    struct compiler *c = context;
    if (local_in(c->unit->scope, env_name(c->env, s))) {
        return;
    }
    load_from(c, c->unit->scope->up, s);
    emit(c, OP_STORE, declare(c, s));
}

void scope_inherit(struct compiler *c, const struct stmts *stmts)
{
    ast_assigned(stmts, inherit_one, c);
}

void collect_visible(struct compiler *c, struct lookup *look)
{
    VEC(struct visible) all = {0};
    uint32_t depth = 0;
    for (struct unit *unit = c->unit; unit; unit = unit->enclosing, depth++) {
        for (struct scope *scope = unit->scope; scope; scope = scope->up) {
            for (size_t i = scope->locals.n; i-- > 0;) {
                *VEC_PUSH(&all, c->arena) = (struct visible){
                    scope->locals.p[i].name, scope->locals.p[i].slot, depth};
                mark_captured(c->unit, depth);
            }
        }
    }
    look->visible = all.p;
    look->nvisible = all.n;
}

/* --- units --- */

static const char no_text[CODE_TEXT_PAD];

struct unit *unit_begin(struct compiler *c, enum code_kind kind, str name,
                        bool inside)
{
    struct unit *before = c->unit;
    struct unit *unit = ARENA_NEW(c->arena, struct unit);
    unit->code = ARENA_NEW(c->arena, struct code);
    unit->code->kind = kind;
    unit->code->name = name;
    unit->code->template = c->template;
    unit->code->varargs = NO_SLOT;
    unit->code->kwargs = NO_SLOT;
    unit->code->caller = NO_SLOT;
    if (kind != CODE_BLOCK && kind != CODE_LOOP) {
        unit->code->free_names =
            arena_zalloc(c->arena, 1, sizeof *unit->code->free_names);
    }
    unit->enclosing = inside ? before : NULL;
    c->unit = unit;
    *VEC_PUSH(&unit->code->texts, c->arena) = (str){no_text, 0};
    scope_begin(c);
    unit->code->number = c->template->codes.n;
    *VEC_PUSH(&c->template->codes, c->arena) = unit->code;
    if (kind == CODE_MACRO) {
        void **macro = map_put(&c->template->macros, c->arena, name);
        *macro = *macro ? (void *)c->template : (void *)unit->code;
    } else if (kind == CODE_BLOCK) {
        *map_put(&c->template->block_names, c->arena, name) = unit->code;
    }
    return before;
}

struct code *unit_end(struct compiler *c, struct unit *before)
{
    struct unit *unit = c->unit;
    struct code *code = unit->code;
    emit(c, OP_HALT, 0);
    if (code->nslots > UINT16_MAX) {
        compile_error(c, 0, 0, "template-limit",
                      "this template has more than %d locals", UINT16_MAX);
    }
    c->unit = before;
    return code;
}

size_t code_param(const struct code *code, str name)
{
    for (size_t i = 0; i < code->nparams; i++) {
        if (str_eq(code->params[i], name)) {
            return i;
        }
    }
    return STR_NONE;
}

span code_span(const struct code *code, size_t pc)
{
    size_t low = 0;
    size_t high = code->places.n;
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (code->places.p[middle].pc <= pc) {
            low = middle;
        } else {
            high = middle;
        }
    }
    if (!code->places.n) {
        return (span){0};
    }
    return span_of(code->template->source, code->places.p[low].off,
                   code->places.p[low].len);
}

void compile(struct jinja *env, struct jinja_template *template,
             const struct stmts *stmts, struct diags *diags)
{
    struct compiler c = {.env = env,
                         .template = template,
                         .arena = env->arena,
                         .diags = diags,
                         .ok = true,
                         .most_errors = diags->errors + LIMIT_MISTAKES};
    unit_begin(&c, CODE_ROOT, template->name, false);
    c.unit->scope->toplevel = true;
    compile_stmts(&c, stmts);
    template->root = unit_end(&c, NULL);
    template->ok = template->ok &&c.ok;
}
