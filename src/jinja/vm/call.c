/* SPDX-License-Identifier: MIT */
/* Calls: filters, tests, functions, methods, macros. */
#include "jinja/vm/ops.h"
#include "jinja/vm/vm.h"

/* --- arguments --- */

const value *jinja_arg(const struct jinja_call *call, size_t position,
                       const char *name)
{
    size_t at = call->subject + position;
    if (at < call->nargs - call->nnames) {
        return &call->args[at];
    }
    const value *named = call->args + (call->nargs - call->nnames);
    for (size_t i = 0; i < call->nnames; i++) {
        if (str_eq(call->names[i], str_from(name))) {
            return &named[i];
        }
    }
    return NULL;
}

/* *args and **kwargs, a list and a dict, as arguments in a row. */
static void spread(struct jinja_state *st, struct jinja_call *call,
                   const value *subject, value list, value dict)
{
    const struct list *items = list.as.list;
    const struct dict *named = dict.as.dict;
    struct arena *arena = st->ctx->arena;
    size_t first = subject ? 1 : 0;
    size_t n = first + items->items.n + named->entries.n;
    value *args = ARENA_ARRAY(arena, value, n);
    str *names = ARENA_ARRAY(arena, str, named->entries.n);
    if (subject) {
        args[0] = *subject;
    }
    for (size_t i = 0; i < items->items.n; i++) {
        args[first + i] = items->items.p[i];
    }
    for (size_t i = 0; i < named->entries.n; i++) {
        args[first + items->items.n + i] = named->entries.p[i].val;
        names[i] = value_text(named->entries.p[i].key, st->ctx);
    }
    call->args = args;
    call->nargs = n;
    call->names = names;
    call->nnames = named->entries.n;
}

static inline void begin_call(struct jinja_call *call, struct jinja_state *st,
                              const struct call_site *site, value *args,
                              bool subject)
{
    *call = (struct jinja_call){.ctx = st->ctx,
                                .state = st,
                                .args = args,
                                .nargs = site->nargs,
                                .names = site->names,
                                .nnames = site->nnames,
                                .subject = subject,
                                .at = site->at,
                                .autoescape = st->frame->autoescape};
    if (site->spread) {
        spread(st, call, subject ? args : NULL, args[subject],
               args[subject + 1]);
    }
}

/* Moves the value in two halves, as it was just written: a single load would
 * wait for both stores. */
static inline void move_value(value *to, const value *from)
{
    uint64_t head;
    memcpy(&head, from, sizeof head);
    memcpy(to, &head, sizeof head);
    to->as = from->as;
}

/* Filters, functions and methods get dicts, not objects that are maps. */
static inline void make_plain(struct jinja_call *call)
{
    value *copy = NULL;
    for (size_t i = 0; i < call->nargs; i++) {
        if (!value_is_lazy(call->args[i])) {
            continue;
        }
        if (!copy) {
            copy = ARENA_ARRAY(call->ctx->arena, value, call->nargs);
            memcpy(copy, call->args, call->nargs * sizeof *copy);
            call->args = copy;
        }
        copy[i] = value_plain(copy[i], call->ctx);
    }
}

bool vm_filter(struct jinja_state *st, const struct call_site *site,
               value *args)
{
    struct jinja_call call;
    begin_call(&call, st, site, args, true);
    make_plain(&call);
    value result = value_undefined();
    const struct call_site *before = st->call_site;
    st->call_site = site;
    bool ok = builtin_call(&call, site->builtin, PROFILE_FILTER, &result);
    st->call_site = before;
    if (ok) {
        move_value(&args[0], &result);
    }
    return ok;
}

/* --- macros --- */

value vm_macro(struct jinja_state *st, const struct code *code)
{
    struct function *f = ARENA_NEW(st->ctx->arena, struct function);
    f->kind = FUNCTION_MACRO;
    f->code = code;
    f->bond = *st->frame->bond;
    f->bond.closure = st->frame->closure;
    f->bond.autoescape = st->frame->autoescape;
    return value_function(f);
}

static bool bad_call(struct jinja_call *call, const struct code *code,
                     const char *what, str name)
{
    return jinja_fail(call, "template-call", "%s '%.*s' %s '%.*s'",
                      code->kind == CODE_CALLER ? "the call block's" : "macro",
                      STR_ARG(code->name), what, STR_ARG(name));
}

