/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_RANGE_H
#define CRUMB_SERVE_HTTP_HTTP_RANGE_H

/* Which part of a file is requested, and whether the client has it already (RFC
 * 9110, sections 13 and 14). */

#include "base/str.h"

enum http_range {
    HTTP_RANGE_ALL,    /* the whole file: there is no range, several, or an
                          invalid one */
    HTTP_RANGE_PART,   /* *first and *n are set */
    HTTP_RANGE_OUTSIDE /* not in the file: status 416 */
};

/* `field` is the value of the field Range, `size` that of the file. The part
 * has *n bytes and starts at *first. */
enum http_range http_range(str field, uint64_t size, uint64_t *first,
                           uint64_t *n);
/* Whether the value of If-None-Match names this ETag or "*", by weak
 * comparison.
 */
bool http_etag_matches(str field, str etag);

#endif
