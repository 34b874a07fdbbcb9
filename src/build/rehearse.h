/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILD_REHEARSE_H
#define CRUMB_BUILD_REHEARSE_H

/* The site as it would be if some files of content/ were added, moved or
 * written anew: loaded and planned, so that what is wrong with it is known
 * before any file is touched. Drafts and posts with a date to come are in it,
 * for their addresses are as good as taken. */

#include "site/site.h"

/* Paths in content/. */
struct rehearse_change {
    str from; /* empty: a new file */
    str to;   /* the same: it stays where it is */
    str text; /* p == NULL: as it is on the disk */
};

/* NULL: it can't be read. Errors and warnings are those of loading and of the
 * plan; nothing is rendered. options->memory is not looked at. Freed with
 * site_free. */
struct site *rehearse(const struct rehearse_change *changes, size_t n,
                      const struct site_options *options, struct arena *arena,
                      struct diags *diags);
/* What one of them has to say about the file, in the order of diags_sort: the
 * first error that names it; NULL: none does. */
const struct diag *rehearse_error(const struct diags *diags, str path);

#endif
