/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_OTHER_BUNDLE_H
#define CRUMB_SITE_VIEW_OTHER_BUNDLE_H

/* A bundle may be in folders of several languages, trip/ and es/trip/: what it
 * has beside its text need be in one of them alone. */

#include "site/site.h"

struct view;

/* Returns the path in content/ of a file that the post names, beside its own
 * text at `path`: the same path if there is such a file, or if no other
 * language's bundle has it. Records what it asks for, if view is not NULL. */
str other_bundle_path(const struct view *view, const struct site *site,
                      const struct post *post, str path, struct arena *arena);

#endif
