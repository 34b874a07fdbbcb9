/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_URL_FILE_H
#define CRUMB_SERVE_URL_FILE_H

/* Converts between files of the site and their addresses in browsers. `root` is
 * the path that the site lives under: "/blog" or "". */

#include "base/memory/arena.h"

/* "x/index.html" gives "/blog/x/", encoded. */
str address_of_file(str file, str root, struct arena *arena);
/* "/blog/x/", encoded or not, gives "x/index.html"; "/blog/x" gives "x". */
str address_file(str url, str root, struct arena *arena);

#endif
