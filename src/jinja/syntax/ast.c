/* SPDX-License-Identifier: MIT */
#include "jinja/syntax/ast.h"

static bool visit_all(const struct exprs *exprs, ast_visitor *visit,
                      void *context)
{
    for (size_t i = 0; i < exprs->n; i++) {
        if (ast_visit(exprs->p[i], visit, context)) {
            return true;
        }
    }
    return false;
}

bool ast_visit(const struct expr *e, ast_visitor *visit, void *context)
{
    if (!e) {
        return false;
    }
    bool found = visit(context, e) || ast_visit(e->a, visit, context) ||
                 ast_visit(e->b, visit, context) ||
                 ast_visit(e->c, visit, context) ||
                 visit_all(&e->items, visit, context);
    for (size_t i = 0; i < e->comparands.n && !found; i++) {
        found = ast_visit(e->comparands.p[i].expr, visit, context);
    }
    if (!e->args || found) {
        return found;
    }
    found = visit_all(&e->args->positional, visit, context);
    for (size_t i = 0; i < e->args->keywords.n && !found; i++) {
        found = ast_visit(e->args->keywords.p[i].val, visit, context);
    }
    return found || ast_visit(e->args->star, visit, context) ||
           ast_visit(e->args->starstar, visit, context);
}

static bool is_name(void *name, const struct expr *e)
{
    return e->kind == EXPR_NAME && str_eq(e->name, *(const str *)name);
}

bool ast_expr_names(const struct expr *e, str name)
{
    return ast_visit(e, is_name, &name);
}

static bool stmts_use(const struct stmts *stmts, str name, bool hidden);

/* hidden: does it count as a use if a statement may see all names? */
static bool stmt_uses(const struct stmt *s, str name, bool hidden)
{
    if (s->kind == STMT_INCLUDE || s->kind == STMT_IMPORT ||
        s->kind == STMT_FROM) {
        return (hidden && s->with_context) || ast_expr_names(s->expr, name);
    }
    for (size_t i = 0; i < s->params.n; i++) {
        if (ast_expr_names(s->params.p[i].val, name)) {
            return true;
        }
    }
    return (hidden && s->kind == STMT_BLOCK && s->scoped) ||
           ast_expr_names(s->expr, name) || ast_expr_names(s->test, name) ||
           ast_expr_names(s->target, name) ||
           stmts_use(&s->body, name, hidden) ||
           stmts_use(&s->orelse, name, hidden);
}

static bool stmts_use(const struct stmts *stmts, str name, bool hidden)
{
    for (size_t i = 0; i < stmts->n; i++) {
        if (stmt_uses(stmts->p[i], name, hidden)) {
            return true;
        }
    }
    return false;
}

bool ast_uses(const struct stmts *stmts, str name)
{
    return stmts_use(stmts, name, true);
}

bool ast_names(const struct stmts *stmts, str name)
{
    return stmts_use(stmts, name, false);
}

void ast_targets(const struct expr *target, ast_found *found, void *context)
{
    if (target && target->kind == EXPR_NAME) {
        found(context, target->name);
    }
    for (size_t i = 0;
         target && target->kind == EXPR_TUPLE && i < target->items.n; i++) {
        ast_targets(target->items.p[i], found, context);
    }
}

static void stmt_assigned(const struct stmt *s, ast_found *found, void *context)
{
    if (s->kind == STMT_SET || s->kind == STMT_SET_BLOCK) {
        ast_targets(s->target, found, context);
    } else if (s->kind == STMT_IF) {
        ast_assigned(&s->body, found, context);
        ast_assigned(&s->orelse, found, context);
    } else if (s->kind == STMT_MACRO || s->kind == STMT_IMPORT) {
        found(context, s->text);
    }
    for (size_t i = 0; i < s->imports.n; i++) {
        found(context, s->imports.p[i].as);
    }
}

void ast_assigned(const struct stmts *stmts, ast_found *found, void *context)
{
    for (size_t i = 0; i < stmts->n; i++) {
        stmt_assigned(stmts->p[i], found, context);
    }
}
