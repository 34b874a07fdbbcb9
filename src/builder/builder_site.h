/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILDER_SITE_H
#define CRUMB_BUILDER_BUILDER_SITE_H

/* Updates that make the site again, as the next generation. Files that have not
 * changed are taken from the engine. The generation replaces the good one if it
 * has no errors. */

#include "builder/builder_state.h"

/* Makes such an update. Returns UPDATE_DONE, UPDATE_BAD or UPDATE_CANCELLED;
 * mistakes are reported. */
enum update_result builder_update_site(struct builder *builder,
                                       const struct changed_files *changed,
                                       struct diags *diags);

#endif
