/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_PATH_H
#define CRUMB_SERVE_HTTP_HTTP_PATH_H

/* Converts the path of a request to the path of a file below the root. */

#include "base/str.h"

struct buf;

/* Appends the decoded path: "a b/c" for "/a%20b/c". It is decoded once. Returns
 * 0, or the status to answer with. 400: no browser sends such a path (invalid
 * encodings, control characters, no UTF-8, "." and ".." in any encoding). 404:
 * such files are never served (names that begin with a dot, except .well-known,
 * names with a slash or backslash, and empty names before the last). */
int http_path_decode(str path, struct buf *out);

#endif
