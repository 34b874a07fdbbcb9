/* SPDX-License-Identifier: MIT */
/* Errors while a template runs: where they happened, which templates led there,
 * and what may have been meant. */
#include "jinja/vm/state.h"
#include "jinja/chars.h"
#include "jinja/env.h"
#include "jinja/limits.h"
#include "jinja/vm/ops.h"

static span frame_span(const struct vm_frame *frame)
{
    return code_span(frame->code, frame_pc(frame));
}

static span span_here(const struct jinja_state *st)
{
    return st->frame ? frame_span(st->frame) : (span){0};
}

enum { CHAIN_ENDS = 3 };

/* Adds the calls that led here, each place once; of a long chain the first and
 * the last ones. */
static void report_chain(const struct jinja_state *st, struct diag *diag,
                         span at)
{
    span steps[LIMIT_CALLS + 1];
    size_t n = 0;
    steps[n++] = at;
    const struct vm_frame *frame = st->frame ? st->frame->up : NULL;
    for (; frame && n <= LIMIT_CALLS; frame = frame->up) {
        steps[n] = frame_span(frame);
        size_t i = 0;
        while (steps[i].source != steps[n].source ||
               steps[i].off != steps[n].off) {
            i++;
        }
        n += i == n;
    }
    for (size_t i = 1; i < n; i++) {
        if (i <= CHAIN_ENDS || i + CHAIN_ENDS >= n) {
            diag_in(diag, steps[i]);
        }
    }
}

static struct diag *__attribute__((format(printf, 5, 0)))
report_at(struct jinja_state *st, enum severity severity, span at,
          const char *code, const char *format, va_list args)
{
    if (st->silent) {
        return NULL;
    }
    struct diag *diag =
        diag_vadd(st->ctx->diags, severity, at, code, format, args);
    report_chain(st, diag, at);
    return diag;
}

/* The filter or test that runs, else the current instruction. */
static span span_running(const struct jinja_state *st)
{
    return st->call_site ? st->call_site->at : span_here(st);
}

struct diag *state_report(struct jinja_state *st, enum severity severity,
                          const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct diag *diag =
        report_at(st, severity, span_running(st), code, format, args);
    va_end(args);
    return diag;
}

bool state_fail(struct jinja_state *st, const char *code, const char *format,
                ...)
{
    va_list args;
    va_start(args, format);
    report_at(st, DIAG_ERROR, span_running(st), code, format, args);
    va_end(args);
    return false;
}

bool jinja_fail(struct jinja_call *call, const char *code, const char *format,
                ...)
{
    va_list args;
    va_start(args, format);
    report_at(call->state, DIAG_ERROR, call->at, code, format, args);
    va_end(args);
    return false;
}

/* --- budgets --- */

bool state_makes(struct jinja_state *st, uint64_t bytes)
{
    st->made += bytes;
    return st->made <= (uint64_t)LIMIT_MEMORY << 20 || state_ends(st);
}

bool state_steps(struct jinja_state *st, uint64_t steps)
{
    st->steps += steps;
    return st->steps <= LIMIT_STEPS ||
           state_fail(st, "template-limit",
                      "the loops, calls and filters of this page take more "
                      "than %d,000,000 steps in all",
                      LIMIT_STEPS / 1000000);
}

bool state_ends(struct jinja_state *st)
{
    return st->out->n > st->out_most
               ? state_fail(st, "template-limit",
                            "the output is longer than %d MiB",
                            LIMIT_BYTES >> 20)
               : state_fail(st, "template-limit",
                            "this page takes more than %d MiB of memory",
                            LIMIT_MEMORY);
}

/* --- undefined --- */

struct names {
    VEC(str) list;
};

static void add_candidate(struct names *names, struct arena *arena, str s)
{
    if (s.n) {
        *VEC_PUSH(&names->list, arena) = s;
    }
}

static void dict_names(const struct dict *dict, struct names *names,
                       struct arena *arena)
{
    for (size_t i = 0; dict && i < dict->entries.n; i++) {
        if (dict->entries.p[i].key.kind == VALUE_STRING) {
            add_candidate(names, arena, value_str(dict->entries.p[i].key));
        }
    }
}

