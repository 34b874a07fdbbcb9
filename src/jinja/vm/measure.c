/* SPDX-License-Identifier: MIT */
#include "jinja/vm/vm.h"

static const enum profile_kind kinds[] = {
    [CODE_ROOT] = PROFILE_TEMPLATE, [CODE_BLOCK] = PROFILE_BLOCK,
    [CODE_MACRO] = PROFILE_MACRO,   [CODE_CALLER] = PROFILE_MACRO,
    [CODE_LOOP] = PROFILE_LOOP,
};

static struct profile_row *row_of(struct jinja_state *st,
                                  const struct code *code)
{
    struct profile_row *row = profile_row(st->profile, code, kinds[code->kind]);
    if (!row->name.p) {
        bool root = code->kind == CODE_ROOT;
        span start = {.source = code->template->source};
        profile_name(st->profile, row, root ? code->template->name : code->name,
                     root ? start : code_span(code, 0));
    }
    return row;
}

void measure_enter(struct jinja_state *st, const struct code *code,
                   struct profile_run *run)
{
    run->row = NULL;
    if (code->kind != CODE_LOOP) {
        profile_enter(st->profile, row_of(st, code), run);
    }
}

void measure_leave(struct jinja_state *st, const struct profile_run *run)
{
    if (run->row) {
        profile_leave(st->profile, run);
    }
}

void measure_reused(struct jinja_state *st, const struct code *code)
{
    row_of(st, code)->reused++;
}

bool measure_call(struct jinja_call *call, const struct jinja_builtin *builtin,
                  enum profile_kind kind, value *out)
{
    struct jinja_state *st = call->state;
    struct profile_row *row = profile_row(st->profile, builtin, kind);
    struct profile_run run;
    if (!row->name.p) {
        if (kind == PROFILE_FILTER &&
            env_builtin(st->env, JINJA_TESTS, builtin->name) == builtin) {
            row->kind = PROFILE_TEST;
        }
        profile_name(st->profile, row, builtin->name, (span){0});
    }
    profile_enter(st->profile, row, &run);
    bool ok = builtin->call(call, out);
    profile_leave(st->profile, &run);
    return ok;
}

/* The row of a loop belongs to its instruction; its name is the line of the
 * source. */
struct profile_run *measure_loop(struct jinja_state *st)
{
    struct profile_row *row =
        profile_row(st->profile, st->frame->at, PROFILE_LOOP);
    if (!row->name.p) {
        span at = code_span(st->frame->code, frame_pc(st->frame));
        str line =
            at.source ? source_position(at.source, at.off).text : STR("");
        profile_name(st->profile, row, str_trim(line), at);
    }
    struct profile_run *run = ARENA_NEW(st->ctx->arena, struct profile_run);
    profile_loop_begin(st->profile, row, run);
    return run;
}
