/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_MEASURE_H
#define CRUMB_JINJA_VM_MEASURE_H

/* Measures a render for the host's profile (`crumb build --profile`). All
 * functions but the last are called only if st->profile is not NULL. */

#include "base/profile.h"
#include "jinja/vm/state.h"

/* A template, block or macro begins, or ends. The body of a recursive loop does
 * not count as one: run->row is NULL. */
void measure_enter(struct jinja_state *st, const struct code *code,
                   struct profile_run *run);
void measure_leave(struct jinja_state *st, const struct profile_run *run);
/* A fragment was put instead of being rendered again. */
void measure_reused(struct jinja_state *st, const struct code *code);
/* builtin->call, measured. */
bool measure_call(struct jinja_call *call, const struct jinja_builtin *builtin,
                  enum profile_kind kind, value *out);
/* Begins to measure the loop at the current instruction. */
struct profile_run *measure_loop(struct jinja_state *st);

/* Charges the render for a call after it. */
static inline bool within_limits(const struct jinja_call *call)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < call->nargs; i++) {
        bytes += call->args[i].kind == VALUE_STRING ? call->args[i].n : 0;
    }
    return state_steps(call->state, 1 + bytes / 64) &&
           state_has_room(call->state);
}

/* builtin->call, charged, and measured if there is a profile. */
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
