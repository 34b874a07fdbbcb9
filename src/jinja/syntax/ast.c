/* SPDX-License-Identifier: MIT */
#include "jinja/syntax/ast.h"

static bool expr_uses(const struct expr *e, str name);

static bool exprs_use(const struct exprs *exprs, str name)
{
    for (size_t i = 0; i < exprs->n; i++) {
        if (expr_uses(exprs->p[i], name)) {
            return true;
        }
    }
    return false;
}

static bool expr_uses(const struct expr *e, str name)
{
    static const struct args none;
    if (!e) {
        return false;
    }
    if (e->kind == EXPR_NAME && str_eq(e->name, name)) {
        return true;
    }
    for (size_t i = 0; i < e->comparands.n; i++) {
        if (expr_uses(e->comparands.p[i].expr, name)) {
            return true;
        }
    }
    const struct args *args = e->args ? e->args : &none;
    for (size_t i = 0; i < args->keywords.n; i++) {
        if (expr_uses(args->keywords.p[i].val, name)) {
            return true;
        }
    }
    return expr_uses(e->a, name) || expr_uses(e->b, name) ||
           expr_uses(e->c, name) || exprs_use(&e->items, name) ||
           exprs_use(&args->positional, name) || expr_uses(args->star, name) ||
           expr_uses(args->starstar, name);
}

static bool stmts_use(const struct stmts *stmts, str name, bool hidden);

/* hidden: does it count as a use if a statement may see all names? */
static bool stmt_uses(const struct stmt *s, str name, bool hidden)
{
    if (s->kind == STMT_INCLUDE || s->kind == STMT_IMPORT ||
        s->kind == STMT_FROM) {
        return (hidden && s->with_context) || expr_uses(s->expr, name);
    }
    for (size_t i = 0; i < s->params.n; i++) {
        if (expr_uses(s->params.p[i].val, name)) {
            return true;
        }
    }
    return (hidden && s->kind == STMT_BLOCK && s->scoped) ||
           expr_uses(s->expr, name) || expr_uses(s->test, name) ||
           expr_uses(s->target, name) || stmts_use(&s->body, name, hidden) ||
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

static void target_names(const struct expr *target,
                         void (*found)(void *context, str name), void *context)
{
    if (target->kind == EXPR_NAME) {
        found(context, target->name);
    }
    for (size_t i = 0; target->kind == EXPR_TUPLE && i < target->items.n; i++) {
        target_names(target->items.p[i], found, context);
    }
}

static void stmt_assigned(const struct stmt *s,
                          void (*found)(void *context, str name), void *context)
{
    if (s->kind == STMT_SET || s->kind == STMT_SET_BLOCK) {
        target_names(s->target, found, context);
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

void ast_assigned(const struct stmts *stmts,
                  void (*found)(void *context, str name), void *context)
{
    for (size_t i = 0; i < stmts->n; i++) {
        stmt_assigned(stmts->p[i], found, context);
    }
}
