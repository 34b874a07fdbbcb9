/* SPDX-License-Identifier: MIT */
#include "base/diag/nearest.h"
#include "jinja/compile.h"
#include "jinja/limits.h"

/* A name, how often the template binds it, and to which thing. */
struct binding {
    str name;
    size_t times;                        /* set by bind_name */
    const struct code *macro;            /* of a macro, imported or not */
    const struct jinja_template *module; /* of `import ... as name` */
};

struct checker {
    struct jinja *env;
    const struct jinja_template *template;
    struct diags *diags;
    struct map bindings;      /* name -> struct binding */
    const struct stmt *block; /* around the expression that is checked */
    bool ok;
    size_t most_errors; /* in diags; after that many it stops */
};

/* --- the meaning of names --- */

static void bind_name(struct checker *check, struct binding what)
{
    struct arena *arena = check->env->arena;
    void **known = map_put(&check->bindings, arena, what.name);
    if (!*known) {
        struct binding *binding = ARENA_NEW(arena, struct binding);
        *binding = what;
        *known = binding;
    }
    ((struct binding *)*known)->times++;
}

static void bind_target(void *check, str name)
{
    bind_name(check, (struct binding){.name = name});
}

/* The template's only macro of that name, or NULL. */
static const struct code *macro_of(const struct jinja_template *template,
                                   str name)
{
    const void *found = template ? map_get(&template->macros, name) : NULL;
    return found == template ? NULL : found;
}

/* The template that a constant names, or NULL if it has errors. One that is
 * still being compiled is a parent of this one or includes it; its macros are
 * not known yet. */
static const struct jinja_template *
constant_template(const struct checker *check, const struct expr *e)
{
    if (e->kind != EXPR_CONST || e->constant.kind != VALUE_STRING) {
        return NULL;
    }
    const struct jinja_template *template =
        map_get(&check->env->templates, value_str(e->constant));
    return template && template->ok && template->root ? template : NULL;
}

static void bind_stmt(struct checker *check, const struct stmt *s)
{
    ast_targets(s->target, bind_target, check);
    for (size_t i = 0; i < s->params.n; i++) {
        ast_targets(s->params.p[i].target, bind_target, check);
    }
    if (s->kind == STMT_MACRO) {
        bind_name(check, (struct binding){
                             .name = s->text,
                             .macro = macro_of(check->template, s->text)});
    } else if (s->kind == STMT_IMPORT) {
        bind_name(check, (struct binding){
                             .name = s->text,
                             .module = constant_template(check, s->expr)});
    }
    for (size_t i = 0; i < s->imports.n; i++) {
        const struct import *import = &s->imports.p[i];
        bind_name(check, (struct binding){.name = import->as,
                                          .macro = macro_of(
                                              constant_template(check, s->expr),
                                              import->name)});
    }
}

static void bind_all(struct checker *check, const struct stmts *stmts)
{
    for (size_t i = 0; i < stmts->n; i++) {
        bind_stmt(check, stmts->p[i]);
        bind_all(check, &stmts->p[i]->body);
        bind_all(check, &stmts->p[i]->orelse);
    }
}

/* --- macros --- */

/* Marks the template as bad; returns the place of the expression. */
static span mistake_at(struct checker *check, const struct expr *e)
{
    check->ok = false;
    return span_of(check->template->source, e->off, e->len);
}

static struct diag *report_call(struct checker *check, const struct expr *e,
                                const struct code *macro, const char *what,
                                str name)
{
    return diag_error(check->diags, mistake_at(check, e), "template-call",
                      "macro '%.*s' %s '%.*s'", STR_ARG(macro->name), what,
                      STR_ARG(name));
}

static void check_keyword(struct checker *check, const struct expr *call,
                          const struct code *macro, str name)
{
    size_t at = code_param(macro, name);
    if (at != STR_NONE && at < call->args->positional.n) {
        report_call(check, call, macro, "got two values for", name);
    }
    bool taken = at != STR_NONE || macro->kwargs != NO_SLOT ||
                 (macro->caller != NO_SLOT && str_eq(name, STR("caller")));
    if (!taken) {
        diag_did_you_mean(
            report_call(check, call, macro, "has no parameter", name),
            str_nearest(name, macro->params, macro->nparams));
    }
}