static bool bind_named(struct jinja_call *call, const struct code *code,
                       value *locals, uint64_t *given)
{
    struct jinja_state *st = call->state;
    size_t first = call->nargs - call->nnames;
    value kwargs = code->kwargs == NO_SLOT ? value_undefined() : own_dict(st);
    for (size_t i = 0; i < call->nnames; i++) {
        str name = call->names[i];
        value v = call->args[first + i];
        size_t at = code_param(code, name);
        if (at != STR_NONE) {
            if (at < first || (at < 64 && (*given >> at & 1))) {
                return bad_call(call, code, "got two values for", name);
            }
            *given |= at < 64 ? (uint64_t)1 << at : 0;
            locals[at] = v;
        } else if (code->caller != NO_SLOT && str_eq(name, STR("caller"))) {
            locals[code->caller] = v;
        } else if (code->kwargs != NO_SLOT) {
            dict_set(kwargs.as.dict, st->ctx->arena, value_string(name), v);
        } else {
            return bad_call(call, code, "has no parameter", name);
        }
    }
    if (code->kwargs != NO_SLOT) {
        locals[code->kwargs] = kwargs;
    }
    return true;
}

static bool bind_positional(struct jinja_call *call, const struct code *code,
                            value *locals)
{
    size_t n = call->nargs - call->nnames;
    for (size_t i = 0; i < code->nparams; i++) {
        locals[i] = i < n ? call->args[i] : code->missing[i];
    }
    size_t more = n > code->nparams ? n - code->nparams : 0;
    if (code->varargs == NO_SLOT) {
        return more == 0 ||
               jinja_fail(call, "template-call",
                          "macro '%.*s' takes %zu %s, not %zu",
                          STR_ARG(code->name), code->nparams,
                          code->nparams == 1 ? "argument" : "arguments", n);
    }
    locals[code->varargs] =
        tuple_of(call->ctx->arena, call->args + code->nparams, more);
    return true;
}

enum { FEW_PARAMS = 12 };

/* out == NULL: the output stays where it is. It is printed as it is: it is
 * markup where autoescape is on, plain text where it is off. Then a macro of
 * parameters alone is a fragment. */
static bool call_macro(struct jinja_call *call, const struct function *f,
                       value *out)
{
    const struct code *code = f->code;
    value few[FEW_PARAMS];
    size_t n = code->nparams + (code->varargs != NO_SLOT) +
               (code->kwargs != NO_SLOT) + (code->caller != NO_SLOT);
    value *locals =
        n <= FEW_PARAMS ? few : ARENA_ARRAY(call->ctx->arena, value, n);
    uint64_t given = 0;
    if (code->caller != NO_SLOT) {
        locals[code->caller] = value_undefined();
    }
    if (!bind_positional(call, code, locals) ||
        !bind_named(call, code, locals, &given)) {
        return false;
    }
    return out ? vm_capture(call->state, code, &f->bond, locals, n, out)
           : n == code->nparams
               ? fragment_macro(call->state, f, locals)
               : vm_run(call->state, code, &f->bond, locals, n);
}

/* --- calls --- */

/* The check that the compiler makes for filters and tests. Which function a
 * name means is known only now. */
static bool takes_args(struct jinja_call *call, const struct function *f)
{
    const struct jinja_builtin *builtin = f->builtin;
    size_t n = call->nargs - call->nnames;
    if (n && !params_take(f->params, n - 1, STR(""))) {
        return jinja_fail(call, "template-call",
                          "this takes fewer arguments: %.*s",
                          STR_ARG(builtin->signature));
    }
    for (size_t i = 0; i < call->nnames; i++) {
        if (!params_take(f->params, 0, call->names[i])) {
            return jinja_fail(
                call, "template-call", "this takes no argument '%.*s': %.*s",
                STR_ARG(call->names[i]), STR_ARG(builtin->signature));
        }
    }
    return true;
}

