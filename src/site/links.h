/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_LINKS_H
#define CRUMB_SITE_LINKS_H

/* Links as authors write them, to addresses: [x](other.md#heading) and files
 * beside the post, relative to the post's file or from content/ (a leading
 * '/'). What leads nowhere is a warning with the nearest name. */

#include "base/diag.h"
#include "site/site.h"

struct links {
    const struct site *site;
    const struct post *post; /* whose body it is */
    struct diags *diags;
};

/* The content path most like the one that is missing, as a file of that folder
 * of content/ would write it; may be empty. */
str links_nearest(const struct site *site, str path, str folder,
                  struct arena *arena);

/* A post that is there and has errors of its own: no link to it is wrong. */
bool links_is_broken(const struct site *site, str path);

/* A markdown_resolver's link; host is a struct links. A link to a post that
 * is held back is none until it is live. */
str links_resolve(void *host, str dest, bool image, span at,
                  struct arena *arena);

#endif
