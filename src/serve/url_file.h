/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_URL_FILE_H
#define CRUMB_SERVE_URL_FILE_H

/* Files of the preview and the addresses that browsers have for them. root: the
 * path that the site lives under, "/blog" or "". */

#include "base/arena.h"

/* "x/index.html": "/blog/x/", encoded. */
str address_of_file(str file, str root, struct arena *arena);
/* "/blog/x/", encoded or not: "x/index.html"; "/blog/x": "x". */
str address_file(str url, str root, struct arena *arena);

#endif
