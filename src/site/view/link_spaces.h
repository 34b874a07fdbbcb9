/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_LINK_SPACES_H
#define CRUMB_SITE_VIEW_LINK_SPACES_H

/* [x](a file.md) is no link in Markdown: the address ends at the space. */

#include "base/diag/diag.h"

struct site;

/* Warns ("link-spaces") of each place in the body that reads so and came out
 * as text in `html`, which was made of it. */
void link_spaces_check(const struct site *site, const struct source *source,
                       size_t body, str html, struct arena *arena,
                       struct diags *diags);

#endif
