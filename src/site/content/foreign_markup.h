/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_FOREIGN_MARKUP_H
#define CRUMB_SITE_CONTENT_FOREIGN_MARKUP_H

/* Sources of posts in markups that other programs read. */

#include "base/str.h"

struct foreign_markup {
    str ext;
    const char *name;
    const char *cure; /* "with pandoc"; NULL: no program converts it */
};

/* By the file's extension, in any case; NULL: it is none of them. */
const struct foreign_markup *foreign_markup(str path);

#endif
