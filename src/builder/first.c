/* SPDX-License-Identifier: MIT */
#include "builder/first.h"

/* As many pages are made in some milliseconds. */
enum { FEW = 200 };

static bool is_looked_at(const struct build_first *first, str file)
{
    for (size_t i = 0; i < first->n; i++) {
        if (str_eq(first->files[i], file)) {
            return true;
        }
    }
    return false;
}

/* Returns how many Outputs are to be made at all. */
static size_t find(const struct build_first *first, const struct plan *plan,
                   size_t *numbers, size_t *n)
{
    size_t stale = 0;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (output->dropped || output->right) {
            continue;
        }
        stale++;
        if (*n < first->n && is_looked_at(first, output->address->file)) {
            numbers[(*n)++] = i;
        }
    }
    return stale;
}

void first_show(const struct build_first *first,
                const struct build_hooks *hooks,
                const struct first_parts *parts)
{
    struct arena arena = {0};
    size_t *numbers = ARENA_ARRAY(&arena, size_t, first->n);
    size_t n = 0;
    if (find(first, parts->plan, numbers, &n) > FEW && n) {
        render_some(parts->rendering, numbers, n, parts->publish, parts->diags);
        if (!parts->diags->errors) {
            hooks->lock(hooks->host);
            const str *files = publish_ahead(parts->publish, &n);
            hooks->unlock(hooks->host);
            first->shown(first->host, files, n);
        }
    }
    arena_free(&arena);
}
