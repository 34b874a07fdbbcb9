/* SPDX-License-Identifier: MIT */
/* What goes wrong while a template runs: where it happened, what led there,
 * and what was meant. */
#include <stdarg.h>
#include <stdio.h>

#include "jinja/limits.h"
#include "jinja/vm.h"

static span frame_span(const struct frame *frame)
{
    return code_span(frame->code, frame->pc);
}

static struct diag *report(struct jinja_state *st, enum severity severity,
                           span at, const char *code, const char *message)
{
    if (st->silent) {
        return NULL;
    }
    struct diag *diag =
        severity == DIAG_ERROR
            ? diag_error(st->eval->diags, at, code, "%s", message)
            : diag_warning(st->eval->diags, at, code, "%s", message);
    const struct frame *frame = st->frame;
    span last = at;
    for (int i = 0; frame && frame->up && i < 12;) {
        frame = frame->up;
        span in = frame_span(frame);
        /* what calls itself is named once */
        if (in.source != last.source || in.off != last.off) {
            diag_in(diag, in);
            i++;
        }
        last = in;
    }
    return diag;
}

struct diag *state_report(struct jinja_state *st, enum severity severity,
                          const char *code, const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    span at = st->frame ? frame_span(st->frame) : (span){0};
    return report(st, severity, at, code, message);
}

bool state_fail(struct jinja_state *st, const char *code, const char *format,
                ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    span at = st->frame ? frame_span(st->frame) : (span){0};
    report(st, DIAG_ERROR, at, code, message);
    return false;
}

bool jinja_fail(struct jinja_call *call, const char *code, const char *format,
                ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    report(call->state, DIAG_ERROR, call->at, code, message);
    return false;
}

/* --- undefined -------------------------------------------------------------
 */

struct names {
    VEC(str) list;
};

static void add_name(struct names *names, struct arena *arena, str s)
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
            add_name(names, arena, value_str(dict->entries.p[i].key));
        }
    }
}

/* Everything that could have been meant by a bare name. */
static void context_names(struct jinja_state *st, struct names *names)
{
    struct arena *arena = st->eval->arena;
    const struct context *context = st->frame ? st->frame->bond.context : NULL;
    for (; context; context = context->parent) {
        for (size_t i = 0; i < context->set.n; i++) {
            add_name(names, arena, context->set.p[i]->s);
        }
        dict_names(context->dict, names, arena);
    }
    for (size_t i = 0; i < st->env->global_names.n; i++) {
        add_name(names, arena, st->env->global_names.p[i]);
    }
}

static void owner_names(struct jinja_state *st, value owner,
                        struct names *names)
{
    if (owner.kind == VALUE_DICT) {
        dict_names(owner.as.dict, names, st->eval->arena);
    } else if (owner.kind == VALUE_OBJECT) {
        const struct object_class *class = owner.as.object->class;
        for (size_t i = 0; i < class->nnames; i++) {
            add_name(names, st->eval->arena, class->names[i]);
        }
    }
}

/* a.b.c of an undefined a: the report is about a. */
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

static void report_undefined(struct jinja_state *st, enum severity severity,
                             value v)
{
    const struct undefined *missing = root_of(v);
    struct names names = {0};
    struct diag *diag;
    if (st->silent) {
        return;
    }
    if (!missing) {
        state_report(st, severity, "template-undefined",
                     "this value is undefined");
        return;
    }
    if (missing->owner) {
        owner_names(st, *missing->owner, &names);
        diag = state_report(
            st, severity, "template-undefined", "%s has no '%.*s'",
            value_kind_name(*missing->owner), STR_ARG(missing->name));
    } else {
        context_names(st, &names);
        diag = state_report(st, severity, "template-undefined",
                            "'%.*s' is undefined", STR_ARG(missing->name));
    }
    diag_did_you_mean(diag,
                      str_nearest(missing->name, names.list.p, names.list.n));
}

bool state_undefined(struct jinja_state *st, value v)
{
    report_undefined(st, DIAG_ERROR, v);
    return false;
}

bool state_allows(struct jinja_state *st, value v, enum undefined_use use)
{
    enum jinja_undefined mode = st->env->options.undefined;
    if (use == USE_VALUE || mode == JINJA_STRICT ||
        (use == USE_CHAIN && mode == JINJA_LENIENT)) {
        return state_undefined(st, v);
    }
    if (use == USE_TEXT && mode == JINJA_WARN) {
        if (st->nwarnings++ < LIMIT_ERRORS) {
            report_undefined(st, DIAG_WARNING, v);
        }
    } else if (use == USE_TEXT && mode == JINJA_ERROR) {
        /* the render goes on, so that all of a page's slips are told at
         * once */
        report_undefined(st, DIAG_ERROR, v);
        return ++st->nerrors < LIMIT_ERRORS;
    }
    return true;
}
