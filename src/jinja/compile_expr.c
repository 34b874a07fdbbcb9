/* SPDX-License-Identifier: MIT */
#include "jinja/compile.h"
#include "jinja/vm/vm.h"

/* --- constants --- */

/* Expressions without names are constant. Others are left to the render, also
 * those that fail or depend on the autoescape setting, and lists and dicts,
 * which a template may change. */
bool compile_constant(struct compiler *c, const struct expr *e, value *out)
{
    value a;
    value b;
    struct render_context ctx = {.arena = c->arena};
    struct jinja_state silent = {.env = c->env, .ctx = &ctx, .silent = true};
    if (!e) {
        return false;
    }
    switch (e->kind) {
    case EXPR_CONST: *out = e->constant; return true;
    case EXPR_TUPLE:
        *out = value_tuple(c->arena, e->items.n);
        for (size_t i = 0; i < e->items.n; i++) {
            value *item = &out->as.list->items.p[i];
            if (!compile_constant(c, e->items.p[i], item)) {
                return false;
            }
        }
        return true;
    case EXPR_UNARY:
        return compile_constant(c, e->a, &a) &&
               ops_unary(&silent, (enum opcode)e->op, a, out);
    case EXPR_BINARY:
        return compile_constant(c, e->a, &a) && compile_constant(c, e->b, &b) &&
               a.kind != VALUE_STRING && b.kind != VALUE_STRING &&
               a.kind != VALUE_TUPLE && b.kind != VALUE_TUPLE &&
               ops_binary(&silent, (enum opcode)e->op, a, b, out);
    default: return false;
    }
}

/* The next instruction comes from the place of `e`. */
static void mark_expr(struct compiler *c, const struct expr *e)
{
    c->off = e->off;
    c->len = e->len;
}

/* --- operators --- */

/* a < b < c: b is kept under the result of a < b until it is needed.
 *     a b | b a b | b r | (false: r b -> r) b | b c | r */
static void compile_compare(struct compiler *c, const struct expr *e)
{
    VEC(uint32_t) falses = {0};
    compile_expr(c, e->a);
    for (size_t i = 0; i < e->comparands.n; i++) {
        const struct comparand *next = &e->comparands.p[i];
        bool last = i + 1 == e->comparands.n;
        compile_expr(c, next->expr);
        mark_expr(c, e);
        if (!last) {
            emit(c, OP_TUCK, 0);
        }
        emit(c, (enum opcode)next->op, 0);
        if (!last) {
            *VEC_PUSH(&falses, c->arena) = emit(c, OP_JUMP_FALSE_KEEP, 0);
        }
    }
    if (falses.n) {
        uint32_t end = emit(c, OP_JUMP, 0);
        for (size_t i = 0; i < falses.n; i++) {
            emit_label(c, falses.p[i]);
        }
        c->unit->depth++;
        emit(c, OP_SWAP, 0);
        emit(c, OP_POP, 0);
        emit_label(c, end);
    }
}

static void compile_logic(struct compiler *c, const struct expr *e)
{
    compile_expr(c, e->a);
    uint32_t jump = emit(c, (enum opcode)e->op, 0);
    compile_expr(c, e->b);
    emit_label(c, jump);
}

static void compile_cond(struct compiler *c, const struct expr *e)
{
    compile_expr(c, e->b);
    uint32_t otherwise = emit(c, OP_JUMP_FALSE, 0);
    compile_expr(c, e->a);
    uint32_t end = emit(c, OP_JUMP, 0);
    emit_label(c, otherwise);
    c->unit->depth--;
    if (e->c) {
        compile_expr(c, e->c);
    } else {
        value nothing = value_undefined();
        nothing.as.undefined = &undefined_else;
        emit(c, OP_CONST, constant_number(c, nothing));
    }
    emit_label(c, end);
}

static void compile_items(struct compiler *c, const struct exprs *items)
{
    for (size_t i = 0; i < items->n; i++) {
        compile_expr(c, items->p[i]);
    }
}

static void compile_slice(struct compiler *c, const struct expr *e)
{
    compile_expr(c, e->a);
    for (size_t i = 0; i < 3; i++) {
        if (e->items.p[i]) {
            compile_expr(c, e->items.p[i]);
        } else {
            emit(c, OP_CONST, constant_number(c, value_none()));
        }
    }
    mark_expr(c, e);
    emit(c, OP_SLICE, 0);
}

