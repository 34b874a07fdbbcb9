/* SPDX-License-Identifier: MIT */
#include "jinja/compile.h"

static void compile_stmt(struct compiler *c, const struct stmt *s);

static void mark_stmt(struct compiler *c, const struct stmt *s)
{
    c->off = s->off;
    c->len = s->len;
}

/* A body with a scope of its own. */
static void compile_scope(struct compiler *c, const struct stmts *stmts)
{
    scope_begin(c);
    scope_inherit(c, stmts);
    compile_stmts(c, stmts);
    scope_end(c);
}

/* In a child template nothing outside of blocks is printed. */
static bool silent_here(const struct compiler *c)
{
    return c->extends && c->unit->code->kind == CODE_ROOT &&
           c->unit->scope->toplevel;
}

/* --- output and assignment --- */

static void compile_data(struct compiler *c, const struct stmt *s)
{
    if (silent_here(c)) {
        return;
    }
    str text = s->text;
    bool is_long = text.n > CODE_TEXT_PAD;
    if (!is_long) { /* the render copies so many bytes of a short text */
        char *p = arena_zalloc(c->arena, CODE_TEXT_PAD, 1);
        memcpy(p, text.p, text.n);
        text.p = p;
    }
    *VEC_PUSH(&c->unit->code->texts, c->arena) = text;
    emit(c, is_long ? OP_EMIT_LONG : OP_EMIT_TEXT, c->unit->code->texts.n - 1);
}

static void compile_print(struct compiler *c, const struct stmt *s)
{
    if (!silent_here(c)) {
        compile_expr(c, s->expr);
        emit(c, OP_EMIT, 0);
    }
}

static void emit_store(struct compiler *c, str name)
{
    if (c->unit->scope->toplevel) {
        emit(c, OP_STORE_NAME, name_number(c, name));
    } else {
        emit(c, OP_STORE, declare(c, name));
    }
}

/* Assigns the value on the stack to the target. */
static void compile_store(struct compiler *c, const struct expr *target)
{
    c->off = target->off;
    c->len = target->len;
    if (target->kind == EXPR_NAME) {
        emit_store(c, target->name);
    } else if (target->kind == EXPR_ATTR) {
        compile_expr(c, target->a);
        emit(c, OP_STORE_ATTR, constant_number(c, value_string(target->name)));
    } else if (target->kind == EXPR_TUPLE) {
        emit(c, OP_UNPACK, target->items.n);
        for (size_t i = 0; i < target->items.n; i++) {
            compile_store(c, target->items.p[i]);
        }
    } else {
        emit(c, OP_POP, 0);
    }
}

static void compile_captured(struct compiler *c, const struct stmt *s)
{
    uint32_t slot = new_slot(c);
    emit(c, OP_CAPTURE, slot);
    *VEC_PUSH(&c->unit->undo, c->arena) = (struct undo){OP_END_CAPTURE, slot};
    compile_scope(c, &s->body);
    c->unit->undo.n--;
    mark_stmt(c, s);
    emit(c, OP_END_CAPTURE, slot);
    if (s->expr) {
        compile_expr(c, s->expr);
    }
}

static void compile_with(struct compiler *c, const struct stmt *s)
{
    for (size_t i = 0; i < s->params.n; i++) {
        compile_expr(c, s->params.p[i].val);
    }
    scope_begin(c);
    for (size_t i = s->params.n; i-- > 0;) {
        compile_store(c, s->params.p[i].target);
    }
    scope_inherit(c, &s->body);
    compile_stmts(c, &s->body);
    scope_end(c);
}

static void compile_autoescape(struct compiler *c, const struct stmt *s)
{
    uint32_t slot = new_slot(c);
    compile_expr(c, s->expr);
    emit(c, OP_AUTOESCAPE, slot);
    *VEC_PUSH(&c->unit->undo, c->arena) =
        (struct undo){OP_END_AUTOESCAPE, slot};
    compile_scope(c, &s->body);
    c->unit->undo.n--;
    emit(c, OP_END_AUTOESCAPE, slot);
}

/* --- branches and loops --- */

static void compile_if(struct compiler *c, const struct stmt *s)
{
    compile_expr(c, s->expr);
    uint32_t otherwise = emit(c, OP_JUMP_FALSE, 0);
    c->branches++;
    compile_stmts(c, &s->body);
    c->branches--;
    if (s->orelse.n == 0) {
        emit_label(c, otherwise);
        return;
    }
    uint32_t end = emit(c, OP_JUMP, 0);
    emit_label(c, otherwise);
    c->branches++;
    compile_stmts(c, &s->orelse);
    c->branches--;
    emit_label(c, end);
}

/* The items that pass the condition, as a list: only then can the body know
 * how many there are.
 *     iterable | list | list item | list item item | list item */
