/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_PATH_H
#define CRUMB_SERVE_HTTP_HTTP_PATH_H

/* The path of a request as the path of a file below the root. */

#include "base/str.h"

struct buf;

/* "/a%20b/c" -> "a b/c", appended; decoded once. 0, or the status to answer
 * with: 400 for what no browser sends (an encoding that is none, control
 * characters, no UTF-8, "." and ".." in any disguise), 404 for what is never
 * served: names with a dot in front, but for .well-known, with a slash or a
 * backslash in them, and empty ones before the last. */
int http_path_decode(str path, struct buf *out);

#endif