/* --- calls --- */

/* *args and **kwargs: one list and one dict on the stack. */
static void compile_spread(struct compiler *c, const struct args *args)
{
    compile_items(c, &args->positional);
    emit(c, OP_LIST, args->positional.n);
    if (args->star) {
        compile_expr(c, args->star);
        emit(c, OP_EXTEND, 0);
    }
    emit(c, OP_DICT, 0);
    for (size_t i = 0; i < args->keywords.n; i++) {
        compile_expr(c, args->keywords.p[i].val);
        value key = value_string(args->keywords.p[i].name);
        emit(c, OP_SET_KEY, constant_number(c, key));
    }
    if (args->starstar) {
        compile_expr(c, args->starstar);
        emit(c, OP_UPDATE, 0);
    }
}

static void emit_macro(struct compiler *c, const struct code *code)
{
    *VEC_PUSH(&c->unit->code->codes, c->arena) = code;
    emit(c, OP_MACRO, c->unit->code->codes.n - 1);
}

/* Pushes the arguments; returns the call site that says how many they are. */
static struct call_site compile_args(struct compiler *c,
                                     const struct args *args,
                                     const struct code *caller)
{
    static const struct args none;
    args = args ? args : &none;
    struct call_site site = {0};
    if (args->star || args->starstar) {
        site.spread = true;
        compile_spread(c, args);
        if (caller) {
            emit_macro(c, caller);
            value key = value_string(STR("caller"));
            emit(c, OP_SET_KEY, constant_number(c, key));
        }
        return site;
    }
    size_t nnames = args->keywords.n + (caller ? 1 : 0);
    str *names = ARENA_ARRAY(c->arena, str, nnames);
    compile_items(c, &args->positional);
    for (size_t i = 0; i < args->keywords.n; i++) {
        names[i] = args->keywords.p[i].name;
        compile_expr(c, args->keywords.p[i].val);
    }
    if (caller) {
        names[nnames - 1] = STR("caller");
        emit_macro(c, caller);
    }
    site.nargs = (uint16_t)(args->positional.n + nnames);
    site.nnames = (uint16_t)nnames;
    site.names = names;
    return site;
}

static void emit_call_site(struct compiler *c, enum opcode op,
                           struct call_site site, const struct expr *e)
{
    uint32_t off = op == OP_FILTER || op == OP_TEST ? e->name_off : e->off;
    mark_expr(c, e);
    site.at = span_of(c->template->source, off, e->off + e->len - off);
    *VEC_PUSH(&c->unit->code->calls, c->arena) = site;
    emit(c, op, c->unit->code->calls.n - 1);
}

/* Reports arguments that the built-in does not take, and required ones that the
 * call lacks. */
static void check_args(struct compiler *c, const struct expr *e,
                       const struct jinja_builtin *builtin)
{
    static const struct args none;
    const struct args *args = e->args ? e->args : &none;
    struct params params = params_of(builtin);
    size_t n = args->positional.n;
    size_t nnames = args->keywords.n;
    size_t len = e->off + e->len - e->name_off;
    str *names = ARENA_ARRAY(c->arena, str, nnames);
    if (n && !params_take(&params, n - 1, STR(""))) {
        struct diag *diag = compile_error(
            c, e->name_off, len, "template-call", "'%.*s' does not take %zu %s",
            STR_ARG(e->name), n, n == 1 ? "argument" : "arguments");
        diag_hint(diag, "%.*s", STR_ARG(builtin->signature));
    }
    for (size_t i = 0; i < nnames; i++) {
        names[i] = args->keywords.p[i].name;
        if (!params_take(&params, 0, names[i])) {
            struct diag *diag =
                compile_error(c, e->name_off, len, "template-call",
                              "'%.*s' has no argument '%.*s'", STR_ARG(e->name),
                              STR_ARG(names[i]));
            diag_did_you_mean(diag,
                              str_nearest(names[i], params.names, params.n));
        }
    }
    bool spread = args->star || args->starstar;
    for (size_t i = n; i < params.n && !spread; i++) {
        if (params.required[i] &&
            !str_is_among(params.names[i], names, nnames)) {
            struct diag *diag =
                compile_error(c, e->name_off, len, "template-call",
                              "'%.*s' lacks its argument '%.*s'",
                              STR_ARG(e->name), STR_ARG(params.names[i]));
            diag_hint(diag, "%.*s", STR_ARG(builtin->signature));
            return;
        }
    }
}