static void compile_prefilter(struct compiler *c, const struct stmt *s)
{
    uint32_t slot = new_slot(c);
    emit(c, OP_LOOP, slot);
    emit(c, OP_LIST, 0);
    uint32_t next = emit_b(c, OP_NEXT, 0, 0);
    emit(c, OP_DUP, 0);
    scope_begin(c);
    compile_store(c, s->target);
    compile_expr(c, s->test);
    uint32_t no = emit(c, OP_JUMP_FALSE, 0);
    emit(c, OP_APPEND, 0);
    emit(c, OP_JUMP, next);
    emit_label(c, no);
    c->unit->depth++;
    emit(c, OP_POP, 0);
    emit(c, OP_JUMP, next);
    scope_end(c);
    emit_label(c, next);
    c->unit->code->insns.p[next].b = (uint16_t)slot;
}

static void compile_loop_body(struct compiler *c, const struct stmt *s,
                              uint32_t slot, bool tested)
{
    scope_begin(c);
    compile_store(c, s->target);
    if (tested) {
        compile_expr(c, s->test);
        uint32_t no = emit(c, OP_JUMP_FALSE, 0);
        c->unit->code->insns.p[no].a = c->unit->loop->again;
        emit(c, OP_RAN, slot);
    }
    const struct context_name *loop = env_name(c->env, STR("loop"));
    scope_add(c, loop, slot);
    scope_inherit(c, &s->body);
    compile_stmts(c, &s->body);
    scope_end(c);
}

/* The iterable is on the stack. */
static void compile_loop(struct compiler *c, const struct stmt *s)
{
    bool counted = s->test && ast_uses(&s->body, STR("loop"));
    if (counted) {
        compile_prefilter(c, s);
    }
    bool tested = s->test && !counted;
    uint32_t slot = new_slot(c);
    emit_b(c, OP_LOOP, slot, tested);
    struct loop_labels labels = {.up = c->unit->loop, .nundo = c->unit->undo.n};
    uint32_t off = c->off;
    uint32_t len = c->len;
    labels.again = emit(c, OP_NEXT, 0);
    c->unit->code->insns.p[labels.again].b = (uint16_t)slot;
    c->unit->loop = &labels;
    compile_loop_body(c, s, slot, tested);
    c->unit->loop = labels.up;
    mark_stmt(c, s);
    if (c->unit->code->insns.p[labels.again].op == OP_NEXT_LOCAL) {
        c->off = off; /* the place of NEXT, too */
        c->len = len;
        emit_b(c, OP_AGAIN, labels.again + 1, slot);
        mark_stmt(c, s);
    } else {
        emit(c, OP_JUMP, labels.again);
    }
    emit_label(c, labels.again);
    for (size_t i = 0; i < labels.breaks.n; i++) {
        emit_label(c, labels.breaks.p[i]);
    }
    if (s->orelse.n) {
        uint32_t ran = emit(c, OP_JUMP_RAN, 0);
        c->unit->code->insns.p[ran].b = (uint16_t)slot;
        compile_scope(c, &s->orelse);
        emit_label(c, ran);
    }
}

/* A recursive loop is a function of what it goes through: loop(x) calls it
 * again. */
static void compile_for(struct compiler *c, const struct stmt *s)
{
    compile_expr(c, s->expr);
    if (!s->recursive) {
        compile_loop(c, s);
        return;
    }
    mark_stmt(c, s);
    struct unit *before = unit_begin(c, CODE_LOOP, STR("loop"), true);
    emit(c, OP_LOAD, new_slot(c));
    compile_loop(c, s);
    struct code *code = unit_end(c, before);
    *VEC_PUSH(&c->unit->code->codes, c->arena) = code;
    emit(c, OP_RECURSE, c->unit->code->codes.n - 1);
}

static void compile_jump(struct compiler *c, const struct stmt *s)
{
    struct loop_labels *loop = c->unit->loop;
    if (!loop) {
        return; /* the parser has said so */
    }
    for (size_t i = c->unit->undo.n; i-- > loop->nundo;) {
        emit(c, c->unit->undo.p[i].op, c->unit->undo.p[i].slot);
        if (c->unit->undo.p[i].op == OP_END_CAPTURE) {
            emit(c, OP_POP, 0);
        }
    }
    uint32_t jump = emit(c, OP_JUMP, loop->again);
    if (s->kind == STMT_BREAK) {
        *VEC_PUSH(&loop->breaks, c->arena) = jump;
    }
}

/* --- other templates --- */

/* Compiles the template that a constant names. False: it is no constant; *found
 * may be NULL. */
