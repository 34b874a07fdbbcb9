/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_REQUEST_H
#define CRUMB_SERVE_HTTP_HTTP_REQUEST_H

/* Parses the head of a request (RFC 9112), its path and its ranges. Results are
 * slices of the head. */

#include "base/str.h"

struct buf;

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_OTHER };

enum {
    HTTP_HEAD_MOST = 16 * 1024, /* bytes of a head */
    HTTP_LINE_MOST = 8 * 1024,  /* of its first line */
    HTTP_FIELDS_MOST = 100
};

struct http_request {
    enum http_method method; /* HTTP_OTHER: path and query are not set */
    str path;                /* as it was sent, from its '/' to the '?' */
    str query;               /* after the '?'; p == NULL: there is none */
    str host;
    bool keep_alive;
    bool has_body; /* it is never read */
    str range;     /* the values of these fields; p == NULL: not sent */
    str if_range;
    str if_none_match;
    str origin;
    bool other_site; /* a page of another site sends it (Sec-Fetch-Site) */
};

/* Returns the offset after the empty line that ends the head; STR_NONE: the
 * head is not complete. *seen must be 0 at the first call for a head; later
 * calls do not search the same bytes again. */
size_t http_request_end(str bytes, size_t *seen);
/* Returns 0, or the status to refuse the request with: 400, 414, 431, 505. */
int http_request_parse(str head, struct http_request *out);
/* Appends the decoded path: "a b/c" for "/a%20b/c". It is decoded once. Returns
 * 0, or the status to answer with. 400: no browser sends such a path (invalid
 * encodings, control characters, no UTF-8, "." and ".." in any encoding). 404:
 * such files are never served (names that begin with a dot, except .well-known,
 * names with a slash or backslash, and empty names before the last). */
int http_path_decode(str path, struct buf *out);

/* Which part of a file is requested (RFC 9110, section 14). */
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
