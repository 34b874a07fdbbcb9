/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_RANGE_H
#define CRUMB_SERVE_HTTP_HTTP_RANGE_H

/* What part of a file is asked for, and whether the client has it already
 * (RFC 9110, 13 and 14). */

#include "base/str.h"

enum http_range {
    HTTP_RANGE_ALL, /* none asked for, several, or no range at all */
    HTTP_RANGE_PART,
    HTTP_RANGE_OUTSIDE /* 416 */
};

/* field: the value of Range. A part's n bytes start at `first`; else the two
 * are left as they are. */
enum http_range http_range(str field, uint64_t size, uint64_t *first,
                           uint64_t *n);
/* The value of If-None-Match names it, or any; weakly compared. */
bool http_etag_matches(str field, str etag);

#endif