static void check_macro(struct checker *check, const struct expr *call,
                        const struct code *macro)
{
    const struct args *args = call->args;
    if (!args || args->star || args->starstar) {
        return;
    }
    size_t n = args->positional.n;
    if (n > macro->nparams && macro->varargs == NO_SLOT) {
        diag_error(check->diags, mistake_at(check, call), "template-call",
                   "macro '%.*s' takes %zu %s, not %zu", STR_ARG(macro->name),
                   macro->nparams,
                   macro->nparams == 1 ? "argument" : "arguments", n);
    }
    for (size_t i = 0; i < args->keywords.n; i++) {
        check_keyword(check, call, macro, args->keywords.p[i].name);
    }
}

static const struct code *called_macro(struct checker *check,
                                       const struct expr *f)
{
    bool attribute = f->kind == EXPR_ATTR && f->a->kind == EXPR_NAME;
    if (f->kind != EXPR_NAME && !attribute) {
        return NULL;
    }
    const struct binding *to =
        map_get(&check->bindings, attribute ? f->a->name : f->name);
    if (!to || to->times != 1) {
        return NULL;
    }
    return attribute ? macro_of(to->module, f->name) : to->macro;
}

/* --- blocks of parents --- */

/* Are all parents known and free of errors? */
static bool knows_parents(const struct jinja_template *template)
{
    for (size_t i = 0; template->extends; i++, template = template->parent) {
        if (!template->parent || !template->parent->ok ||
            !template->parent->root || i == LIMIT_CALLS) {
            return false;
        }
    }
    return true;
}

static bool has_parent_block(const struct jinja_template *template, str name)
{
    const struct jinja_template *up = template->parent;
    while (up && !map_get(&up->block_names, name)) {
        up = up->parent;
    }
    return up;
}

enum { NAMES_LISTED = 12 };

/* "title, head, main". A name may come twice: of a parent and its parent. */
static str list_names(const struct nearest *known, struct arena *arena)
{
    str list = {NULL, 0};
    size_t listed = 0;
    for (size_t i = 0; i < known->n && listed < NAMES_LISTED; i++) {
        if (!str_is_among(known->names[i], known->names, i)) {
            list = arena_printf(arena, listed++ ? "%.*s, %.*s" : "%.*s%.*s",
                                STR_ARG(list), STR_ARG(known->names[i]));
        }
    }
    return list;
}

static void parent_blocks(const struct checker *check, struct nearest *known)
{
    VEC(str) names = {0};
    const struct jinja_template *up = check->template->parent;
    for (; !known->names && up; up = up->parent) {
        for (size_t i = 0; i < up->blocks.n; i++) {
            *VEC_PUSH(&names, check->env->arena) = up->blocks.p[i]->name;
        }
    }
    if (!known->names) {
        nearest_make(known, names.p, names.n, check->env->arena);
    }
}

/* A child's block is shown only where a parent has a block of that name. */
static void warn_unshown(const struct checker *check, const struct code *block,
                         struct nearest *known)
{
    if (has_parent_block(check->template, block->name)) {
        return;
    }
    parent_blocks(check, known);
    struct diag *diag = diag_warning(
        check->diags, block->at, "template-block",
        "no template above has a block '%.*s': its text is not shown",
        STR_ARG(block->name));
    str near = nearest_find(known, block->name);
    if (near.n || !known->n) {
        diag_did_you_mean(diag, near);
    } else {
        diag_hint(diag, "the blocks there are: %.*s",
                  STR_ARG(list_names(known, check->env->arena)));
    }
}

/* Whether it prints something; a comment of HTML need not show. */
static bool prints(const struct stmt *s)
{
    str text = str_trim(s->text);
    bool comment = str_starts(text, STR("<!--")) && str_ends(text, STR("-->"));
    return s->kind == STMT_PRINT || s->kind == STMT_INCLUDE ||
           (s->kind == STMT_DATA && text.n && !comment);
}

