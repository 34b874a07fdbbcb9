/* SPDX-License-Identifier: MIT */
#include "builder/builder_in_place.h"
#include "builder/builder_site.h"

enum update_result builder_update(struct builder *builder,
                                  const struct changed_files *changed,
                                  struct diags *diags)
{
    enum update_result result = UPDATE_SAME;
    arena_clear(&builder->results);
    if (!builder->good || builder->behind || changed->all || !changed->n ||
        !builder_update_in_place(builder, changed, diags, &result)) {
        result = builder_update_site(builder, changed, diags);
    }
    return result;
}

/* The ledger says all that the engine knows, so it is as good for the new
 * generation. */
void builder_collect(struct builder *builder)
{
    struct arena work = {0};
    struct diags quiet;
    if (!builder->good || builder->behind || builder->unsaved ||
        !builder_is_worn(builder)) {
        return;
    }
    diags_init(&quiet, &work);
    struct changed_files none = {0};
    switch (builder_update_site(builder, &none, &quiet)) {
    case UPDATE_DONE: builder->unsaved = false; break;
    case UPDATE_CANCELLED: builder->behind = false; break;
    case UPDATE_SAME:
    case UPDATE_BAD: break;
    }
    arena_free(&work);
}
