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