bool vm_call_value(struct jinja_state *st, value f, struct jinja_call *call,
                   value *out)
{
    if (value_is_loop(f)) {
        return loop_call(st, f, call, out);
    }
    if (f.kind == VALUE_UNDEFINED) {
        return state_undefined(st, f);
    }
    if (f.kind == VALUE_OBJECT && f.as.object->class->call) {
        /* joiner(): an object that is called itself has a method "" */
        bool found = false;
        *out = f.as.object->class->call(f.as.object, st->ctx, STR(""),
                                        call->args, call->nargs, &found);
        if (found) {
            return true;
        }
    }
    if (f.kind != VALUE_FUNCTION) {
        return state_fail(st, "template-call", "%s can't be called",
                          value_kind_name(f));
    }
    if (f.as.function->kind == FUNCTION_BUILTIN) {
        const struct jinja_builtin *builtin = f.as.function->builtin;
        make_plain(call);
        return takes_args(call, f.as.function) &&
               builtin_call(call, builtin, PROFILE_FUNCTION, out);
    }
    if (f.as.function->kind == FUNCTION_BOUND) {
        bool found;
        make_plain(call);
        return call_method(call, f.as.function->self, f.as.function->method,
                           out, &found);
    }
    return call_macro(call, f.as.function, out);
}

static bool no_method(struct jinja_state *st, value self, str name)
{
    return state_allows(st, self, USE_CHAIN) &&
           state_undefined(st, undefined_of(st, self, name));
}

/* x.get(key) and x.get(key, other) of a map that an object holds: the object
 * can record that this key alone is read. */
static bool lazy_get(struct jinja_state *st, value self, str name,
                     const struct jinja_call *call, value *out)
{
    const struct object *map = self.as.object;
    if (!str_eq(name, STR("get")) || call->nnames || call->nargs < 1 ||
        call->nargs > 2 || call->args[0].kind != VALUE_STRING) {
        return false;
    }
    *out = map->class->get(map, st->ctx, value_str(call->args[0]));
    if (out->kind == VALUE_UNDEFINED) {
        *out = call->nargs > 1 ? call->args[1] : value_none();
    }
    return true;
}

/* x.f(): a key or attribute that holds a function comes first, then methods.
 */
static bool call_on(struct jinja_state *st, value self, str name,
                    struct jinja_call *call, value *out)
{
    bool found = false;
    if (value_is_lazy(self)) {
        if (lazy_get(st, self, name, call, out)) {
            return true;
        }
        self = value_plain(self, st->ctx);
    }
    if (self.kind == VALUE_DICT) {
        const value *f = dict_get_str(self.as.dict, name);
        if (f && f->kind == VALUE_FUNCTION) {
            return vm_call_value(st, *f, call, out);
        }
    } else if (self.kind == VALUE_OBJECT) {
        const struct object *object = self.as.object;
        if (value_is_loop(self)) {
            return loop_method(st, self, name, call, out);
        }
        if (object->class->call) {
            *out = object->class->call(object, st->ctx, name, call->args,
                                       call->nargs, &found);
        }
        if (!found && object->class->get) {
            value f = object->class->get(object, st->ctx, name);
            if (f.kind != VALUE_UNDEFINED) {
                return vm_call_value(st, f, call, out);
            }
        }
        return found || no_method(st, self, name);
    }
    make_plain(call);
    return call_method(call, self, name, out, &found) &&
           (found || no_method(st, self, name));
}

/* The macro that is called, or that a method call of a module means; else
 * NULL. */
static const struct function *macro_called(struct jinja_state *st, value of,
                                           bool method, str name)
{
    if (method) {
        const struct object *module = module_of(of) ? of.as.object : NULL;
        of = module ? module->class->get(module, st->ctx, name) : value_none();
    }
    bool macro =
        of.kind == VALUE_FUNCTION && of.as.function->kind == FUNCTION_MACRO;
    return macro ? of.as.function : NULL;
}

bool vm_call(struct jinja_state *st, enum opcode op,
             const struct call_site *site, value *args)
{
    bool method = op == OP_CALL_METHOD || op == OP_EMIT_METHOD;
    bool printed = op == OP_EMIT_CALL || op == OP_EMIT_METHOD;
    value result = value_undefined();
    struct jinja_call call;
    begin_call(&call, st, site, args, false);
    if (printed) {
        const struct function *macro =
            macro_called(st, args[-1], method, site->name);
        if (macro) {
            return call_macro(&call, macro, NULL);
        }
    }
    if (!(method ? call_on(st, args[-1], site->name, &call, &result)
                 : vm_call_value(st, args[-1], &call, &result))) {
        return false;
    }
    args[-1] = result;
    return !printed || vm_emit(st, result);
}