/* Everything that could have been meant by a bare name. */
static void context_names(struct jinja_state *st, struct names *names)
{
    struct arena *arena = st->ctx->arena;
    const struct context *context = st->frame ? st->frame->bond->context : NULL;
    for (; context; context = context->parent) {
        for (size_t i = 0; i < context->set.n; i++) {
            add_candidate(names, arena, context->set.p[i]->s);
        }
        dict_names(context->dict, names, arena);
    }
    for (size_t i = 0; i < st->env->global_names.n; i++) {
        add_candidate(names, arena, st->env->global_names.p[i]);
    }
}

static void owner_names(struct jinja_state *st, value owner,
                        struct names *names)
{
    const struct module *module = module_of(owner);
    for (size_t i = 0; module && i < module->context->set.n; i++) {
        add_candidate(names, st->ctx->arena, module->context->set.p[i]->s);
    }
    owner = value_plain(owner, st->ctx);
    if (owner.kind == VALUE_DICT) {
        dict_names(owner.as.dict, names, st->ctx->arena);
    } else if (owner.kind == VALUE_OBJECT) {
        const struct object_class *class = owner.as.object->class;
        for (size_t i = 0; i < class->nnames; i++) {
            add_candidate(names, st->ctx->arena, class->names[i]);
        }
    } else {
        for (size_t i = 0; method_name(owner, i).n; i++) {
            add_candidate(names, st->ctx->arena, method_name(owner, i));
        }
    }
}

/* For a.b.c with an undefined a the report is about a. */
static const struct undefined *root_of(value v)
{
    const struct undefined *missing = v.as.undefined;
    while (missing && missing->owner &&
           missing->owner->kind == VALUE_UNDEFINED &&
           missing->owner->as.undefined) {
        missing = missing->owner->as.undefined;
    }
    return missing;
}

/* --- which part of the source is meant --- */