static bool require_constant(struct compiler *c, const struct expr *e,
                             bool optional, struct jinja_template **found)
{
    if (e->kind != EXPR_CONST || e->constant.kind != VALUE_STRING) {
        return false;
    }
    *found = env_require(c->env, value_str(e->constant),
                         span_of(c->template->source, e->off, e->len), optional,
                         c->diags);
    return true;
}

/* Of a list all templates are compiled; the render chooses one of them. */
static void resolve_template(struct compiler *c, const struct stmt *s,
                             struct lookup *look)
{
    const struct expr *e = s->expr;
    bool list = e->kind == EXPR_LIST || e->kind == EXPR_TUPLE;
    struct jinja_template *template = NULL;
    for (size_t i = 0; list && i < e->items.n; i++) {
        require_constant(c, e->items.p[i], true, &template);
    }
    if (require_constant(c, e, s->ignore_missing, &template)) {
        look->constant = true;
        look->name = value_str(e->constant);
        look->template = template;
        c->ok = c->ok && (template ? template->ok : s->ignore_missing);
    }
}

static uint32_t new_lookup(struct compiler *c, const struct stmt *s)
{
    struct lookup look = {.ignore_missing = s->ignore_missing,
                          .with_context = s->with_context};
    if (s->with_context || s->scoped) {
        collect_visible(c, &look);
    }
    if (s->kind == STMT_BLOCK) {
        look.block = env_name(c->env, s->text);
    } else {
        resolve_template(c, s, &look);
    }
    *VEC_PUSH(&c->unit->code->lookups, c->arena) = look;
    return (uint32_t)c->unit->code->lookups.n - 1;
}

static void report_own_parent(struct compiler *c, const struct expr *name)
{
    const struct jinja_host *host = &c->env->host;
    str of = c->template->name;
    struct diag *diag =
        compile_error(c, name->off, name->len, "template-syntax",
                      "this template extends itself");
    str replaced = host->replaced
                       ? host->replaced(host->templates, c->arena, of)
                       : (str){NULL, 0};
    if (replaced.n) {
        diag_hint(diag, "the built-in one is \"%.*s\"", STR_ARG(replaced));
    }
}

static void compile_extends(struct compiler *c, const struct stmt *s)
{
    if (c->unit->code->kind != CODE_ROOT) {
        compile_error(c, s->off, s->len, "template-syntax",
                      "extends is inside of a block or macro");
        return;
    }
    if (c->extends) {
        compile_error(c, s->off, s->len, "template-syntax",
                      "this template extends another one already");
        return;
    }
    compile_expr(c, s->expr);
    uint32_t look = new_lookup(c, s);
    emit(c, OP_EXTENDS, look);
    if (c->unit->code->lookups.p[look].template == c->template) {
        report_own_parent(c, s->expr);
    }
    c->template->extends = true;
    c->template->parent = c->branches || c->unit->loop
                              ? NULL
                              : c->unit->code->lookups.p[look].template;
}

static void compile_import(struct compiler *c, const struct stmt *s)
{
    compile_expr(c, s->expr);
    emit(c, OP_IMPORT, new_lookup(c, s));
    if (s->kind == STMT_IMPORT) {
        emit_store(c, s->text);
        return;
    }
    for (size_t i = 0; i < s->imports.n; i++) {
        c->off = s->imports.p[i].off;
        c->len = (uint32_t)s->imports.p[i].name.n;
        emit(c, OP_EXPORT, name_number(c, s->imports.p[i].name));
        emit_store(c, s->imports.p[i].as);
    }
    emit(c, OP_POP, 0);
}

/* --- blocks and macros --- */

static void compile_block(struct compiler *c, const struct stmt *s)
{
    bool silent = silent_here(c);
    if (!silent && s->scoped) {
        emit(c, OP_BLOCK_SCOPED, new_lookup(c, s));
    } else if (!silent) {
        emit(c, OP_BLOCK, name_number(c, s->text));
    }
    bool nested = c->unit->code->kind != CODE_ROOT;
    struct unit *before = unit_begin(c, CODE_BLOCK, s->text, false);
    c->unit->code->nested = nested;
    c->unit->code->at = span_of_str(c->template->source, s->text);
    c->unit->code->block = env_name(c->env, s->text);
    c->unit->code->required = s->required;
    scope_inherit(c, &s->body);
    compile_stmts(c, &s->body);
    struct code *code = unit_end(c, before);
    *VEC_PUSH(&c->template->blocks, c->arena) = code;
}

/* varargs, kwargs and caller exist only if the body names them. */
static uint32_t special(struct compiler *c, const struct stmt *s,
                        const char *name)
{
    if (!ast_names(&s->body, str_from(name))) {
        return NO_SLOT;
    }
    for (size_t i = 0; i < s->params.n; i++) {
        if (str_eq(s->params.p[i].target->name, str_from(name))) {
            return NO_SLOT;
        }
    }
    return declare(c, str_from(name));
}