/* Finds the first statement that prints, outside of blocks and macros. */
static const struct stmt *find_printing(const struct stmts *stmts)
{
    const struct stmt *found = NULL;
    for (size_t i = 0; !found && i < stmts->n; i++) {
        const struct stmt *s = stmts->p[i];
        if (prints(s)) {
            found = s;
        } else if (s->kind == STMT_IF || s->kind == STMT_FOR ||
                   s->kind == STMT_WITH) {
            found = find_printing(&s->body);
            found = found ? found : find_printing(&s->orelse);
        }
    }
    return found;
}

/* The output of a child outside of its blocks, after `extends`, is dropped. */
static void warn_dropped(const struct checker *check, const struct stmts *stmts,
                         struct nearest *known)
{
    struct stmts rest = *stmts;
    while (rest.n && rest.p[0]->kind != STMT_EXTENDS) {
        rest.p++;
        rest.n--;
    }
    const struct stmt *s = find_printing(&rest);
    if (!s) {
        return;
    }
    const struct source *source = check->template->source;
    str text = str_trim(span_text(span_of(source, s->off, s->len)));
    str line = str_sub(text, 0, str_find_char(text, '\n'));
    size_t off = (size_t)(line.p - source->text.p);
    struct diag *diag = diag_warning(
        check->diags, span_of(source, off, line.n), "template-block",
        "outside of blocks, a template that extends another "
        "one shows nothing");
    parent_blocks(check, known);
    if (known->n) {
        diag_hint(diag, "put it into one of the blocks: %.*s",
                  STR_ARG(list_names(known, check->env->arena)));
    }
}

static void check_super(struct checker *check, const struct expr *call)
{
    bool super = call->a->kind == EXPR_NAME && check->block &&
                 str_eq(call->a->name, STR("super"));
    if (super && !map_get(&check->bindings, STR("super")) &&
        knows_parents(check->template) &&
        !has_parent_block(check->template, check->block->text)) {
        diag_error(check->diags, mistake_at(check, call), "template-block",
                   "no parent has a block '%.*s'", STR_ARG(check->block->text));
    }
}

/* --- the walk --- */

static bool check_call(void *context, const struct expr *e)
{
    struct checker *check = context;
    const struct code *macro =
        e->kind == EXPR_CALL ? called_macro(check, e->a) : NULL;
    if (e->kind == EXPR_CALL) {
        check_super(check, e);
    }
    if (macro) {
        check_macro(check, e, macro);
    }
    return false;
}

static void check_stmts(struct checker *check, const struct stmts *stmts)
{
    for (size_t i = 0; i < stmts->n; i++) {
        const struct stmt *s = stmts->p[i];
        const struct stmt *before = check->block;
        if (check->diags->errors >= check->most_errors) {
            return; /* all of them are from this file: ok is false already */
        }
        ast_visit(s->expr, check_call, check);
        ast_visit(s->target, check_call, check);
        ast_visit(s->test, check_call, check);
        for (size_t k = 0; k < s->params.n; k++) {
            ast_visit(s->params.p[k].val, check_call, check);
        }
        /* A macro runs where it is called, so super() in it is not this
         * block's. */
        check->block = s->kind == STMT_BLOCK   ? s
                       : s->kind == STMT_MACRO ? NULL
                                               : before;
        check_stmts(check, &s->body);
        check_stmts(check, &s->orelse);
        check->block = before;
    }
}

void check(struct jinja *env, struct jinja_template *template,
           const struct stmts *stmts, struct diags *diags)
{
    struct checker check = {.env = env,
                            .template = template,
                            .diags = diags,
                            .ok = true,
                            .most_errors = diags->errors + LIMIT_MISTAKES};
    struct nearest known = {0};
    bool child = template->extends && knows_parents(template);
    for (size_t i = 0; child && i < template->blocks.n; i++) {
        if (!template->blocks.p[i]->nested) {
            warn_unshown(&check, template->blocks.p[i], &known);
        }
    }
    if (child && env_is_of_site(env)) { /* Jinja drops it without a word */
        warn_dropped(&check, stmts, &known);
    }
    if (template->ok) {
        bind_all(&check, stmts);
        check_stmts(&check, stmts);
        template->ok = check.ok;
    }
}
