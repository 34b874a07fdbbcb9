/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILDER_IN_PLACE_H
#define CRUMB_BUILDER_BUILDER_IN_PLACE_H

/* Updates that do not affect the site's order: texts of posts, front matter
 * that no list depends on (site/site_reload.h), templates. The generation
 * stays, so the cost does not grow with the site. */

#include "builder/builder_state.h"

/* Tries such an update and sets *result. Returns false if the changes need a
 * new generation; then nothing is updated. */
bool builder_update_in_place(struct builder *builder,
                             const struct changed_files *changed,
                             struct diags *diags, enum update_result *result);

#endif