/* The value of a parameter that a call does not give: its default if that is
 * constant, else a mark to compute it at the beginning of each call. */
static value missing_param(struct compiler *c, const struct param *param,
                           size_t slot)
{
    value missing;
    if (compile_constant(c, param->val, &missing)) {
        return missing;
    }
    if (param->val) {
        uint32_t given = emit_b(c, OP_JUMP_GIVEN, 0, slot);
        compile_expr(c, param->val);
        emit(c, OP_STORE, slot);
        emit_label(c, given);
    }
    struct undefined *name = ARENA_NEW(c->arena, struct undefined);
    name->name = param->target->name;
    return (value){.kind = VALUE_UNDEFINED,
                   .flags = param->val != NULL,
                   .as.undefined = name};
}

static struct code *compile_function(struct compiler *c, const struct stmt *s,
                                     enum code_kind kind, str name)
{
    struct unit *before = unit_begin(c, kind, name, true);
    struct code *code = c->unit->code;
    str *params = ARENA_ARRAY(c->arena, str, s->params.n);
    for (size_t i = 0; i < s->params.n; i++) {
        params[i] = s->params.p[i].target->name;
        declare(c, params[i]);
    }
    code->params = params;
    code->nparams = s->params.n;
    code->varargs = special(c, s, "varargs");
    code->kwargs = special(c, s, "kwargs");
    code->caller = special(c, s, "caller");
    value *missing = ARENA_ARRAY(c->arena, value, s->params.n);
    for (size_t i = 0; i < s->params.n; i++) {
        missing[i] = missing_param(c, &s->params.p[i], i);
    }
    code->missing = missing;
    scope_begin(c);
    scope_inherit(c, &s->body);
    compile_stmts(c, &s->body);
    scope_end(c);
    return unit_end(c, before);
}

static void compile_macro(struct compiler *c, const struct stmt *s)
{
    struct code *code = compile_function(c, s, CODE_MACRO, s->text);
    *VEC_PUSH(&c->unit->code->codes, c->arena) = code;
    mark_stmt(c, s);
    emit(c, OP_MACRO, c->unit->code->codes.n - 1);
    emit_store(c, s->text);
}

static void compile_call_stmt(struct compiler *c, const struct stmt *s)
{
    struct code *code = compile_function(c, s, CODE_CALLER, STR("caller"));
    mark_stmt(c, s);
    if (s->expr->kind == EXPR_CALL) {
        compile_call(c, s->expr, code);
        emit(c, OP_EMIT, 0);
    }
}

/* --- all of them --- */

static void compile_stmt(struct compiler *c, const struct stmt *s)
{
    mark_stmt(c, s);
    switch ((enum stmt_kind)s->kind) {
    case STMT_DATA: compile_data(c, s); break;
    case STMT_PRINT: compile_print(c, s); break;
    case STMT_IF: compile_if(c, s); break;
    case STMT_FOR: compile_for(c, s); break;
    case STMT_SET:
        compile_expr(c, s->expr);
        compile_store(c, s->target);
        break;
    case STMT_SET_BLOCK:
        compile_captured(c, s);
        if (s->expr) {
            emit(c, OP_MARKUP, 0);
        }
        compile_store(c, s->target);
        break;
    case STMT_BLOCK: compile_block(c, s); break;
    case STMT_EXTENDS: compile_extends(c, s); break;
    case STMT_INCLUDE:
        compile_expr(c, s->expr);
        emit(c, OP_INCLUDE, new_lookup(c, s));
        break;
    case STMT_IMPORT:
    case STMT_FROM: compile_import(c, s); break;
    case STMT_MACRO: compile_macro(c, s); break;
    case STMT_CALL: compile_call_stmt(c, s); break;
    case STMT_FILTER:
        compile_captured(c, s);
        emit(c, OP_MARKUP, 0);
        emit(c, OP_EMIT, 0);
        break;
    case STMT_WITH: compile_with(c, s); break;
    case STMT_AUTOESCAPE: compile_autoescape(c, s); break;
    case STMT_DO:
        compile_expr(c, s->expr);
        emit(c, OP_POP, 0);
        break;
    case STMT_BREAK:
    case STMT_CONTINUE: compile_jump(c, s); break;
    }
}

void compile_stmts(struct compiler *c, const struct stmts *stmts)
{
    bool top = c->unit->code->kind == CODE_ROOT && c->unit->scope->toplevel;
    for (size_t i = 0; i < stmts->n; i++) {
        const struct stmt *s = stmts->p[i];
        if (c->diags->errors >= c->most_errors) {
            c->ok = false;
            return;
        }
        compile_stmt(c, s);
        if (s->kind == STMT_EXTENDS && top && !c->branches && !c->unit->loop) {
            c->extends = true;
        }
    }
}
