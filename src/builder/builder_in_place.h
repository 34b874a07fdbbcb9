/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILDER_IN_PLACE_H
#define CRUMB_BUILDER_BUILDER_IN_PLACE_H

/* An update that leaves the site's order as it is: texts of posts, words of
 * their front matter that nothing goes by (site/site_reload.h), templates. The
 * generation stays, and the update costs what these cost. */

#include "builder/builder_state.h"

/* False: it takes a new generation. */
bool builder_update_in_place(struct builder *builder,
                             const struct changed_files *changed,
                             struct diags *diags, enum update_result *result);

#endif
