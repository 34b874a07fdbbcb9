/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILDER_TEXTS_H
#define CRUMB_BUILDER_BUILDER_TEXTS_H

/* An update in which nothing but the texts of posts has changed: the generation
 * stays, and costs what those texts cost. */

#include "builder/builder_state.h"

/* False: it takes a new generation. */
bool builder_update_texts(struct builder *builder,
                          const struct changed_files *changed,
                          struct diags *diags, enum update_result *result);

#endif
