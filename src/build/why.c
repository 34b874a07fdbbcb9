/* SPDX-License-Identifier: MIT */
#include "build/why.h"

#include "build/publish.h"

enum why_state why_open(struct why *why, str output, str state,
                        struct arena *arena)
{
    *why = (struct why){.arena = arena};
    str path = publish_state_path(output, state, "ledger", arena);
    if (!path.p || fs_map(path, &why->mapped) != 0) {
        return WHY_NO_BUILD;
    }
    bool known = ledger_open(why->mapped, NULL, arena, &why->ledger) &&
                 ledger_read(&why->ledger, arena);
    return known ? WHY_OPEN : WHY_UNREADABLE;
}

void why_close(struct why *why)
{
    fs_unmap(why->mapped);
}

/* --- what the last build rendered --- */

static int compare_outputs(const void *a, const void *b)
{
    const struct ledger_output *const *x = a;
    const struct ledger_output *const *y = b;
    return str_cmp((*x)->file, (*y)->file);
}

void why_list(const struct why *why, struct buf *out)
{
    bool idle = why->ledger.head->idle;
    size_t n = idle ? 0 : why->ledger.head->outputs;
    const struct ledger_output **made =
        arena_zalloc(why->arena, n, sizeof *made);
    size_t nmade = 0;
    for (size_t i = 0; i < n; i++) {
        const struct ledger_output *output = &why->ledger.outputs[i];
        if (!output->made.kept) {
            made[nmade++] = output;
        }
    }
    qsort(made, nmade, sizeof *made, compare_outputs);
    for (size_t i = 0; i < nmade; i++) {
        buf_printf(out, "%.*s: %.*s\n", STR_ARG(made[i]->file),
                   STR_ARG(made[i]->made.why));
    }
}
