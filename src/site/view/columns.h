/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_COLUMNS_H
#define CRUMB_SITE_VIEW_COLUMNS_H

/* A page that sorts ten thousand posts by title has read ten thousand titles.
 * Where all members of a list were read alike, its trace says so in one read,
 * a column: the list, and the attributes of all that is in it. */

#include "site/site_keys.h"

/* The trace as it stays, in `keep`, with columns where it is long. */
struct trace columns_fold(const struct objects *objects, struct deps deps,
                          struct arena *keep, struct arena *work);

#endif
