/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILDER_SITE_H
#define CRUMB_BUILDER_BUILDER_SITE_H

/* An update that makes the site anew, from what is known of its files: the next
 * generation. It takes the place of the good one if it has no errors. */

#include "builder/builder_state.h"

/* UPDATE_DONE, UPDATE_BAD, or UPDATE_CANCELLED; what is wrong is reported. */
enum update_result builder_update_site(struct builder *builder,
                                       const struct changed_files *changed,
                                       struct diags *diags);

#endif
