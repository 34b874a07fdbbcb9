/* SPDX-License-Identifier: MIT */
#include "builder/builder_site.h"
#include "builder/builder_texts.h"

enum update_result builder_update(struct builder *builder,
                                  const struct changed_files *changed,
                                  struct diags *diags)
{
    enum update_result result = UPDATE_SAME;
    arena_clear(&builder->results);
    if (!builder->good || changed->all ||
        !builder_update_texts(builder, changed, diags, &result)) {
        result = builder_update_site(builder, changed, diags);
    }
    return result;
}