static bool is_name_byte(char c)
{
    return is_alnum(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The offset of the name, as an attribute or not, if it is in the text once,
 * else STR_NONE. */
static size_t only_place(str text, str name, bool attribute)
{
    size_t found = STR_NONE;
    for (size_t at = 0; at + name.n <= text.n; at++) {
        char before = at ? text.p[at - 1] : '\0';
        if (!str_starts_at(text, at, name) || is_name_byte(before) ||
            is_name_byte(str_at(text, at + name.n)) ||
            (before == '.') != attribute || before == '"' || before == '\'') {
            continue;
        }
        if (found != STR_NONE) {
            return STR_NONE;
        }
        found = at;
    }
    return found;
}

/* Narrows the place to `page.tag`, if page.tag is missing and is written there
 * once. *owner is the part before the last dot: `page`. */
static span narrow_span(span at, const struct undefined *missing, str *owner)
{
    str text = span_text(at);
    size_t name = only_place(text, missing->name, missing->owner != NULL);
    *owner = STR("");
    if (!missing->name.n || name == STR_NONE) {
        return at;
    }
    size_t from = name;
    while (from &&
           (is_name_byte(text.p[from - 1]) || text.p[from - 1] == '.')) {
        from--;
    }
    if (from < name && text.p[from] != '.') {
        *owner = str_sub(text, from, name - 1 - from);
    } else if (from < name) {
        from = 0; /* of a call or an item: f(x).name */
    }
    return span_of(at.source, at.off + from, name + missing->name.n - from);
}

/* --- messages --- */

static str no_attribute(struct jinja_state *st, const struct undefined *missing,
                        str path, const struct names *names)
{
    struct arena *arena = st->ctx->arena;
    value owner = value_plain(*missing->owner, st->ctx);
    str name = missing->name;
    const struct module *module = module_of(owner);
    if (!name.n) {
        return arena_printf(arena, "%s is empty",
                            owner.kind == VALUE_STRING ? "this string"
                            : owner.kind == VALUE_DICT ? "this map"
                                                       : "this list");
    }
    if (module) {
        return arena_printf(arena, "%.*s has no '%.*s'",
                            STR_ARG(module->template->name), STR_ARG(name));
    }
    if (owner.kind == VALUE_OBJECT &&
        str_is_among(name, names->list.p, names->list.n)) {
        return arena_printf(arena, "'%.*s%s%.*s' is not set", STR_ARG(path),
                            path.n ? "." : "", STR_ARG(name));
    }
    if (owner.kind == VALUE_DICT && path.n) {
        return arena_printf(arena, "%.*s has no '%.*s'", STR_ARG(path),
                            STR_ARG(name));
    }
    bool item =
        value_is_sequence(owner) && (is_digit(name.p[0]) || name.p[0] == '-');
    return arena_printf(arena,
                        item ? "%s has no item %.*s" : "%s has no '%.*s'",
                        value_kind_name(owner), STR_ARG(name));
}

/* The attribute of the object that holds what a person adds to it, or the empty
 * slice; *there: `name` is in that map. */
static str map_of(struct jinja_state *st, const value *owner, str name,
                  bool *there)
{
    static const str maps[] = {STR_INIT("extra"), STR_INIT("params")};
    *there = false;
    for (size_t i = 0; owner && owner->kind == VALUE_OBJECT && i < 2; i++) {
        const struct object *object = owner->as.object;
        if (str_is_among(maps[i], object->class->names,
                         object->class->nnames)) {
            value map = object->class->get(object, st->ctx, maps[i]);
            *there = map.kind == VALUE_DICT && dict_get_str(map.as.dict, name);
            return maps[i];
        }
    }
    return (str){NULL, 0};
}

/* "site.title or page.title" for a bare `title`; may be empty. */
static str attributes_named(struct jinja_state *st, str name)
{
    struct buf all = {0};
    const struct context *context = st->frame ? st->frame->bond->context : NULL;
    for (; context; context = context->parent) {
        const struct dict *dict = context->dict;
        for (size_t i = 0; dict && i < dict->entries.n; i++) {
            const struct entry *entry = &dict->entries.p[i];
            const struct object_class *class = entry->val.kind == VALUE_OBJECT
                                                   ? entry->val.as.object->class
                                                   : NULL;
            if (class && str_is_among(name, class->names, class->nnames)) {
                buf_put(&all, all.n ? STR(" or ") : STR(""));
                buf_put(&all, value_str(entry->key));
                buf_printf(&all, ".%.*s", STR_ARG(name));
            }
        }
    }
    return buf_move(&all, st->ctx->arena);
}

/* The cure: to ask first, the filter of that name, or another name. */
static void hint_undefined(struct jinja_state *st, struct diag *diag,
                           const struct undefined *missing, str path,
                           const struct names *names)
{
    str name = missing->name;
    const value *owner = missing->owner;
    bool there;
    str map = map_of(st, owner, name, &there);
    str near = str_nearest(name, names->list.p, names->list.n);
    str attributes = owner ? STR("") : attributes_named(st, name);
    bool filtered =
        owner && (owner->kind == VALUE_STRING || value_is_sequence(*owner));
    if (str_is_among(name, names->list.p, names->list.n)) {
        if (path.n) {
            diag_hint(diag, "ask with {%% if %.*s.%.*s %%}", STR_ARG(path),
                      STR_ARG(name));
        }
    } else if (filtered && env_builtin(st->env, JINJA_FILTERS, name)) {
        diag_hint(diag, "'%.*s' is a filter: write %.*s | %.*s", STR_ARG(name),
                  STR_ARG(path.n ? path : STR("x")), STR_ARG(name));
    } else if (map.n && path.n && (there || !near.n)) {
        diag_hint(diag,
                  there ? "write %.*s.%.*s.%.*s"
                        : "a key of your own is %.*s.%.*s.%.*s",
                  STR_ARG(path), STR_ARG(map), STR_ARG(name));
    } else if (attributes.n) {
        diag_hint(diag, "write %.*s", STR_ARG(attributes));
    } else {
        diag_did_you_mean(diag, near);
    }
}

static void report_undefined(struct jinja_state *st, enum severity severity,
                             value v)
{
    const struct undefined *missing = root_of(v);
    struct names names = {0};
    str message = STR("this value is undefined");
    str path;
    span at = span_here(st);
    if (st->silent) {
        return;
    }
    bool named = missing && missing != &undefined_else;
    if (named) {
        at = narrow_span(at, missing, &path);
    }
    if (missing == &undefined_else) {
        message = STR("this 'if' without 'else' gives nothing here");
    } else if (named && missing->owner) {
        owner_names(st, *missing->owner, &names);
        message = no_attribute(st, missing, path, &names);
    } else if (named) {
        context_names(st, &names);
        message = arena_printf(st->ctx->arena, "'%.*s' is undefined",
                               STR_ARG(missing->name));
    }
    struct diag *diag =
        diag_add(st->ctx->diags, severity, at, "template-undefined", "%.*s",
                 STR_ARG(message));
    report_chain(st, diag, at);
    if (named) {
        hint_undefined(st, diag, missing, path, &names);
    }
}

bool state_undefined(struct jinja_state *st, value v)
{
    report_undefined(st, DIAG_ERROR, v);
    return false;
}

const struct undefined undefined_else = {STR_INIT(""), NULL};

/* Whether no object has the attribute: a typo, or another generator's name. A
 * template of several kinds of pages may test what only some of them have. */
static bool is_unheard_of(struct jinja_state *st, value v)
{
    const struct undefined *missing = root_of(v);
    if (!missing || !missing->owner || missing->owner->kind != VALUE_OBJECT) {
        return false;
    }
    const struct object_class *class = missing->owner->as.object->class;
    return class->names && !class->length && st->env->attributes.n &&
           !map_get(&st->env->attributes, missing->name) &&
           !str_is_among(missing->name, class->names, class->nnames);
}

bool undefined_allows(struct jinja_state *st, value v, enum undefined_use use)
{
    enum jinja_undefined mode = st->env->options.undefined;
    if (v.as.undefined == &undefined_else) {
        bool chain = mode == JINJA_WARN || mode == JINJA_ERROR;
        mode = chain ? JINJA_CHAINABLE : JINJA_LENIENT;
    }
    if (use == USE_VALUE || mode == JINJA_STRICT ||
        (use == USE_CHAIN && mode == JINJA_LENIENT)) {
        return state_undefined(st, v);
    }
    bool warns = use == USE_TEXT ? mode == JINJA_WARN
                 : use == USE_TRUTH
                     ? (mode == JINJA_WARN || mode == JINJA_ERROR) &&
                           is_unheard_of(st, v)
                     : false;
    if (warns) {
        if (st->nwarnings++ < LIMIT_ERRORS) {
            report_undefined(st, DIAG_WARNING, v);
        }
    } else if (use == USE_TEXT && mode == JINJA_ERROR) {
        /* the render goes on, so that all mistakes of a page are reported */
        report_undefined(st, DIAG_ERROR, v);
        return ++st->nerrors < LIMIT_ERRORS;
    }
    return true;
}

bool jinja_has_text(struct jinja_call *call, value v)
{
    return state_allows(call->state, v, USE_TEXT);
}

static bool object_prints(struct jinja_state *st, const struct object *object)
{
    const struct object_class *class = object->class;
    if (class->print || class->plain) {
        return true;
    }
    struct diag *diag =
        state_report(st, DIAG_ERROR, "template-call",
                     "this is %s, which can't be printed", class->name);
    if (diag && str_is_among(STR("title"), class->names, class->nnames)) {
        diag_hint(diag, "print one of its attributes, as page.title");
    } else if (diag) {
        diag_hint(diag, "go through it: {%% for post in posts %%}");
    }
    return ++st->nerrors < LIMIT_ERRORS;
}

static bool function_prints(struct jinja_state *st, const struct function *f)
{
    str name = function_name(f);
    str text = span_text(span_here(st)); /* `page.title.upper`, or more */
    size_t path = 0;
    while (path < text.n &&
           (is_name_byte(text.p[path]) || text.p[path] == '.')) {
        path++;
    }
    struct diag *diag =
        state_report(st, DIAG_ERROR, "template-call",
                     "'%.*s' is a function, which has no text until it is "
                     "called",
                     STR_ARG(name));
    if (diag) {
        diag_hint(diag, f->builtin ? "write %.*s" : "write %.*s()",
                  STR_ARG(f->builtin       ? f->builtin->signature
                          : path == text.n ? text
                                           : name));
    }
    return ++st->nerrors < LIMIT_ERRORS;
}

bool value_prints(struct jinja_state *st, value v)
{
    enum jinja_undefined mode = st->env->options.undefined;
    bool list = value_is_sequence(v);
    size_t n = list ? v.as.list->items.n : 1;
    size_t errors = st->nerrors; /* one for a list is enough */
    bool prints = true;
    if (mode == JINJA_LENIENT || mode == JINJA_STRICT) {
        return true;
    }
    for (size_t i = 0; i < n && st->nerrors == errors; i++) {
        value item = list ? v.as.list->items.p[i] : v;
        prints = item.kind == VALUE_FUNCTION
                     ? function_prints(st, item.as.function)
                     : item.kind != VALUE_OBJECT ||
                           object_prints(st, item.as.object);
    }
    return prints;
}
