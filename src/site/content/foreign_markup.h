/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_FOREIGN_MARKUP_H
#define CRUMB_SITE_CONTENT_FOREIGN_MARKUP_H

/* Markups of posts that other programs read and crumb does not. */

#include "base/str.h"

struct foreign_markup {
    str ext;
    const char *name;
    const char *cure; /* how to convert it: "with pandoc"; NULL: not known */
};

/* Returns the markup of a file by its extension, in any case; NULL: it is none
 * of them. */
const struct foreign_markup *foreign_markup(str path);

#endif
