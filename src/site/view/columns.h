/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_COLUMNS_H
#define CRUMB_SITE_VIEW_COLUMNS_H

/* Shortens traces. A page that sorts ten thousand posts by title reads ten
 * thousand titles. If a page has read the same attributes of all members of a
 * list, one entry stands for these reads: a column, which names the list and
 * the attributes. */

#include "site/site_keys.h"

/* Makes the trace that is kept, in `keep`, of the reads in `deps`. Long ones
 * get columns. `work` is for temporary data. */
struct trace columns_fold(const struct objects *objects, struct deps deps,
                          struct arena *keep, struct arena *work);

#endif