/* Filters and tests are looked up once, at compile time. */
static void compile_builtin(struct compiler *c, const struct expr *e)
{
    bool test = e->kind == EXPR_TEST;
    enum jinja_kind kind = test ? JINJA_TESTS : JINJA_FILTERS;
    const struct jinja_builtin *builtin = env_builtin(c->env, kind, e->name);
    if (builtin) {
        check_args(c, e, builtin);
    } else if (e->name.n) {
        struct diag *diag =
            compile_error(c, e->name_off, e->name.n, "template-filter",
                          "there is no %s '%.*s'", test ? "test" : "filter",
                          STR_ARG(e->name));
        diag_did_you_mean(diag, env_nearest(c->env, kind, e->name));
    }
    if (e->a) {
        compile_expr(c, e->a);
    }
    struct call_site site = compile_args(c, e->args, NULL);
    site.builtin = builtin;
    site.name = e->name;
    site.nargs++;
    emit_call_site(c, test ? OP_TEST : OP_FILTER, site, e);
}

static bool is_special_name(const struct compiler *c, const struct expr *e,
                            const char *name)
{
    return e->kind == EXPR_NAME && str_eq(e->name, str_from(name)) &&
           !is_local(c, e->name);
}

/* 1 for super, 2 for super.super, ...; 0: it is none of them. */
static size_t super_levels(const struct compiler *c, const struct expr *e)
{
    size_t n = 1;
    for (; e->kind == EXPR_ATTR && str_eq(e->name, STR("super")); e = e->a) {
        n++;
    }
    return is_special_name(c, e, "super") ? n : 0;
}

void compile_call(struct compiler *c, const struct expr *e,
                  const struct code *caller)
{
    const struct expr *callee = e->a;
    size_t levels = super_levels(c, callee);
    if (levels) {
        mark_expr(c, e);
        emit(c, OP_SUPER, levels);
        return;
    }
    if (callee->kind == EXPR_ATTR && is_special_name(c, callee->a, "self")) {
        mark_expr(c, e);
        emit(c, OP_SELF, name_number(c, callee->name));
        return;
    }
    bool method = callee->kind == EXPR_ATTR;
    compile_expr(c, method ? callee->a : callee);
    struct call_site site = compile_args(c, e->args, caller);
    site.name = callee->name;
    emit_call_site(c, method ? OP_CALL_METHOD : OP_CALL, site, e);
}

/* --- all of them --- */

static void compile_simple(struct compiler *c, const struct expr *e)
{
    if (e->a) {
        compile_expr(c, e->a);
    }
    if (e->b) {
        compile_expr(c, e->b);
    }
    compile_items(c, &e->items);
    mark_expr(c, e);
    switch (e->kind) {
    case EXPR_LIST: emit(c, OP_LIST, e->items.n); break;
    case EXPR_TUPLE: emit(c, OP_TUPLE, e->items.n); break;
    case EXPR_DICT: emit(c, OP_DICT, e->items.n / 2); break;
    case EXPR_CONCAT: emit(c, OP_CONCAT, e->items.n + 1); break;
    case EXPR_ITEM: emit(c, OP_ITEM, 0); break;
    case EXPR_ATTR:
        emit(c, OP_ATTR,
             constant_number(c, value_string(env_name(c->env, e->name)->s)));
        break;
    default: emit(c, (enum opcode)e->op, 0); break;
    }
}

void compile_expr(struct compiler *c, const struct expr *e)
{
    value v;
    if (!e) { /* the parser has reported it; the rest is compiled to find more
               */
        emit(c, OP_CONST, constant_number(c, value_undefined()));
        return;
    }
    mark_expr(c, e);
    if (compile_constant(c, e, &v)) {
        emit(c, OP_CONST, constant_number(c, v));
        return;
    }
    switch (e->kind) {
    case EXPR_NAME: emit_load(c, e->name); break;
    case EXPR_COMPARE: compile_compare(c, e); break;
    case EXPR_LOGIC: compile_logic(c, e); break;
    case EXPR_COND: compile_cond(c, e); break;
    case EXPR_SLICE: compile_slice(c, e); break;
    case EXPR_CALL: compile_call(c, e, NULL); break;
    case EXPR_FILTER:
    case EXPR_TEST: compile_builtin(c, e); break;
    default: compile_simple(c, e); break;
    }
    mark_expr(c, e);
}
