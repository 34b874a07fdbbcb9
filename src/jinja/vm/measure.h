/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_MEASURE_H
#define CRUMB_JINJA_VM_MEASURE_H

/* What a render tells of its time, if its host wants to know: all but the
 * last are called where st->profile is not NULL. */

#include "base/profile.h"
#include "jinja/vm/vm.h"

/* A template, block or macro begins. A recursive loop is no such thing: its
 * time is that of what it stands in, and run->row is NULL. */
void measure_enter(struct jinja_state *st, const struct code *code,
                   struct profile_run *run);
void measure_leave(struct jinja_state *st, const struct profile_run *run);
/* An include or macro call whose outcome was known. */
void measure_reused(struct jinja_state *st, const struct code *code);
/* The same as builtin->call. */
bool measure_call(struct jinja_call *call, const struct jinja_builtin *builtin,
                  enum profile_kind kind, value *out);
/* The loop at the instruction under way. */
void measure_loop(struct jinja_state *st, struct loop *loop);

/* Asked behind the call, for what it has made. */
static inline bool within_limits(const struct jinja_call *call)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < call->nargs; i++) {
        bytes += call->args[i].kind == VALUE_STRING ? call->args[i].n : 0;
    }
    return state_steps(call->state, 1 + bytes / 64) &&
           state_has_room(call->state);
}

/* builtin->call, within the limits, measured if the host asks for it. */
static inline bool builtin_call(struct jinja_call *call,
                                const struct jinja_builtin *builtin,
                                enum profile_kind kind, value *out)
{
    bool ok = __builtin_expect(call->state->profile != NULL, 0)
                  ? measure_call(call, builtin, kind, out)
                  : builtin->call(call, out);
    return ok && within_limits(call);
}

#endif
